import { lowerEstree } from '../facts/estree.js';
import { lowerJson } from '../facts/json.js';
import type { Catalogue } from '../model/deprecation.js';
import type { FileFacts } from '../model/facts.js';
import { DiskTexts } from './disk-texts.js';
import type { DiskText } from './disk-texts.js';
import { nameOf } from './file-names.js';
import type { ModuleParser } from './parse-module.js';

/** Characters of text that are held at a time, with their facts, which take some twenty times the memory. */
const MAX_TEXT = 12_000_000;

/** Files on disk and their facts, by absolute path, as one parser reads them. */
export class ModuleStore extends DiskTexts {
  readonly #cwd: string;
  readonly #parse: ModuleParser;

  constructor(cwd: string, catalogue: Catalogue, parse: ModuleParser) {
    super(catalogue, MAX_TEXT);
    this.#cwd = cwd;
    this.#parse = parse;
  }

  /** Facts of a module under the name that the engine knows it by. */
  facts(path: string, module: DiskText): FileFacts | undefined {
    return module.facts(() => {
      const name = nameOf(this.#cwd, path);
      if (path.endsWith('.json')) return lowerJson(name, module.text);
      const program = this.#parse(module.text, path);
      return program === undefined ? undefined : lowerEstree(program, module.text, name);
    });
  }
}

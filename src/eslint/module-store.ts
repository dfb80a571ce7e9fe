import { lowerEstree } from '../facts/estree.js';
import { lowerJson } from '../facts/json.js';
import type { Catalogue } from '../model/deprecation.js';
import type { FileFacts } from '../model/facts.js';
import { DiskTexts } from './disk-texts.js';
import type { DiskText } from './disk-texts.js';
import { javascriptParser } from '../languages/javascript/parse.js';
import { work } from '../lib/work.js';
import { nameOf } from './file-names.js';
import type { ModuleParsing } from './parse-module.js';

/** Characters of text that are held at a time, with their facts, which take some twenty times the memory. */
const MAX_TEXT = 12_000_000;

/** Files on disk and their facts, by absolute path, as one parser reads them. */
export class ModuleStore extends DiskTexts {
  readonly #cwd: string;
  readonly #parsing: ModuleParsing;

  constructor(cwd: string, catalogue: Catalogue, parsing: ModuleParsing) {
    super(catalogue, MAX_TEXT);
    this.#cwd = cwd;
    this.#parsing = parsing;
  }

  /** Facts of a module under the name that the engine knows it by. */
  facts(path: string, module: DiskText): FileFacts | undefined {
    return module.facts(() => {
      const name = nameOf(this.#cwd, path);
      if (path.endsWith('.json')) return lowerJson(name, module.text);
      return this.#compiled(path, name, module.text) ?? this.#converted(path, name, module.text);
    });
  }

  /**
   * The same facts without a tree of ESLint's kind, which takes several times as long to make. What has errors is left to
   * its parser.
   */
  #compiled(path: string, name: string, text: string): FileFacts | undefined {
    if (!this.#parsing.isCompilers(path)) return undefined;
    work.filesParsed++;
    work.charactersParsed += text.length;
    try {
      const { facts, syntaxErrors } = javascriptParser.parse(name, text);
      return syntaxErrors === 0 ? facts : undefined;
    } catch {
      // Nested too deeply, as a rule for the other parser as well, whose errors are seen to.
      return undefined;
    }
  }

  #converted(path: string, name: string, text: string): FileFacts | undefined {
    const program = this.#parsing.parse(text, path);
    return program === undefined ? undefined : lowerEstree(program, text, name);
  }
}

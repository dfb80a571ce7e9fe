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

/** Characters of text in memory, with their facts, which take some twenty times the memory. */
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

  /** Facts of a module under the engine's name for it. */
  facts(path: string, module: DiskText): FileFacts | undefined {
    return module.facts(() => {
      const name = nameOf(this.#cwd, path);
      if (path.endsWith('.json')) return lowerJson(name, module.text);
      const turn = this.#parsing.compilersTurn(path);
      return (
        (turn === 'first' ? compiled(name, module.text) : undefined) ??
        this.#converted(path, name, module.text) ??
        (turn === 'last' ? compiled(name, module.text) : undefined)
      );
    });
  }

  #converted(path: string, name: string, text: string): FileFacts | undefined {
    const program = this.#parsing.parse(text, path);
    return program === undefined ? undefined : lowerEstree(program, text, name);
  }
}

/**
 * Facts by the compiler's parser: the same without a tree of ESLint's kind, which takes several times as long. A text
 * with errors has none.
 */
function compiled(name: string, text: string): FileFacts | undefined {
  work.filesParsed++;
  work.charactersParsed += text.length;
  try {
    const { facts, syntaxErrors } = javascriptParser.parse(name, text);
    return syntaxErrors === 0 ? facts : undefined;
  } catch {
    // Nested too deeply, as a rule for the other parser as well, whose errors are handled.
    return undefined;
  }
}

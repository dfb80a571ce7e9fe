import { expectDefined } from '../lib/collections.js';
import type { LanguageId } from '../model/language.js';
import { javascriptParser } from './javascript/parse.js';
import type { LanguageParser } from './language.js';
import { languageOf } from './table.js';

/** Parsers by language, each loaded on demand. JavaScript's is loaded at once: only its compiler is late. */
export class Parsers {
  readonly #loaded = new Map<LanguageId, LanguageParser>([['javascript', javascriptParser]]);

  /** Loads the missing parsers; undefined if none is missing. */
  load(wanted: Iterable<LanguageId>): Promise<void> | undefined {
    const missing = [...new Set(wanted)].filter((id) => !this.#loaded.has(id));
    if (missing.length === 0) return undefined;
    return Promise.all(missing.map(async (id) => this.#loaded.set(id, await languageOf(id).parser()))).then(
      () => undefined,
    );
  }

  of(language: LanguageId): LanguageParser {
    return expectDefined(this.#loaded.get(language), `the parser of ${language} is loaded`);
  }
}

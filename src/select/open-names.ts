import { rememberedText } from '../lib/collections.js';

/** Access to the texts of a program. */
export interface OpenTexts {
  /** See `ImportTexts`. */
  readonly declares: (name: string) => (text: string) => boolean;
  /** Undefined: the text is unknown. */
  readonly textOf: (file: string) => string | undefined;
  /** Files whose names a file may re-export, by its text. */
  readonly imports: (file: string) => readonly string[];
}

/** Most files whose texts are searched for one name; with more, any of them may have it. */
const MAX_FILES = 100;

/**
 * Whether a file, or one that it imports, however indirectly, may declare a name for the files that open it, by their
 * texts: most names that a file does not declare itself are declared in no file, which is found without parsing.
 */
export class OpenNames {
  readonly #texts: OpenTexts;
  /** Files that may declare a name, by the name. */
  readonly #declaring = new Map<string, Map<string, boolean>>();
  readonly #answers = new Map<string, boolean>();
  readonly #imports: (file: string) => readonly string[];

  constructor(texts: OpenTexts) {
    this.#texts = texts;
    this.#imports = rememberedText((file) => texts.imports(file));
  }

  /** `apart`: a file that was searched already, whose declarations do not count. */
  mayOffer(file: string, name: string, apart = ''): boolean {
    const key = `${file}\n${name}\n${apart}`;
    let answer = this.#answers.get(key);
    if (answer === undefined) this.#answers.set(key, (answer = this.#find(file, name, apart)));
    return answer;
  }

  #find(file: string, name: string, apart: string): boolean {
    const declaring = this.#declaring.get(name) ?? new Map<string, boolean>();
    this.#declaring.set(name, declaring);
    const isDeclaredIn = this.#texts.declares(name);
    const seen = new Set([file]);
    // Grows during the loop.
    for (const one of seen) {
      let found = declaring.get(one);
      if (found === undefined) {
        const text = this.#texts.textOf(one);
        declaring.set(one, (found = text === undefined || isDeclaredIn(text)));
      }
      if (found || seen.size > MAX_FILES) return true;
      for (const target of this.#imports(one)) if (target !== apart) seen.add(target);
    }
    return false;
  }
}

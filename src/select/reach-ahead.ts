import type { TextMentions } from './text-mentions.js';

/** Access to imported files for a host with one file at hand. */
export interface ImportAccess {
  readonly mentions: (file: string) => TextMentions | undefined;
  /** Files that a file imports by these specifiers, as far as they can be resolved. */
  readonly imports: (file: string, specifiers: readonly string[]) => readonly string[];
}

/** Signs of requests in a file and the files it imports. */
export interface ImportReach {
  /**
   * Whether they can produce a finding, as in `send(PATHS.rules)`: the file or its imports have access to the API and
   * words of a path, or a path that is unlikely to be another API's.
   */
  readonly selects: boolean;
  /** Whether the file or one of its imports has a base URL of the API or imports its SDK. */
  readonly reachesApi: boolean;
  /** Whether the API is named in the file or in one of its imports. */
  readonly namesApi: boolean;
}

const API = 1;
const WORD = 2;
const PATH = 4;
const NAME = 8;

/**
 * Mentions in a file and its imports, by their texts alone, for a host with one file at hand. Results are memoised by
 * file and number of remaining hops, because separate walks from each file would visit the same modules again.
 */
export class ReachAhead {
  readonly #access: ImportAccess;
  /** Mentions of a file and its imports, by the number of remaining hops. */
  readonly #reached: readonly Map<string, number>[];

  constructor(access: ImportAccess, hops: number) {
    this.#access = access;
    this.#reached = Array.from({ length: hops }, () => new Map<string, number>());
  }

  /** `own` may differ from the file's text on disk. */
  of(file: string, own: TextMentions): ImportReach {
    const found = bits(own) | this.#ofImports(file, own, this.#reached.length);
    return {
      selects: (found & PATH) !== 0 || (found & (API | WORD)) === (API | WORD),
      reachesApi: (found & API) !== 0,
      namesApi: (found & NAME) !== 0,
    };
  }

  #ofImports(file: string, { specifiers }: TextMentions, hops: number): number {
    if (hops === 0) return 0;
    let found = 0;
    for (const target of this.#access.imports(file, specifiers)) found |= this.#ofFile(target, hops - 1);
    return found;
  }

  #ofFile(file: string, hops: number): number {
    const reached = this.#reached[hops];
    let found = reached?.get(file);
    if (found === undefined) {
      const text = this.#access.mentions(file);
      found = text === undefined ? 0 : bits(text) | this.#ofImports(file, text, hops);
      reached?.set(file, found);
    }
    return found;
  }
}

function bits(text: TextMentions): number {
  return (
    (text.namesApi ? NAME : 0) |
    (text.reachesApi ? API : 0) |
    (text.words === 'none' ? 0 : WORD) |
    (text.words === 'path' ? PATH : 0)
  );
}

import type { TextMentions } from './text-mentions.js';

/** Access to imported files for a host with one file at hand. */
export interface ImportAccess {
  readonly mentions: (file: string) => TextMentions | undefined;
  /** Files that a file imports by these specifiers, as far as they can be resolved. */
  readonly imports: (file: string, specifiers: readonly string[]) => readonly string[];
}

/** Signs of requests in a file and its imports. */
export interface ImportReach {
  /**
   * Whether the signs can produce a finding, as in `send(PATHS.rules)`: access to the API and words of a path, or a
   * path that is unlikely to be another API's.
   */
  readonly selects: boolean;
  /** Whether the file or one of its imports has a base URL of the API or imports its SDK. */
  readonly reachesApi: boolean;
  /** Whether the API is named in the file or in one of its imports. */
  readonly namesApi: boolean;
}

const API_BIT = 1;
const WORD_BIT = 2;
const PATH_BIT = 4;
const NAME_BIT = 8;

/**
 * Mentions in a file and its imports, by their texts alone, for a host with one file at hand. Results are memoised by
 * file and number of remaining hops, because separate walks from each file would visit the same modules again.
 */
export class ForwardFileReach {
  readonly #access: ImportAccess;
  /** Mentions of a file and its imports, by the number of remaining hops. */
  readonly #bitsByHops: readonly Map<string, number>[];

  constructor(access: ImportAccess, hops: number) {
    this.#access = access;
    this.#bitsByHops = Array.from({ length: hops }, () => new Map<string, number>());
  }

  /** Returns the signs of a file. `mentions`: those of its text, which may differ from the text on disk. */
  of(file: string, mentions: TextMentions): ImportReach {
    const bits = mentionBits(mentions) | this.#ofImports(file, mentions, this.#bitsByHops.length);
    return {
      selects: (bits & PATH_BIT) !== 0 || (bits & (API_BIT | WORD_BIT)) === (API_BIT | WORD_BIT),
      reachesApi: (bits & API_BIT) !== 0,
      namesApi: (bits & NAME_BIT) !== 0,
    };
  }

  #ofImports(file: string, { specifiers }: TextMentions, hops: number): number {
    if (hops === 0) return 0;
    let bits = 0;
    for (const target of this.#access.imports(file, specifiers)) bits |= this.#ofFile(target, hops - 1);
    return bits;
  }

  #ofFile(file: string, hops: number): number {
    const bitsByFile = this.#bitsByHops[hops];
    let bits = bitsByFile?.get(file);
    if (bits === undefined) {
      const mentions = this.#access.mentions(file);
      bits = mentions === undefined ? 0 : mentionBits(mentions) | this.#ofImports(file, mentions, hops);
      bitsByFile?.set(file, bits);
    }
    return bits;
  }
}

function mentionBits(text: TextMentions): number {
  return (
    (text.namesApi ? NAME_BIT : 0) |
    (text.reachesApi ? API_BIT : 0) |
    (text.words === 'none' ? 0 : WORD_BIT) |
    (text.words === 'path' ? PATH_BIT : 0)
  );
}

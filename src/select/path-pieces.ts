import { addTo } from '../lib/collections.js';
import type { CatalogueWords } from './kept-words.js';

/**
 * Tests whether a common word of a text can be part of a deprecated path, wherever the path is put together: `/bells/`
 * and `towers/{id}/bells` can be of `/towers/{id}/bells/{bell}`; in `packages/bells/index.ts`, `bells-and-whistles` and
 * the sentence `bells that ring` the word is unrelated.
 */
export class PathPieces {
  readonly #all: CatalogueWords['paths'];
  /** The paths with a word, computed on demand. */
  #paths: ReadonlyMap<string, readonly Path[]> | undefined;
  readonly #answers = new Map<string, number>();

  constructor({ paths }: Pick<CatalogueWords, 'paths'>) {
    this.#all = paths;
  }

  /** Number of segments of one path around the word at an offset of a text: 0 if the word is no part of a path. */
  countAt(text: string, at: number, word: string): number {
    const end = at + word.length;
    const before = /(?<![\w.~%:@*/-])[\w.~%:@*/-]*$/.exec(text.slice(Math.max(0, at - MAX_LENGTH), at))?.[0] ?? '';
    const after = /^[\w.~%:@*/-]*/.exec(text.slice(end, end + MAX_LENGTH))?.[0] ?? '';
    if (before.length === MAX_LENGTH || after.length === MAX_LENGTH) return Infinity;
    const piece = before + word + after;
    if (!piece.includes('/') && /\s/.test(text.charAt(end)) && /['"`]/.test(text.charAt(at - 1))) return 0;
    const isCut = before !== '' && !/[\s'"`]/.test(text.charAt(at - before.length - 1));
    const key = isCut ? `\u0000${piece}` : piece;
    let answer = this.#answers.get(key);
    if (answer === undefined) this.#answers.set(key, (answer = this.#count(piece, word, isCut)));
    return answer;
  }

  /** For each path with a word, its other words. */
  companiesOf(word: string): readonly (readonly string[])[] {
    this.#paths ??= pathsByWord(this.#all);
    const others = (this.#paths.get(word) ?? []).map(({ segments }) =>
      segments.flatMap((segment) => (segment === undefined || segment === word ? [] : [segment])),
    );
    return others.filter((words) => words.length > 0);
  }

  #count(piece: string, word: string, isCut: boolean): number {
    const segments = piece.replace(/^[\w+.-]+:\/\/[^/]*/, '').split('/');
    // The text before a cut may belong to the first segment.
    if (isCut && segments[0] !== '') segments[0] = '*';
    const written = segments.filter((segment) => segment !== '');
    this.#paths ??= pathsByWord(this.#all);
    return Math.max(0, ...(this.#paths.get(word) ?? []).map((path) => countIn(written, word, path)));
  }
}

/** Longer texts are not compared: they may be any path. */
const MAX_LENGTH = 300;

interface Path {
  /** Undefined: a parameter. */
  readonly segments: readonly (string | undefined)[];
  /** Any text may precede and follow it. */
  readonly isOpen: boolean;
}

function pathsByWord(paths: CatalogueWords['paths']): ReadonlyMap<string, readonly Path[]> {
  const byWord = new Map<string, Path[]>();
  for (const [text, isOpen] of paths) {
    const written = text.split('/').filter((segment) => segment !== '' && segment !== '**');
    const segments = written.map((segment) => (segment.includes('{') ? undefined : segment));
    const path: Path = { segments, isOpen: isOpen || text.endsWith('/**') };
    for (const word of new Set(segments)) if (word !== undefined) addTo(byWord, word, path);
  }
  return byWord;
}

/** Number of segments that match the path, aligned at the word; segments before the whole path are free. */
function countIn(segments: readonly string[], word: string, { segments: path, isOpen }: Path): number {
  let most = 0;
  for (let from = 1 - segments.length; from < path.length; from++) {
    if (!isOpen && from + segments.length > path.length) break;
    const isMet = segments.every((segment, index) => {
      const place = path[from + index];
      return place === undefined || segment === place || isFilled(segment);
    });
    if (!isMet || !segments.some((segment, index) => segment === word && path[from + index] === word)) continue;
    most = Math.max(most, segments.filter((segment, index) => path[from + index] === segment).length);
  }
  return most;
}

/** Placeholders: `:id`, `%s`, `*`, `..`. */
function isFilled(segment: string): boolean {
  return /[:*%]|^\.+$/.test(segment);
}

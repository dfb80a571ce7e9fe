import { addTo, groupBy, rememberedText } from '../lib/collections.js';

/** An item to be found again in a later state of the code. */
export interface Identified {
  readonly file: string;
  /** Identity of the item, without its file and lines. */
  readonly key: string;
  /** Detail that distinguishes items with the same key, if it has not changed. */
  readonly detail: string;
}

export interface MatchResult<Old, New> {
  readonly pairs: ReadonlyMap<New, Old>;
  readonly gone: readonly Old[];
}

/**
 * Finds old items again: in the same file first, by key and detail, then by key, in order. Then in another file, where
 * theirs is gone and the same items appeared in exactly one file: it was renamed. A call that moved between two
 * existing files is a new one; otherwise a fix in one would offset a new finding in the other.
 */
export function matchItems<Old extends Identified, New extends Identified>(
  old: readonly Old[],
  now: readonly New[],
  fileExists: (file: string) => boolean,
): MatchResult<Old, New> {
  const pairs = new Map<New, Old>();
  const used = new Set<Old>();
  const pair = (keyOf: (item: Identified) => string, olds: readonly Old[], nows: readonly New[]): void => {
    // The first item of a list is placed last, where it is removed from.
    const waiting = groupBy(olds.filter((item) => !used.has(item)).reverse(), keyOf);
    for (const item of nows) {
      if (pairs.has(item)) continue;
      const match = waiting.get(keyOf(item))?.pop();
      if (match === undefined) continue;
      pairs.set(item, match);
      used.add(match);
    }
  };
  pair((item) => join(item.file, item.key, item.detail), old, now);
  pair((item) => join(item.file, item.key), old, now);
  const exists = rememberedText(fileExists);
  const gone = groupBy(
    old.filter((item) => !used.has(item) && !exists(item.file)),
    ({ file }) => file,
  );
  const come = groupBy(
    now.filter((item) => !pairs.has(item)),
    ({ file }) => file,
  );
  for (const [from, to] of renames(gone, come)) {
    const olds = gone.get(from) ?? [];
    const nows = come.get(to) ?? [];
    pair((item) => join(item.key, item.detail), olds, nows);
    pair((item) => item.key, olds, nows);
  }
  return { pairs, gone: old.filter((item) => !used.has(item)) };
}

/** Deleted files, each with the one file in which all its items appeared, where that is unambiguous. */
function renames(
  gone: ReadonlyMap<string, readonly Identified[]>,
  come: ReadonlyMap<string, readonly Identified[]>,
): readonly (readonly [from: string, to: string])[] {
  const wanted = signatures(gone);
  const offered = signatures(come);
  return [...wanted].flatMap(([signature, from]) => {
    const to = offered.get(signature) ?? [];
    const [first] = from;
    const [only] = to;
    return from.length === 1 && to.length === 1 && first !== undefined && only !== undefined
      ? [[first, only] as const]
      : [];
  });
}

/** Files by their items. */
function signatures(files: ReadonlyMap<string, readonly Identified[]>): ReadonlyMap<string, readonly string[]> {
  const bySignature = new Map<string, string[]>();
  for (const [file, group] of files) {
    const signature = group
      .map((item) => item.key)
      .sort()
      .join('\u0001');
    addTo(bySignature, signature, file);
  }
  return bySignature;
}

function join(...parts: readonly string[]): string {
  return parts.join('\u0000');
}

/** Comparison of the parts of a pattern with items. */
export interface Comparison<P, T> {
  /** Whether a part takes any number of items. */
  readonly isWild: (part: P) => boolean;
  readonly equal: (part: P, item: T) => boolean;
}

/** Matches with one kind of wildcard; going back to the last one is enough, so no pattern is slow. */
export function matchWild<P, T>(
  pattern: ArrayLike<P>,
  items: ArrayLike<T>,
  { isWild, equal }: Comparison<P, T>,
): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < items.length) {
    const part = pattern[at];
    const item = items[index] as T;
    if (part !== undefined && isWild(part)) {
      star = at++;
      resume = index;
    } else if (part !== undefined && equal(part, item)) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resume;
    } else {
      return false;
    }
  }
  while (at < pattern.length && isWild(pattern[at] as P)) at++;
  return at === pattern.length;
}

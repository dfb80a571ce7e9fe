/**
 * The candidate nearest to a possibly mistyped word; undefined where none is near. Case does not count. A word that a
 * candidate contains is near to it.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  if (wanted === '') return undefined;
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  let containing: string | undefined;
  for (const candidate of candidates) {
    const text = candidate.toLowerCase();
    if (wanted.length > 2 && text.includes(wanted)) containing ??= candidate;
    const allowed = allowedDistance(wanted, text);
    if (Math.abs(wanted.length - text.length) > allowed) continue;
    const distance = editDistance(wanted, text);
    if (distance > allowed) continue;
    if (best === undefined || distance < best.distance) best = { candidate, distance };
  }
  return best?.candidate ?? containing;
}

/** `; did you mean 'x'?`, or an empty text where no candidate is near; for the end of a message. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const guess = closest(word, candidates);
  return guess === undefined ? '' : `; did you mean '${guess}'?`;
}

function allowedDistance(left: string, right: string): number {
  return Math.max(1, Math.floor(Math.max(left.length, right.length) / 3));
}

/** Levenshtein distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

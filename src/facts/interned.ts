/** Number of remembered texts; repetitions in programs are mostly close together. */
const MAX_TEXTS = 50_000;

/** Longer texts rarely repeat. */
const MAX_LENGTH = 60;

const known = new Map<string, string>();

/** A shared copy of a text: a substring in V8 keeps the whole text alive. */
export function interned(text: string): string {
  if (text.length > MAX_LENGTH) return copyOf(text);
  let copy = known.get(text);
  if (copy === undefined) {
    if (known.size >= MAX_TEXTS) known.clear();
    copy = copyOf(text);
    known.set(copy, copy);
  }
  return copy;
}

function copyOf(text: string): string {
  return text.length < SHORTEST_PART || !/^[\x00-\x7f]*$/.test(text)
    ? text
    : Buffer.from(text, 'latin1').toString('latin1');
}

/** Shorter substrings are copies already. */
const SHORTEST_PART = 13;

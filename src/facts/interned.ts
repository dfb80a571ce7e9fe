/** Texts that are remembered; programs repeat themselves most where they lie close together. */
const MAX_TEXTS = 50_000;

/** Longer ones are hardly written twice. */
const MAX_LENGTH = 60;

const known = new Map<string, string>();

/** A text as a copy that equal ones share: a part that V8 cuts out of a text holds on to the whole of it. */
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

/** Shorter parts are copies already. */
const SHORTEST_PART = 13;

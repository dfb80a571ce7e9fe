interface Row<V> {
  readonly order: number;
  readonly value: V;
}

/**
 * Values by keys with at most one `*` each, as in `paths` of a tsconfig: a text is looked up as a whole first, then by
 * the longest text before the star, then the first row that matches. The time depends on the text, not on the rows.
 */
export class StarTable<V> {
  readonly #exact = new Map<string, V>();
  /** By the text before the star, then by the text after it. */
  readonly #wild = new Map<string, Map<string, Row<V>>>();
  readonly #lengths: readonly number[];

  constructor(rows: Iterable<readonly [key: string, value: V]>) {
    let order = 0;
    for (const [key, value] of rows) {
      const star = key.indexOf('*');
      order += 1;
      if (star < 0) this.#exact.set(key, value);
      else this.#add(key.slice(0, star), key.slice(star + 1), { order, value });
    }
    this.#lengths = lengthsOf(this.#wild.keys());
  }

  get size(): number {
    return this.#exact.size + this.#wild.size;
  }

  /** The value for a text, and the part of the text that the star matches; empty where the key has no star. */
  find(text: string): { readonly value: V; readonly middle: string } | undefined {
    if (this.#exact.has(text)) return { value: this.#exact.get(text) as V, middle: '' };
    for (const length of this.#lengths) {
      const rows = length > text.length ? undefined : this.#wild.get(text.slice(0, length));
      const found = rows === undefined ? undefined : firstEnding(rows, text.slice(length));
      if (found !== undefined)
        return { value: found.row.value, middle: text.slice(length, text.length - found.after.length) };
    }
    return undefined;
  }

  #add(before: string, after: string, row: Row<V>): void {
    const rows = this.#wild.get(before) ?? new Map<string, Row<V>>();
    if (!rows.has(after)) rows.set(after, row);
    this.#wild.set(before, rows);
  }
}

function firstEnding<V>(
  rows: ReadonlyMap<string, Row<V>>,
  text: string,
): { readonly after: string; readonly row: Row<V> } | undefined {
  let found: { readonly after: string; readonly row: Row<V> } | undefined;
  for (const after of rows.size > text.length ? endsOf(text) : rows.keys()) {
    const row = text.endsWith(after) ? rows.get(after) : undefined;
    if (row !== undefined && (found === undefined || row.order < found.row.order)) found = { after, row };
  }
  return found;
}

function* endsOf(text: string): Iterable<string> {
  for (let start = 0; start <= text.length; start += 1) yield text.slice(start);
}

/** Lengths that the texts have, the longest first. */
function lengthsOf(texts: Iterable<string>): readonly number[] {
  return [...new Set(Array.from(texts, ({ length }) => length))].sort((left, right) => right - left);
}

/** Bytes left of those that a text may have. */
export class MarkdownRoom {
  readonly #encoder = new TextEncoder();
  #left: number;

  /** @param size bytes of UTF-8 */
  constructor(size: number) {
    this.#left = size;
  }

  /** The first texts that fit, at most `limit`, each on lines of its own, and the number of those left out. */
  take<T>(items: readonly T[], limit: number, textOf: (item: T) => string): { texts: string[]; left: number } {
    const texts: string[] = [];
    for (const item of items.slice(0, limit)) {
      const text = textOf(item);
      const size = this.#encoder.encode(text).length + 2;
      if (size > this.#left) break;
      this.#left -= size;
      texts.push(text);
    }
    return { texts, left: items.length - texts.length };
  }
}

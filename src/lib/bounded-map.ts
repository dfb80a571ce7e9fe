/** Values by name, up to a total size. The oldest are evicted first; the newest one always stays. */
export class BoundedMap<V> {
  readonly #limit: number;
  readonly #held = new Map<string, { readonly value: V; readonly size: number }>();
  #size = 0;

  /** `limit` in the unit of the given sizes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  has(name: string): boolean {
    return this.#held.has(name);
  }

  get(name: string): V | undefined {
    return this.#held.get(name)?.value;
  }

  set(name: string, value: V, size: number): void {
    this.#drop(name);
    for (const oldest of this.#held.keys()) {
      if (this.#size + size <= this.#limit) break;
      this.#drop(oldest);
    }
    this.#held.set(name, { value, size });
    this.#size += size;
  }

  #drop(name: string): void {
    this.#size -= this.#held.get(name)?.size ?? 0;
    this.#held.delete(name);
  }
}

/** Appends to the list of a key in a map; the list is created if absent. */
export function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Values by key, both in order of appearance. */
export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}

/** Memoises a function by its text argument. */
export function memoByText<T, K extends string = string>(compute: (text: K) => T): (text: K) => T {
  const memo = new Map<K, T>();
  return (text) => {
    if (!memo.has(text)) memo.set(text, compute(text));
    return memo.get(text) as T;
  };
}

/** Memoises a function by its object argument; a result lives as long as the object. */
export function memoByObject<K extends object, T extends object>(compute: (key: K) => T): (key: K) => T {
  const memo = new WeakMap<K, T>();
  return (key) => {
    let result = memo.get(key);
    if (result === undefined) memo.set(key, (result = compute(key)));
    return result;
  };
}

/** Values by name, up to a total size. The oldest are evicted first; the newest one always stays. */
export class BoundedMap<V> {
  readonly #limit: number;
  readonly #entries = new Map<string, { readonly value: V; readonly size: number }>();
  #size = 0;

  /** `limit`: largest total size, in the unit of the sizes that `set` gets. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  get(name: string): V | undefined {
    return this.#entries.get(name)?.value;
  }

  set(name: string, value: V, size: number): void {
    this.#drop(name);
    for (const oldest of this.#entries.keys()) {
      if (this.#size + size <= this.#limit) break;
      this.#drop(oldest);
    }
    this.#entries.set(name, { value, size });
    this.#size += size;
  }

  #drop(name: string): void {
    this.#size -= this.#entries.get(name)?.size ?? 0;
    this.#entries.delete(name);
  }
}

/** Returns `value`, or throws with `reason` for a bug in the program's own logic. */
export function expectDefined<T>(value: T | undefined | null, reason: string): T {
  if (value === undefined || value === null) throw new Error(`internal: ${reason}`);
  return value;
}

/**
 * Values that a language defines under names. The looked-up names come from the analysed program, so `constructor` and
 * `__proto__`, which every object has, are found only if the table has them.
 */
export function tableOf<T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}

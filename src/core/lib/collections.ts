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
export function rememberedText<T, K extends string = string>(make: (text: K) => T): (text: K) => T {
  const known = new Map<K, T>();
  return (text) => {
    if (!known.has(text)) known.set(text, make(text));
    return known.get(text) as T;
  };
}

/** Memoises a function by its object argument; a result lives as long as the object. */
export function remembered<K extends object, T extends object>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return (key) => {
    let made = known.get(key);
    if (made === undefined) known.set(key, (made = make(key)));
    return made;
  };
}

/** Values by name, up to a total size. The oldest are evicted first; the newest one always stays. */
export class BoundedMap<V> {
  readonly #limit: number;
  readonly #held = new Map<string, { readonly value: V; readonly size: number }>();
  #size = 0;

  /** `limit`: largest total size, in the unit of the sizes that `set` gets. */
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

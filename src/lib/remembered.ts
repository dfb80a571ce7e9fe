/** A function that memoises its answers by text. */
export function rememberedText<T, K extends string = string>(make: (text: K) => T): (text: K) => T {
  const known = new Map<K, T>();
  return (text) => {
    if (!known.has(text)) known.set(text, make(text));
    return known.get(text) as T;
  };
}

/** A function that memoises its answers by object, as long as the object exists. */
export function remembered<K extends object, T extends object>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return (key) => {
    let made = known.get(key);
    if (made === undefined) known.set(key, (made = make(key)));
    return made;
  };
}

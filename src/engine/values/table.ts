/**
 * Values that a language defines under names. The names that are looked up are those of the analysed program, so that
 * `constructor` and `__proto__`, which every object answers to, are found only where a table has them.
 */
export function tableOf<T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}

/**
 * Makes a table of values that a language defines under names. The looked-up names come from the analysed program, so
 * `constructor` and `__proto__`, which every object has, are found only if the table has them.
 */
export function tableOf<T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}

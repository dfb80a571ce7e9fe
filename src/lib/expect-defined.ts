/** Returns `value`, or throws with `reason` where the program's own logic was wrong. */
export function expectDefined<T>(value: T | undefined | null, reason: string): T {
  if (value === undefined || value === null) throw new Error(`internal: ${reason}`);
  return value;
}

/** Returns `value`, or throws with `reason` for a bug in the program's own logic. */
export function expectDefined<T>(value: T | undefined | null, reason: string): T {
  if (value === undefined || value === null) throw new Error(`internal: ${reason}`);
  return value;
}

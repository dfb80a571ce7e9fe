/** Deepest object type that is read. */
export const MAX_TYPE_DEPTH = 8;

const unwrapped: ReadonlySet<string> = new Set(['Promise', 'Readonly', 'Partial', 'NonNullable']);

/** Whether the facts replace a generic type by its argument: `Promise<Client>` is `Client`. */
export function isUnwrappedType(name: string): boolean {
  return unwrapped.has(name);
}

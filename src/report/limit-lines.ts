/** Limits that are listed; a large repository can have hundreds. */
const MAX_SHOWN = 10;

/**
 * Files that were not read, or not in full, for the end of a text: all where it is `verbose`, else the first of many.
 */
export function limitLines(
  limits: readonly string[],
  { verbose = false }: { readonly verbose?: boolean },
): readonly string[] {
  const more = limits.length - MAX_SHOWN;
  if (verbose || more <= 1) return limits;
  return [...limits.slice(0, MAX_SHOWN), `${more} more notes of this kind (--verbose lists them all).`];
}

/** Whether the row is true of a version; of a declared range its lowest version counts. */
export function versionsHold(
  row: { readonly from: string; readonly before?: string },
  version: string | undefined,
): 'yes' | 'no' | 'unknown' {
  const given = version === undefined ? undefined : numbersOf(version);
  if (given === undefined) return 'unknown';
  if (compare(given, numbersOf(row.from) ?? []) < 0) return 'no';
  return row.before !== undefined && compare(given, numbersOf(row.before) ?? []) >= 0 ? 'no' : 'yes';
}

function numbersOf(version: string): readonly number[] | undefined {
  const match = /^[\^~>=v\s]*(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?/.exec(version);
  return match?.slice(1).map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
}

function compare(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Whether a package that has something in the versions `from - to` (both included, `to` perhaps the `newest` that is
 * known) can have it in a version or a declared range. Majors count, since not every release was looked at; undefined
 * where more than one major fits, or one that nobody knows yet.
 */
export function majorHas(versions: string, version: string, newest: number): boolean | undefined {
  const major = /^[\^~=v\s]*(\d+)(?:\.[\dx*]+){0,2}(?:[-+][\w.+-]+)?\s*$/.exec(version)?.[1];
  const [from, to] = versions.split(' - ').map((bound) => Number.parseInt(bound, 10));
  if (major === undefined || from === undefined || to === undefined || Number(major) > newest) return undefined;
  return from <= Number(major) && Number(major) <= to;
}

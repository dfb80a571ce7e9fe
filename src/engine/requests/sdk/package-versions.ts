import { compare, versionRange } from '../../../lib/packages.js';

/** Whether the row is valid for a version, or for the whole declared range. */
export function versionsHold(
  row: { readonly from: string; readonly before?: string },
  version: string | undefined,
): 'yes' | 'no' | 'unknown' {
  return rangeHolds(`>= ${row.from}${row.before === undefined ? '' : `, < ${row.before}`}`, version);
}

/** Whether a version, or the whole declared range, is inside a range. */
export function rangeHolds(range: string, version: string | undefined): 'yes' | 'no' | 'unknown' {
  const given = version === undefined ? undefined : versionRange(version);
  const own = versionRange(range);
  if (given === undefined || own === undefined) return 'unknown';
  if (compare(given.high, own.low) <= 0 || compare(given.low, own.high) >= 0) return 'no';
  return compare(given.low, own.low) >= 0 && compare(given.high, own.high) <= 0 ? 'yes' : 'unknown';
}

/**
 * Whether a package that has a method in the versions `from - to` (both included, `to` perhaps the `newest` known one)
 * can have it in a version or a declared range. Majors are compared, since not every release was examined; undefined if
 * several majors fit, or an unknown newer one.
 */
export function majorHas(versions: string, version: string, newest: number): boolean | undefined {
  const major = /^[\^~=v\s]*(\d+)(?:\.[\dx*]+){0,2}(?:[-+][\w.+-]+)?\s*$/.exec(version)?.[1];
  const [from, to] = versions.split(' - ').map((bound) => Number.parseInt(bound, 10));
  if (major === undefined || from === undefined || to === undefined || Number(major) > newest) return undefined;
  return from <= Number(major) && Number(major) <= to;
}

import type { IsoDate } from '../../model/deprecation.js';
import { isIsoDate } from '../../lib/iso-date.js';

/** `deprecated` up to and including the end-of-life date, `sunset` from the next day on. */
export type Lifecycle = 'deprecated' | 'sunset';

/**
 * Returns the lifecycle state of an API on a given day. Dates are calendar dates, compared as text; an API without an
 * end is never past it.
 */
export function lifecycleAt(endOfLife: IsoDate | null, asOf: IsoDate): Lifecycle {
  assertIsoDate(asOf);
  if (endOfLife === null) return 'deprecated';
  assertIsoDate(endOfLife);
  return asOf > endOfLife ? 'sunset' : 'deprecated';
}

/** Calendar days from one date to another; negative when `to` is the earlier one. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return (dayNumber(to) - dayNumber(from)) / DAY;
}

const DAY = 24 * 60 * 60 * 1000;

function dayNumber(date: IsoDate): number {
  assertIsoDate(date);
  return Date.parse(`${date}T00:00:00Z`);
}

function assertIsoDate(date: string): void {
  if (!isIsoDate(date)) throw new RangeError(`'${date}' is not a calendar date (YYYY-MM-DD)`);
}

/** Whether a text is a calendar date `YYYY-MM-DD` that exists: 2024-02-30 does not. */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0));
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The last day of a month `YYYY-MM`; of a day, the day itself. */
export function lastDayOf(date: string): string {
  const [year = 0, month = 0, day] = date.split('-').map(Number);
  if (day !== undefined) return date;
  // Day 0 of the following month. `Date.UTC` reads years before 100 as years of the last century.
  const lastDay = new Date(0);
  lastDay.setUTCFullYear(year, month, 0);
  return lastDay.toISOString().slice(0, 10);
}

/** Adds a number of days to a day. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** An end of life as written: a day, `2026-01` if only the month is known, or null if none is announced. */
export function shownEnd({
  endOfLife,
  endOfLifeMonth,
}: {
  readonly endOfLife: string | null;
  readonly endOfLifeMonth?: string;
}): string | null {
  return endOfLifeMonth ?? endOfLife;
}

/** The day of a moment in UTC; undefined for an invalid one, or a year without four digits: clocks can be wrong. */
export function utcDay(moment: Date): string | undefined {
  if (Number.isNaN(moment.getTime())) return undefined;
  const day = moment.toISOString().slice(0, 10);
  return isIsoDate(day) ? day : undefined;
}

import { isIsoDate } from '../lib/iso-date.js';
import type { Deprecation } from '../model/deprecation.js';

type End = Pick<Deprecation, 'endOfLife' | 'endOfLifeMonth'>;

/** What a written end of life comes to: a month is its last day. Undefined for a day or a month that does not exist. */
export function readEndOfLife(text: string | null): End | undefined {
  if (text === null) return { endOfLife: null };
  if (isIsoDate(text)) return { endOfLife: text };
  if (!isMonth(text)) return undefined;
  const [year = 0, month = 0] = text.split('-').map(Number);
  // Day 0 of the month after it. Years before 100 would be taken for those of the last century.
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return { endOfLife: last.toISOString().slice(0, 10), endOfLifeMonth: text };
}

/** Whether a text is a day, a month or a year that exists. */
export function isSpan(text: string): boolean {
  return isIsoDate(text) || isMonth(text) || /^\d{4}$/.test(text);
}

function isMonth(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isIsoDate(`${text}-01`);
}

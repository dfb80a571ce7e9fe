import { isIsoDate, lastDayOf } from '../lib/iso-date.js';
import type { Deprecation } from '../model/deprecation.js';

type End = Pick<Deprecation, 'endOfLife' | 'endOfLifeMonth'>;

/** Parses an end of life; a month ends on its last day. Undefined for a day or a month that does not exist. */
export function readEndOfLife(text: string | null): End | undefined {
  if (text === null) return { endOfLife: null };
  if (isIsoDate(text)) return { endOfLife: text };
  if (!isMonth(text)) return undefined;
  return { endOfLife: lastDayOf(text), endOfLifeMonth: text };
}

/** Whether a text is a day, a month or a year that exists. */
export function isSpan(text: string): boolean {
  return isIsoDate(text) || isMonth(text) || /^\d{4}$/.test(text);
}

function isMonth(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isIsoDate(`${text}-01`);
}

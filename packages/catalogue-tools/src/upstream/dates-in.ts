import { isIsoDate } from '../../../../src/core/lib/iso-date.js';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const MONTH_PATTERN =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** The time of a timestamp: `T00:00:00Z`. */
const TIME_PATTERN = String.raw`(?:T\d{2}(?::?\d{2}){0,2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?`;

/** `2026-11-28`, `2026-11-28T00:00:00Z`; `2026-11`; `November 28th, 2026`; `28 November 2026`; `November 2026`. */
const DATE_PATTERN = new RegExp(
  [
    String.raw`\b(\d{4})-(\d{2})(?:-(\d{2})${TIME_PATTERN}\b|\b(?!-\d{1,2}(?!\d)))`,
    String.raw`\b${MONTH_PATTERN}\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`,
    String.raw`\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH_PATTERN}\.?,? (\d{4})\b`,
    String.raw`\b${MONTH_PATTERN}\.?,? (\d{4})\b`,
  ].join('|'),
  'gi',
);

/** Maximum number of characters of a text in which dates are searched. */
export const MAX_TEXT = 20_000;

/** The dates of a text in order, as ISO days or months with their offsets. */
export function datesIn(text: string): readonly { readonly date: string; readonly at: number; readonly end: number }[] {
  return [...text.slice(0, MAX_TEXT).matchAll(DATE_PATTERN)].flatMap((match) => {
    const date = isoDateOf(match);
    return date === undefined ? [] : [{ date, at: match.index, end: match.index + match[0].length }];
  });
}

function isoDateOf(match: RegExpMatchArray): string | undefined {
  const [, isoYear, isoMonth, isoDay, monthA, dayA, yearA, dayB, monthB, yearB, monthC, yearC] = match;
  const year = isoYear ?? yearA ?? yearB ?? yearC ?? '';
  const monthName = monthA ?? monthB ?? monthC;
  const month = isoMonth ?? String(monthNumber(monthName ?? '')).padStart(2, '0');
  const day = isoDay ?? dayA ?? dayB;
  const date = `${year}-${month}-${(day ?? '1').padStart(2, '0')}`;
  if (!isIsoDate(date)) return undefined;
  return day === undefined ? date.slice(0, 7) : date;
}

function monthNumber(monthName: string): number {
  return MONTHS.findIndex((month) => month.startsWith(monthName.toLowerCase().slice(0, 3))) + 1;
}

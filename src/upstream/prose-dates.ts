import { isIsoDate } from '../lib/iso-date.js';

/** What a text says of dates; a day or a month `YYYY-MM` each. */
export interface ProseDates {
  readonly endOfLife?: string;
  readonly since?: string;
  /** The text gives several ends, and so none. */
  readonly conflict?: readonly string[];
}

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

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** `2026-11-28`, `2026-11`; `November 28th, 2026`; `28 November 2026`; `November 2026`. */
const DATE = new RegExp(
  [
    String.raw`\b(\d{4})-(\d{2})(?:-(\d{2}))?\b`,
    String.raw`\b${MONTH}\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`,
    String.raw`\b(\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}\.?,? (\d{4})\b`,
    String.raw`\b${MONTH}\.?,? (\d{4})\b`,
  ].join('|'),
  'gi',
);

const END =
  /\b(?:end[ -]of[ -](?:life|support)|eol|sunset\w*|remov(?:ed?|al|ing)|shut(?:ting)? ?down|shutdown|turn(?:ed|ing)? off|switched off|retire[ds]?|retirement|retiring|discontinu\w+|decommission\w*|disabled|clos(?:ed|ing) down|no longer|stops? (?:working|being)|cease\w*|(?:until|before)(?= *$))/gi;
const BEGIN = /\bdeprecat\w+/gi;

/** Longer texts are read up to here. */
const MAX_TEXT = 20_000;

/** The dates of a text, in its order, as ISO days or months, and where each stands. */
export function datesIn(text: string): readonly { readonly date: string; readonly at: number; readonly end: number }[] {
  return [...text.slice(0, MAX_TEXT).matchAll(DATE)].flatMap((match) => {
    const date = isoOf(match);
    return date === undefined ? [] : [{ date, at: match.index, end: match.index + match[0].length }];
  });
}

/**
 * What a vendor's sentence says: a date belongs to the words of its own sentence that stand nearest before it, or else
 * to those after it (`After May 1, 2026, requests will no longer be supported`). Several ends are none.
 */
export function proseDates(text: string): ProseDates {
  const flat = text.slice(0, MAX_TEXT).replace(/\s+/g, ' ');
  const ends = new Set<string>();
  const begins = new Set<string>();
  let from = 0;
  for (const { date, at, end } of datesIn(flat)) {
    const before = flat.slice(Math.max(from, at - 200), at);
    from = end;
    const sentence = before.slice(before.search(/[^.!?]*$/));
    const [last, begin] = [lastOf(END, sentence), lastOf(BEGIN, sentence)];
    if (last > begin) ends.add(date);
    else if (begin >= 0) begins.add(date);
    else if ((/^[^.!?]{0,200}/.exec(flat.slice(end))?.[0] ?? '').search(END) >= 0) ends.add(date);
  }
  const [since] = begins;
  const [endOfLife, ...others] = ends;
  return {
    ...(since === undefined ? {} : { since }),
    ...(endOfLife === undefined || others.length > 0 ? {} : { endOfLife }),
    ...(others.length > 0 ? { conflict: [...ends] } : {}),
  };
}

function lastOf(words: RegExp, text: string): number {
  return Math.max(-1, ...[...text.matchAll(words)].map(({ index }) => index));
}

function isoOf(match: RegExpMatchArray): string | undefined {
  const [, isoYear, isoMonth, isoDay, monthA, dayA, yearA, dayB, monthB, yearB, monthC, yearC] = match;
  const year = isoYear ?? yearA ?? yearB ?? yearC ?? '';
  const word = monthA ?? monthB ?? monthC;
  const month = isoMonth ?? String(monthNumber(word ?? '')).padStart(2, '0');
  const day = isoDay ?? dayA ?? dayB;
  const date = `${year}-${month}-${(day ?? '1').padStart(2, '0')}`;
  if (!isIsoDate(date)) return undefined;
  return day === undefined ? date.slice(0, 7) : date;
}

function monthNumber(word: string): number {
  return MONTHS.findIndex((month) => month.startsWith(word.toLowerCase().slice(0, 3))) + 1;
}

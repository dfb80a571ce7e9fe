import { isIsoDate } from '../../../../src/core/lib/iso-date.js';
import type { Subject } from './date-meaning.js';
import { MAX_TEXT } from './dates-in.js';
import { proseDates } from './prose-dates.js';
import { ownPropertyAt, textOf } from './records.js';
import type { UpstreamOperation } from './upstream.js';

/** Date fields of vendors, in order of precedence. */
const DATE_FIELDS: readonly { readonly keys: readonly string[]; readonly field: 'endOfLife' | 'since' }[] = [
  { keys: ['x-sunset'], field: 'endOfLife' },
  { keys: ['x-sunset-date'], field: 'endOfLife' },
  { keys: ['x-github', 'removalDate'], field: 'endOfLife' },
  { keys: ['x-github', 'deprecationDate'], field: 'since' },
  { keys: ['x-cfDeprecation', 'eol'], field: 'endOfLife' },
];

/** Text fields about the deprecation itself. */
const DEPRECATION_TEXTS: readonly (readonly string[])[] = [
  ['x-cfDeprecation', 'description'],
  ['x-stainless-deprecation-message'],
  ['x-deprecated-message'],
  ['x-deprecation'],
];

type DateFields = Pick<UpstreamOperation, 'endOfLife' | 'since' | 'datesFrom' | 'sentence'>;

export interface StatedDates extends DateFields {
  /** Messages about dates that were not understood or need a check. */
  readonly problems: readonly string[];
}

/** Reads the dates of an operation, a parameter or a property from its fields; without an end, from its description. */
export function datesFromFields(value: unknown, subject: Subject): StatedDates {
  const unclear: string[] = [];
  if (descriptionsOf(value).join('\n\n').length > MAX_TEXT)
    unclear.push(
      `its description is longer than ${String(MAX_TEXT)} characters: the text after that was not searched for dates`,
    );
  const fieldDates: { endOfLife?: string; since?: string } = {};
  for (const { keys, field } of DATE_FIELDS) {
    const fieldText = textOf(ownPropertyAt(value, keys));
    if (fieldText === undefined || fieldDates[field] !== undefined) continue;
    const date = dayOf(fieldText);
    if (date === undefined) unclear.push(`${keys.join('.')} is not a date: '${fieldText.slice(0, 40)}'`);
    else fieldDates[field] = date;
  }
  if (fieldDates.endOfLife !== undefined) return { ...fieldDates, datesFrom: 'field', problems: unclear };
  const { conflict, endSentence, otherSentences, ...prose } = proseDates(descriptionsOf(value).join('\n\n'), subject);
  if (conflict !== undefined) unclear.push(`its description gives several ends: ${conflict.join(', ')}`);
  if (prose.endOfLife !== undefined)
    unclear.push(`${prose.endOfLife} is taken from the description: check '${shorten(endSentence ?? '')}'`);
  const date = prose.endOfLife === undefined ? otherSentences?.[0] : undefined;
  if (date !== undefined)
    unclear.push(`its description may be about something else, and gives no end: '${shorten(date)}'`);
  const dates = { ...prose, ...fieldDates };
  const datesFrom = dates.endOfLife === undefined && fieldDates.since !== undefined ? 'field' : 'prose';
  return {
    ...dates,
    ...(Object.keys(dates).length === 0 ? {} : { datesFrom }),
    ...(date && { sentence: shorten(date) }),
    problems: unclear,
  };
}

/** The descriptions of an operation, beginning with those of its deprecation. */
export function descriptionsOf(value: unknown): readonly string[] {
  return [...DEPRECATION_TEXTS, ['description'], ['summary']].flatMap(
    (keys) => textOf(ownPropertyAt(value, keys)) ?? [],
  );
}

/** The day of a date or a timestamp: `2026-11-28T00:00:00Z`. */
function dayOf(dateText: string): string | undefined {
  const day = dateText.slice(0, 10);
  return isIsoDate(day) && /^$|^T/.test(dateText.slice(10, 11)) ? day : undefined;
}

/**
 * The sentence that calls an operation deprecated; sentences about its parts, or about the operation that it replaces,
 * do not count.
 */
export function deprecationSentence(value: unknown): string | undefined {
  const sentences = descriptionsOf(value).flatMap((text) => text.slice(0, MAX_TEXT).split(/(?<=[.!?])\s|\n\s*\n/));
  const sentence = sentences.find(
    (sentence) =>
      /\bdeprecat/i.test(sentence) &&
      !/\b(?:replac\w+|instead of|unlike|not|than|parameter|param|field|property|attribute|header|option|filter|value)s?\b/i.test(
        sentence,
      ),
  );
  return sentence === undefined ? undefined : shorten(sentence.trim().replace(/\s+/g, ' '));
}

/** Maximum length of a sentence in a message, in characters; a prefix is enough to find the sentence. */
const MAX_SENTENCE = 300;

function shorten(sentence: string): string {
  return sentence.length > MAX_SENTENCE ? `${sentence.slice(0, MAX_SENTENCE)}…` : sentence;
}

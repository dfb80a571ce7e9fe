import { isIsoDate } from '../../../../src/core/lib/iso-date.js';
import type { Subject } from './own-removal.js';
import { MAX_TEXT } from './dates-in.js';
import { proseDates } from './prose-dates.js';
import { ownAt, textOf } from './records.js';
import type { UpstreamOperation } from './upstream.js';

/** Date fields of vendors, the strongest first. */
const FIELDS: readonly { readonly keys: readonly string[]; readonly field: 'endOfLife' | 'since' }[] = [
  { keys: ['x-sunset'], field: 'endOfLife' },
  { keys: ['x-sunset-date'], field: 'endOfLife' },
  { keys: ['x-github', 'removalDate'], field: 'endOfLife' },
  { keys: ['x-github', 'deprecationDate'], field: 'since' },
  { keys: ['x-cfDeprecation', 'eol'], field: 'endOfLife' },
];

/** Fields with words about the deprecation itself. */
const WORDS: readonly (readonly string[])[] = [
  ['x-cfDeprecation', 'description'],
  ['x-stainless-deprecation-message'],
  ['x-deprecated-message'],
  ['x-deprecation'],
];

type Dates = Pick<UpstreamOperation, 'endOfLife' | 'since' | 'datesFrom' | 'sentence'>;

export interface StatedDates extends Dates {
  /** Sentences about text that was not understood or needs a check. */
  readonly unclear: readonly string[];
}

/** Reads the dates of an operation, a parameter or a property from its fields; without an end, from its description. */
export function datesFromFields(value: unknown, subject: Subject): StatedDates {
  const unclear: string[] = [];
  if (descriptionsOf(value).join('\n\n').length > MAX_TEXT)
    unclear.push(`its description is longer than ${String(MAX_TEXT)} characters: no dates were searched after them`);
  const found: { endOfLife?: string; since?: string } = {};
  for (const { keys, field } of FIELDS) {
    const written = textOf(ownAt(value, keys));
    if (written === undefined || found[field] !== undefined) continue;
    const date = dayOf(written);
    if (date === undefined) unclear.push(`${keys.join('.')} is not a date: '${written.slice(0, 40)}'`);
    else found[field] = date;
  }
  if (found.endOfLife !== undefined) return { ...found, datesFrom: 'field', unclear };
  const { conflict, words, elsewhere, ...prose } = proseDates(descriptionsOf(value).join('\n\n'), subject);
  if (conflict !== undefined) unclear.push(`its description gives several ends: ${conflict.join(', ')}`);
  if (prose.endOfLife !== undefined)
    unclear.push(`${prose.endOfLife} is taken from the description: check '${cut(words ?? '')}'`);
  const date = prose.endOfLife === undefined ? elsewhere?.[0] : undefined;
  if (date !== undefined) unclear.push(`its description may be about something else, and gives no end: '${cut(date)}'`);
  const dates = { ...prose, ...found };
  const from = dates.endOfLife === undefined && found.since !== undefined ? 'field' : 'prose';
  return {
    ...dates,
    ...(Object.keys(dates).length === 0 ? {} : { datesFrom: from }),
    ...(date && { sentence: cut(date) }),
    unclear,
  };
}

/** The words of an operation, those about its deprecation first. */
export function descriptionsOf(value: unknown): readonly string[] {
  return [...WORDS, ['description'], ['summary']].flatMap((keys) => textOf(ownAt(value, keys)) ?? []);
}

/** The day of a date or of a moment: `2026-11-28T00:00:00Z`. */
function dayOf(written: string): string | undefined {
  const day = written.slice(0, 10);
  return isIsoDate(day) && /^$|^T/.test(written.slice(10, 11)) ? day : undefined;
}

/**
 * The sentence that calls an operation deprecated; sentences on its parts, or on the operation that it replaces, do not
 * count.
 */
export function deprecationSentence(value: unknown): string | undefined {
  const sentences = descriptionsOf(value).flatMap((text) => text.slice(0, MAX_TEXT).split(/(?<=[.!?])\s|\n\s*\n/));
  const found = sentences.find(
    (sentence) =>
      /\bdeprecat/i.test(sentence) &&
      !/\b(?:replac\w+|instead of|unlike|not|than|parameter|param|field|property|attribute|header|option|filter|value)s?\b/i.test(
        sentence,
      ),
  );
  return found === undefined ? undefined : cut(found.trim().replace(/\s+/g, ' '));
}

/** Longer sentences are cut: a prefix is enough to find the place. */
const MAX_SENTENCE = 300;

function cut(sentence: string): string {
  return sentence.length > MAX_SENTENCE ? `${sentence.slice(0, MAX_SENTENCE)}…` : sentence;
}

import { parseItem, Token } from 'structured-headers';
import { utcDay } from '../../../../src/core/lib/iso-date.js';

/** Value of a Deprecation header: a start date, or only deprecated (`true`) or not (`false`). */
export type DeprecationHeader = { readonly since: string } | boolean;

/** Dates of HTTP in their three forms, and ISO dates, which many servers send instead. */
const MOMENT =
  /^(?:[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} (?:GMT|UTC)|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}|\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2}))?)$/;

/** The day of a date in HTTP, in UTC; undefined for any other text. */
export function parseHttpDate(text: string): string | undefined {
  const written = text.trim();
  if (!MOMENT.test(written)) return undefined;
  return utcDay(new Date(/GMT|UTC|Z|[+-]\d{2}:|^\d{4}-\d{2}-\d{2}$/.test(written) ? written : `${written} GMT`));
}

/** The Deprecation header of RFC 9745, and of the drafts before it; undefined for any other value. */
export function parseDeprecationHeader(text: string): DeprecationHeader | undefined {
  const day = parseHttpDate(text);
  if (day !== undefined) return { since: day };
  try {
    const value: unknown = parseItem(text)[0];
    if (typeof value === 'boolean') return value;
    if (value instanceof Token) return wordSaid(value.toString());
    if (!(value instanceof Date)) return undefined;
    const since = utcDay(value);
    return since === undefined ? undefined : { since };
  } catch {
    return undefined;
  }
}

function wordSaid(word: string): boolean | undefined {
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

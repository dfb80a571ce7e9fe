import { parseItem, Token } from 'structured-headers';
import { utcDay } from '../../../../src/core/lib/iso-date.js';

/** Value of a Deprecation header: a start date, or without a date `true` for deprecated and `false` for not. */
export type DeprecationHeader = { readonly since: string } | boolean;

/** The three date formats of HTTP, and ISO dates, which many servers send instead. */
const DATE =
  /^(?:[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} (?:GMT|UTC)|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}|\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2}))?)$/;

/** Parses a date of HTTP to its day in UTC; undefined for any other text. */
export function parseHttpDate(text: string): string | undefined {
  const trimmed = text.trim();
  if (!DATE.test(trimmed)) return undefined;
  return utcDay(new Date(/GMT|UTC|Z|[+-]\d{2}:|^\d{4}-\d{2}-\d{2}$/.test(trimmed) ? trimmed : `${trimmed} GMT`));
}

/** Parses a Deprecation header of RFC 9745 or of its drafts; undefined for any other value. */
export function parseDeprecationHeader(text: string): DeprecationHeader | undefined {
  const day = parseHttpDate(text);
  if (day !== undefined) return { since: day };
  try {
    const value: unknown = parseItem(text)[0];
    if (typeof value === 'boolean') return value;
    if (value instanceof Token) return booleanOfWord(value.toString());
    if (!(value instanceof Date)) return undefined;
    const since = utcDay(value);
    return since === undefined ? undefined : { since };
  } catch {
    return undefined;
  }
}

function booleanOfWord(word: string): boolean | undefined {
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

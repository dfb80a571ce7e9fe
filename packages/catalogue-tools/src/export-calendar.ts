import { Buffer } from 'node:buffer';
import type { Deprecation, IsoDate } from '../../../src/core/model/deprecation.js';
import { shownEndpoint } from '../../../src/core/model/endpoint.js';

export interface Calendar {
  readonly text: string;
  /** Entries without a day. */
  readonly leftOut: readonly Deprecation[];
}

/** Calendar by RFC 5545, created on a day: an all-day event for each end of life. */
export function calendarOf(entries: readonly Deprecation[], made: IsoDate): Calendar {
  const dated = entries.filter(({ endOfLife }) => endOfLife !== null);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//sunset-lint//catalogue//EN',
    ...dated.flatMap((entry) => eventOf(entry, made)),
    'END:VCALENDAR',
  ];
  return {
    text: lines.map((line) => `${fold(line)}\r\n`).join(''),
    leftOut: entries.filter(({ endOfLife }) => endOfLife === null),
  };
}

function eventOf(entry: Deprecation, made: IsoDate): readonly string[] {
  const { id, api, feature, endOfLife, endOfLifeMonth, url } = entry;
  const day = endOfLife ?? '';
  const words = [
    `API: ${api}`,
    ...(endOfLifeMonth === undefined ? [] : [`Only the month is known: ${endOfLifeMonth}`]),
    ...('endpoints' in entry ? entry.endpoints.map((endpoint) => shownEndpoint(endpoint)) : []),
  ];
  return [
    'BEGIN:VEVENT',
    `UID:${escapeValue(id)}@sunset-lint`,
    `DTSTAMP:${basic(made)}T000000Z`,
    `DTSTART;VALUE=DATE:${basic(day)}`,
    `DTEND;VALUE=DATE:${basic(dayAfter(day))}`,
    `SUMMARY:${escapeValue(`End of life: ${feature}`)}`,
    `DESCRIPTION:${escapeValue(words.join('\n'))}`,
    // A URL is not a TEXT value: it is not escaped, and must have no line break.
    ...(url === undefined || /[\s\p{Cc}]/u.test(url) ? [] : [`URL:${url}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function basic(day: IsoDate): string {
  return day.replaceAll('-', '');
}

function dayAfter(day: IsoDate): IsoDate {
  return new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function escapeValue(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** Octets of a line, without its end. */
const MAX_OCTETS = 75;

/** Folds a line at the allowed number of octets, without cutting a character. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (octets + size > MAX_OCTETS) {
      lines.push(current);
      [current, octets] = [' ', 1];
    }
    current += char;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

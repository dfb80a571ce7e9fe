import { Buffer } from 'node:buffer';
import type { Deprecation, IsoDate } from '../../../src/core/model/deprecation.js';
import { shownEndpoint } from '../../../src/core/model/endpoint.js';

export interface Calendar {
  readonly text: string;
  /** Entries without an end of life. */
  readonly leftOut: readonly Deprecation[];
}

/** Creates a calendar (RFC 5545) with an all-day event for each end of life. */
export function calendarOf(entries: readonly Deprecation[], createdOn: IsoDate): Calendar {
  const datedEntries = entries.filter(({ endOfLife }) => endOfLife !== null);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//sunset-lint//catalogue//EN',
    ...datedEntries.flatMap((entry) => eventOf(entry, createdOn)),
    'END:VCALENDAR',
  ];
  return {
    text: lines.map((line) => `${fold(line)}\r\n`).join(''),
    leftOut: entries.filter(({ endOfLife }) => endOfLife === null),
  };
}

function eventOf(entry: Deprecation, createdOn: IsoDate): readonly string[] {
  const { id, api, feature, endOfLife, endOfLifeMonth, url } = entry;
  const day = endOfLife ?? '';
  const descriptionLines = [
    `API: ${api}`,
    ...(endOfLifeMonth === undefined ? [] : [`Only the month is known: ${endOfLifeMonth}`]),
    ...('endpoints' in entry ? entry.endpoints.map((endpoint) => shownEndpoint(endpoint)) : []),
  ];
  return [
    'BEGIN:VEVENT',
    `UID:${escapeValue(id)}@sunset-lint`,
    `DTSTAMP:${basicDate(createdOn)}T000000Z`,
    `DTSTART;VALUE=DATE:${basicDate(day)}`,
    `DTEND;VALUE=DATE:${basicDate(dayAfter(day))}`,
    `SUMMARY:${escapeValue(`End of life: ${feature}`)}`,
    `DESCRIPTION:${escapeValue(descriptionLines.join('\n'))}`,
    // A URL is not a TEXT value: it is not escaped, and must have no line break.
    ...(url === undefined || /[\s\p{Cc}]/u.test(url) ? [] : [`URL:${url}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function basicDate(day: IsoDate): string {
  return day.replaceAll('-', '');
}

function dayAfter(day: IsoDate): IsoDate {
  return new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function escapeValue(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** Maximum length of a line without its line break, in octets. */
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

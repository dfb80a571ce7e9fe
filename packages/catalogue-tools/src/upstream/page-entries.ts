import { datesIn, MAX_TEXT } from './dates-in.js';
import { proseDates } from './prose-dates.js';
import { methodOf, templateOf } from './operations.js';
import { MAX_LINE } from './page-lines.js';
import type { PageLine } from './page-lines.js';
import type { Omission, NamedOperation, UpstreamOperation } from './upstream.js';

/** One notice of a page of deprecations. */
export interface PageEntry {
  readonly title: string;
  readonly lines: readonly PageLine[];
  /** Its position: `entries.3`, `line 12`. */
  readonly place: string;
}

/** Section of an entry, below a line such as `Deprecated APIs:`. */
type Section = 'deprecated' | 'affected' | 'replacement' | undefined;

const LABELLED = /^(deprecation|end[ -]of[ -]life|eol|sunset|removal|shutdown|change) date\s{0,3}:/i;

/** Entries of a page in lines: each begins with a title that is no date. */
export function entriesOfLines(lines: readonly PageLine[]): readonly PageEntry[] {
  const entries: { title: string; lines: PageLine[]; place: string }[] = [];
  for (const [index, line] of lines.entries()) {
    if (isTitle(lines, index)) {
      const at = line.line === undefined ? `entry ${String(entries.length + 1)}` : `line ${String(line.line)}`;
      entries.push({ title: line.text, lines: [], place: `${at} (${line.text.slice(0, 80)})` });
    } else entries.at(-1)?.lines.push(line);
  }
  return entries;
}

/** A heading, or a bold line between dates; other bold lines are inside an entry. */
function isTitle(lines: readonly PageLine[], index: number): boolean {
  const line = lines[index];
  if (line?.title === undefined || isDate(line) || LABELLED.test(line.text)) return false;
  if (sectionOf(line.text) !== undefined) return false;
  const [before, after] = [lines[index - 1], lines[index + 1]];
  return line.title === 'heading' || (before !== undefined && isDate(before)) || LABELLED.test(after?.text ?? '');
}

/** A title that is the day of a notice. */
function isDate({ title, text }: PageLine): boolean {
  return title !== undefined && datesIn(text)[0]?.at === 0;
}

/** The operations that entries name, with their dates. */
export function operationsOfEntries(entries: readonly PageEntry[], leftOut: Omission[]): readonly UpstreamOperation[] {
  return entries.flatMap((entry) => operationsOf(entry, leftOut));
}

function operationsOf({ title, lines, place }: PageEntry, leftOut: Omission[]): readonly UpstreamOperation[] {
  if (lines.some(({ isCut }) => isCut === true))
    leftOut.push({ place, why: `a line of it is longer than ${String(MAX_LINE)} characters: the rest was not read` });
  if (textOf(lines).length > MAX_TEXT)
    leftOut.push({
      place,
      why: `it is longer than ${String(MAX_TEXT)} characters: no dates were searched after them`,
    });
  const { conflict, elsewhere: _elsewhere, words: _words, ...dates } = datesOf(lines);
  const isNotice =
    dates.endOfLife !== undefined || dates.since !== undefined || /deprecat|sunset|end of life/i.test(title);
  if (!isNotice) {
    if (lines.some(({ text }) => operationsIn(text).length > 0))
      leftOut.push({ place, why: 'it names operations, and no date of a deprecation' });
    return [];
  }
  if (conflict !== undefined) leftOut.push({ place, why: `it gives several ends: ${conflict.join(', ')}` });
  const listed = new Map<Section, NamedOperation[]>();
  let section: Section;
  for (const { text } of lines) {
    section = sectionOf(text) ?? section;
    listed.set(section, [...(listed.get(section) ?? []), ...operationsIn(text)]);
  }
  const deprecated = listed.get('deprecated') ?? [];
  const affected = listed.get('affected') ?? [];
  const loose = deprecated.length + affected.length > 0 ? [] : (listed.get(undefined) ?? []);
  if (deprecated.length + affected.length + loose.length === 0)
    leftOut.push({ place, why: 'it names no operation, or in a way that is not understood' });
  const common = { deprecated: true, ...dates, datesFrom: 'prose', group: title, place } as const;
  return [
    ...deprecated.map((operation) => ({ ...operation, ...common })),
    ...[...affected, ...loose].map((operation) => ({ ...operation, ...common, affected: true as const })),
  ];
}

/** Dates from a line that has nothing else; without such a line, dates from the prose. */
function datesOf(lines: readonly PageLine[]): ReturnType<typeof proseDates> {
  const dates: { endOfLife?: string; since?: string } = {};
  for (const { text } of lines) {
    const label = LABELLED.exec(text)?.[1]?.toLowerCase();
    const date = label === undefined ? undefined : datesIn(text)[0]?.date;
    if (label === undefined || date === undefined) continue;
    if (label === 'deprecation' || label === 'change') dates.since ??= date;
    else dates.endOfLife ??= date;
  }
  return Object.keys(dates).length > 0 ? dates : proseDates(textOf(lines), 'anything');
}

function textOf(lines: readonly PageLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}

/** `Deprecated APIs:`, `Affected API:`, `Replacements:`; any other line leaves the section unchanged. */
function sectionOf(text: string): Section {
  const label = /^([a-z][a-z ]{2,40}?)s? ?(?::|$)/i.exec(text)?.[1]?.toLowerCase() ?? '';
  if (/^deprecated (?:api|endpoint|operation|method|behavior)/.test(label)) return 'deprecated';
  if (/^(?:affected|modified|changed) (?:api|endpoint|operation)/.test(label)) return 'affected';
  return /^(?:replacement|new (?:api|endpoint)|alternative|migrat)/.test(label) ? 'replacement' : undefined;
}

/** The operations that a line names: `GET, PUT and DELETE /towers/{id}` are three. */
export function operationsIn(text: string): readonly NamedOperation[] {
  const found: NamedOperation[] = [];
  let methods: string[] = [];
  for (const token of text.split(/[\s`,()"'[\]*|]+/)) {
    const joined = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)(\/.*)?$/.exec(token);
    const written = joined?.[2] ?? (joined === null && token.includes('/') ? token : undefined);
    if (joined?.[1] !== undefined) methods.push(joined[1]);
    if (written === undefined) continue;
    const path = written.includes('://') ? undefined : templateOf(written.replace(/[.;:]{1,3}$/, ''));
    if (path !== undefined)
      found.push(...methods.flatMap((word) => [{ method: methodOf(word) ?? ('GET' as const), path }]));
    if (methods.length > 0) methods = [];
  }
  return found;
}

import type { HttpMethod } from '../../../../src/core/model/endpoint.js';
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
  /** Position of the entry: `entries.3`, `line 12`. */
  readonly place: string;
}

/** Section of an entry, below a line such as `Deprecated APIs:`. */
type Section = 'deprecated' | 'affected' | 'replacement' | undefined;

const DATE_LABEL = /^(deprecation|end[ -]of[ -]life|eol|sunset|removal|shutdown|change) date\s{0,3}:/i;

/** The entries of a page: each begins with a title that is not a date. */
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

/** Whether a line begins an entry: a heading, or a bold line after a date or before a labelled one. */
function isTitle(lines: readonly PageLine[], index: number): boolean {
  const line = lines[index];
  if (line?.title === undefined || isDateTitle(line) || DATE_LABEL.test(line.text)) return false;
  if (sectionOf(line.text) !== undefined) return false;
  const [before, after] = [lines[index - 1], lines[index + 1]];
  return (
    line.title === 'heading' || (before !== undefined && isDateTitle(before)) || DATE_LABEL.test(after?.text ?? '')
  );
}

/** Whether a line is a title that begins with a date. */
function isDateTitle({ title, text }: PageLine): boolean {
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
      why: `it is longer than ${String(MAX_TEXT)} characters: the text after that was not searched for dates`,
    });
  const { conflict, otherSentences: _otherSentences, endSentence: _endSentence, ...dates } = datesOf(lines);
  const isNotice =
    dates.endOfLife !== undefined || dates.since !== undefined || /deprecat|sunset|end of life/i.test(title);
  if (!isNotice) {
    if (lines.some(({ text }) => operationsIn(text).length > 0))
      leftOut.push({ place, why: 'it names operations, but no deprecation date' });
    return [];
  }
  if (conflict !== undefined) leftOut.push({ place, why: `it gives several ends: ${conflict.join(', ')}` });
  const operationsBySection = new Map<Section, NamedOperation[]>();
  let section: Section;
  for (const { text } of lines) {
    section = sectionOf(text) ?? section;
    operationsBySection.set(section, [...(operationsBySection.get(section) ?? []), ...operationsIn(text)]);
  }
  const deprecated = operationsBySection.get('deprecated') ?? [];
  const affected = operationsBySection.get('affected') ?? [];
  // Without a section, prose leaves open whether the operation itself ends.
  const otherOperations = deprecated.length + affected.length > 0 ? [] : (operationsBySection.get(undefined) ?? []);
  if (deprecated.length + affected.length + otherOperations.length === 0)
    leftOut.push({ place, why: 'it names no operation, or in a way that is not understood' });
  const commonFields = { deprecated: true, ...dates, datesFrom: 'prose', group: title, place } as const;
  return [
    ...deprecated.map((operation) => ({ ...operation, ...commonFields })),
    ...[...affected, ...otherOperations].map((operation) => ({
      ...operation,
      ...commonFields,
      affected: true as const,
    })),
  ];
}

/** Dates from labelled lines (`Sunset date: …`); without such a line, dates from the prose. */
function datesOf(lines: readonly PageLine[]): ReturnType<typeof proseDates> {
  const dates: { endOfLife?: string; since?: string } = {};
  for (const { text } of lines) {
    const label = DATE_LABEL.exec(text)?.[1]?.toLowerCase();
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

/** Section that a line begins: `Deprecated APIs:`, `Affected API:`, `Replacements:`; undefined for any other line. */
function sectionOf(text: string): Section {
  const label = /^([a-z][a-z ]{2,40}?)s? ?(?::|$)/i.exec(text)?.[1]?.toLowerCase() ?? '';
  if (/^deprecated (?:api|endpoint|operation|method|behavior)/.test(label)) return 'deprecated';
  if (/^(?:affected|modified|changed) (?:api|endpoint|operation)/.test(label)) return 'affected';
  return /^(?:replacement|new (?:api|endpoint)|alternative|migrat)/.test(label) ? 'replacement' : undefined;
}

/** A word of a line, without the marks and brackets around it. */
const WORD = /[^\s`,()"'[\]*|]+/g;

/** `GET`, `PUT/PATCH`, `GET/towers`: methods, and the path that follows without a blank. */
const METHODS_IN_WORD =
  /^((?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)(?:\/(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS))*)(\/.*)?$/;

/** `/towers`, `towers/{id}`, `{tower}/bells`, `https://…`; not `and/or`, `01/02/2026`, nor a slash alone. */
const PATH_OR_ADDRESS = /^\/[^/]|\/[{:<]|^[{:<][^/]+\/|:\/\//;

/** The text between two paths with the same methods. */
const CONJUNCTION = /^(?:,|,? ?(?:and|or|and\/or|&))$/;

/**
 * The operations that a line names: `GET, PUT and DELETE /towers/{id}` are three, and `GET /towers and /bells` two.
 */
export function operationsIn(text: string): readonly NamedOperation[] {
  const operations: NamedOperation[] = [];
  const methods = new Set<HttpMethod>();
  let pathEnd: number | undefined;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const [, methodNames, adjacentPath] = METHODS_IN_WORD.exec(word) ?? [];
    if (methodNames !== undefined) {
      if (pathEnd !== undefined) methods.clear();
      for (const method of methodNames.split('/').map(methodOf)) if (method !== undefined) methods.add(method);
      pathEnd = undefined;
    }
    const pathText = methodNames === undefined ? word : adjacentPath;
    if (pathText === undefined || methods.size === 0 || !PATH_OR_ADDRESS.test(pathText)) continue;
    const trimmedPath = pathText.replace(/[.;:]{1,3}$/, '');
    const path = pathText.includes('://') ? undefined : templateOf(trimmedPath);
    const at = index + word.length - pathText.length;
    if (path === undefined || (pathEnd !== undefined && !isConjunction(text.slice(pathEnd, at)))) {
      methods.clear();
      pathEnd = undefined;
      continue;
    }
    for (const method of methods) operations.push({ method, path });
    pathEnd = at + trimmedPath.length;
  }
  return operations;
}

function isConjunction(text: string): boolean {
  return text.length < 40 && CONJUNCTION.test(text.replace(/[\s`"'*]+/g, ' ').trim());
}

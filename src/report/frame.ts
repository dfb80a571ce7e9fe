import { BoundedMap, memoByObject } from '../core/lib/collections.js';
import { maskSource } from '../core/lib/escape.js';
import { maskSecrets } from '../core/lib/mask-secrets.js';
import { columnsOf } from '../core/lib/terminal-text.js';
import type { ReportRange } from './report.js';

/**
 * Source lines of a range, without context, safe to show. Marks are offsets in the shown text, from 0, end exclusive.
 */
export interface Frame {
  readonly lines: readonly FrameLine[];
}

export interface FrameLine {
  readonly number: number;
  /** Without tabs; `…` marks a cut. */
  readonly text: string;
  /** Part of the line that is marked. */
  readonly mark: readonly [start: number, end: number];
}

const MAX_MARKED_LINES = 6;
const DEFAULT_COLUMNS = 180;

/** A frame as data. Each line of more than `width` columns is cut around its marked part. */
export function frameOf(lines: readonly string[], { start, end }: ReportRange, width = DEFAULT_COLUMNS): Frame {
  // A file that changed after the scan may end before the range does.
  if (end.line > lines.length) return { lines: [] };
  const shownLines = lines.slice(start.line - 1, Math.min(end.line, start.line + MAX_MARKED_LINES - 1));
  return {
    lines: shownLines.map((line, index) => {
      const number = start.line + index;
      const from = number === start.line ? clamp(start.column - 1, line.length) : line.length - line.trimStart().length;
      const to = number === end.line ? clamp(end.column - 1, line.length) : line.length;
      return { number, ...cutAround(line, [from, Math.max(from, to)], width) };
    }),
  };
}

const CUT_MARK = '…';

/** Cuts a line to a width, with a third of the columns before the mark. */
function cutAround(line: string, [from, to]: FrameLine['mark'], width: number): Omit<FrameLine, 'number'> {
  // Every character except a combining one takes a column, so text farther away than `width` cannot be shown.
  const windowStart = Math.max(0, from - width);
  const windowEnd = Math.min(line.length, from + 2 * width);
  const charactersBefore = charactersOf(line.slice(windowStart, from));
  const markedCharacters = charactersOf(line.slice(from, Math.min(to, windowEnd)));
  const charactersAfter = charactersOf(line.slice(Math.min(to, windowEnd), windowEnd));
  const isUncut =
    windowStart === 0 &&
    windowEnd === line.length &&
    columnsOf([...charactersBefore, ...markedCharacters, ...charactersAfter].join('')) <= width;
  if (isUncut) return joinParts(charactersBefore.join(''), markedCharacters.join(''), charactersAfter.join(''));
  const columnsFromMark =
    columnsOf([...markedCharacters, ...charactersAfter].join('')) + (windowEnd < line.length ? width : 0);
  const head = takeColumns(
    charactersBefore.toReversed(),
    Math.max(Math.floor(width / 3), width - columnsFromMark) - 1,
  ).reverse();
  const isCutBefore = head.length < charactersBefore.length || windowStart > 0;
  const start = `${isCutBefore ? CUT_MARK : ''}${head.join('')}`;
  const charactersFromMark = [...markedCharacters, ...charactersAfter];
  const columnsLeft = width - columnsOf(start);
  const isCutAfter = windowEnd < line.length || columnsOf(charactersFromMark.join('')) > columnsLeft;
  const tail = isCutAfter ? takeColumns(charactersFromMark, columnsLeft - 1) : charactersFromMark;
  return joinParts(
    start,
    tail.slice(0, markedCharacters.length).join(''),
    `${tail.slice(markedCharacters.length).join('')}${isCutAfter ? CUT_MARK : ''}`,
  );
}

/** The first characters that fit into a number of columns. */
function takeColumns(characters: readonly string[], columns: number): string[] {
  let columnsTaken = 0;
  const end = characters.findIndex((character) => (columnsTaken += columnsOf(character)) > columns);
  return characters.slice(0, end < 0 ? characters.length : end);
}

function joinParts(textBefore: string, markedText: string, textAfter: string): Omit<FrameLine, 'number'> {
  return {
    text: `${textBefore}${markedText}${textAfter}`,
    mark: [textBefore.length, textBefore.length + markedText.length],
  };
}

const SEGMENTER = new Intl.Segmenter();

/** Graphemes of a source as shown: secrets masked, tabs expanded. */
function charactersOf(source: string): string[] {
  return Array.from(SEGMENTER.segment(maskSource(source).replaceAll('\t', '  ')), ({ segment }) => segment);
}

function clamp(column: number, length: number): number {
  return Math.min(Math.max(column, 0), length);
}

/** Characters of text whose split lines are cached. */
const MAX_CACHED_CHARACTERS = 16_000_000;

type TextOf = (file: string) => string | undefined;

type LinesOf = (file: string) => readonly string[] | undefined;

/**
 * Lines of available files, to locate places; not to be shown. Each file is split once for all callers: a file may have
 * very many findings, and evidence alternates between files.
 */
export const linesOf = memoByObject((textOf: TextOf) => lineSplitter(textOf, (text) => text));

/** Lines of files to be shown. Secrets are searched for in the complete text, and masked at the same length. */
export const shownLinesOf = memoByObject((textOf: TextOf) => lineSplitter(textOf, maskSecrets));

function lineSplitter(textOf: TextOf, prepare: (text: string) => string): LinesOf {
  const cache = new BoundedMap<readonly string[] | undefined>(MAX_CACHED_CHARACTERS);
  return (file) => {
    if (!cache.has(file)) {
      const text = textOf(file);
      const lines = text === undefined ? undefined : prepare(text).split(/\r\n|[\n\r\u2028\u2029]/);
      cache.set(file, lines, text?.length ?? 0);
    }
    return cache.get(file);
  };
}

import type { FileFacts } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';

/** The facts that only one version of a file has, by kind. */
export type DifferingFacts = Readonly<Partial<Record<keyof FileFacts, readonly unknown[]>>>;

/**
 * Compares two versions of a file by their facts, with positions relative to the code before them. Two versions without
 * a difference have the same meaning, whatever their blanks, comments, types and markup.
 */
export function differingFacts(before: FileVersion, after: FileVersion): DifferingFacts {
  const placeNames = alignLines(before.text, after.text);
  const equalPrefixOf = equalPrefixCounter(before, after);
  const differing: Partial<Record<keyof FileFacts, readonly unknown[]>> = {};
  for (const kind of new Set([...kindsOf(before.facts), ...kindsOf(after.facts)])) {
    const start = equalPrefixOf(kind);
    const oldRecords = recordsOf(before.facts, kind, start, placeNames.before);
    const newRecords = recordsOf(after.facts, kind, start, placeNames.after);
    const changed = [...surplusRecords(oldRecords, newRecords), ...surplusRecords(newRecords, oldRecords)];
    if (changed.length > 0) differing[kind] = changed;
  }
  return differing;
}

function kindsOf(facts: FileFacts): readonly (keyof FileFacts)[] {
  return Object.keys(facts) as (keyof FileFacts)[];
}

interface NamedRecords {
  readonly records: readonly unknown[];
  /** Names of the records; equal records have the same name in both versions. */
  readonly names: readonly string[];
}

/** The records of one kind after the `skipped` first ones, with their names. */
function recordsOf(
  facts: FileFacts,
  kind: keyof FileFacts,
  skipped: number,
  placeName: (offset: number) => string,
): NamedRecords {
  const records = recordsIn(facts, kind).slice(skipped);
  const spanName = ([start, end]: Span): string => `${placeName(start)} ${placeName(end)}`;
  const replace = (key: string, item: unknown): unknown => {
    if (isSpan(item)) return spanName(item);
    const at = typeof item === 'number' ? tableOf(facts, key)?.[item]?.at : undefined;
    return at === undefined ? item : spanName(at);
  };
  return { records, names: records.map((record) => JSON.stringify(record, replace)) };
}

/** Records that occur more often than in the other version. */
function surplusRecords({ records, names }: NamedRecords, others: NamedRecords): readonly unknown[] {
  const counts = new Map<string, number>();
  for (const name of others.names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return records.filter((_, index) => {
    const count = counts.get(names[index] ?? '') ?? 0;
    counts.set(names[index] ?? '', count - 1);
    return count <= 0;
  });
}

/** Names of places in two versions of a text. Places have equal names if the code around them is the same. */
interface Alignment {
  readonly before: (offset: number) => string;
  readonly after: (offset: number) => string;
}

/** Maximum number of pairs of lines to compare, between the first and the last line that differ. */
const MAX_PAIRS = 1_000_000;

/**
 * Aligns two versions by their lines. The name of a place is its line in the earlier version and the number of
 * non-blank characters before it; a place in a line that the other version lacks has a unique name. Places with equal
 * names are in the same code, in the same order.
 */
function alignLines(before: string, after: string): Alignment {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  const matchingLines = matchLines(oldLines.codes, newLines.codes);
  const newNames = newLines.codes.map((_, line) => `+${line}`);
  const oldNames = oldLines.codes.map((_, line) => `-${line}`);
  for (const [a, b] of matchingLines) oldNames[a] = newNames[b] = String(a);
  return { before: memoisedPlaceName(oldLines, oldNames), after: memoisedPlaceName(newLines, newNames) };
}

interface Lines {
  readonly text: string;
  readonly starts: readonly number[];
  /** Text of the lines without blanks. */
  readonly codes: readonly string[];
}

function linesOf(text: string): Lines {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  const codes = starts.map((start, line) => withoutBlanks(text.slice(start, starts[line + 1])));
  return { text, starts, codes };
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Returns a memoised function from places to their names; nested nodes begin or end at the same place. */
function memoisedPlaceName(lines: Lines, names: readonly string[]): (offset: number) => string {
  const memo = new Map<number, string>();
  const nameOf = placeNameFinder(lines, names);
  return (offset) => {
    let name = memo.get(offset);
    if (name === undefined) memo.set(offset, (name = nameOf(offset)));
    return name;
  };
}

function placeNameFinder({ text, starts }: Lines, names: readonly string[]): (offset: number) => string {
  return (offset) => {
    if (offset === 0) return 'start';
    if (offset === text.length) return 'end';
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return `${names[low] ?? ''}:${withoutBlanks(text.slice(starts[low], offset)).length}`;
  };
}

/** Pairs of equal lines, in order. */
function matchLines(oldLines: readonly string[], newLines: readonly string[]): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  let head = 0;
  while (head < oldLines.length && head < newLines.length && oldLines[head] === newLines[head])
    pairs.push([head, head++]);
  let tail = 0;
  while (tail < Math.min(oldLines.length, newLines.length) - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail))
    tail += 1;
  const [rows, columns] = [oldLines.length - head - tail, newLines.length - head - tail];
  if (rows * columns <= MAX_PAIRS)
    for (const [a, b] of longestCommonLines(oldLines.slice(head, head + rows), newLines.slice(head, head + columns)))
      pairs.push([head + a, head + b]);
  for (let end = 1; end <= tail; end += 1) pairs.push([oldLines.length - end, newLines.length - end]);
  return pairs;
}

/** The longest common subsequence, computed from a table of lengths. */
function longestCommonLines(
  oldLines: readonly string[],
  newLines: readonly string[],
): readonly (readonly [number, number])[] {
  const width = newLines.length + 1;
  const lengths = new Uint32Array((oldLines.length + 1) * width);
  const length = (a: number, b: number): number => lengths[a * width + b] ?? 0;
  for (let a = oldLines.length - 1; a >= 0; a -= 1)
    for (let b = newLines.length - 1; b >= 0; b -= 1)
      lengths[a * width + b] =
        oldLines[a] === newLines[b] ? length(a + 1, b + 1) + 1 : Math.max(length(a + 1, b), length(a, b + 1));
  const pairs: [number, number][] = [];
  for (let [a, b] = [0, 0]; a < oldLines.length && b < newLines.length;)
    if (oldLines[a] === newLines[b]) pairs.push([a++, b++]);
    else if (length(a + 1, b) >= length(a, b + 1)) a += 1;
    else b += 1;
  return pairs;
}

/**
 * Counts the equal records of a kind at the start of two versions, all of them before the first line that differs. Such
 * records are compared without names.
 */
function equalPrefixCounter(before: FileVersion, after: FileVersion): (kind: keyof FileFacts) => number {
  const end = startOfDifference(before.text, after.text);
  const isSame = (key: string, old: unknown, now: unknown): boolean => {
    if (typeof old === 'number') {
      if (old !== now) return false;
      const [table, other] = [tableOf(before.facts, key), tableOf(after.facts, key)];
      return table === undefined || isSame('at', table[old]?.at, other?.[old]?.at);
    }
    if (typeof old !== 'object' || typeof now !== 'object' || old === null || now === null) return old === now;
    if (isSpan(old)) return isSpan(now) && old[0] === now[0] && old[1] === now[1] && old[1] < end;
    if (Array.isArray(old))
      return (
        Array.isArray(now) && old.length === now.length && old.every((item, index) => isSame('', item, now[index]))
      );
    const [oldRecord, newRecord] = [old as Readonly<Record<string, unknown>>, now as Readonly<Record<string, unknown>>];
    const keys = Object.keys(oldRecord);
    return (
      keys.length === Object.keys(newRecord).length &&
      keys.every((name) => isSame(name, oldRecord[name], newRecord[name]))
    );
  };
  return (kind) => {
    const [old, now] = [recordsIn(before.facts, kind), recordsIn(after.facts, kind)];
    let count = 0;
    while (count < old.length && count < now.length && isSame('', old[count], now[count])) count += 1;
    return count;
  };
}

/** Start of the first line that differs. */
function startOfDifference(before: string, after: string): number {
  const length = Math.min(before.length, after.length);
  let at = 0;
  while (at < length && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  return at === 0 ? 0 : before.lastIndexOf('\n', at - 1) + 1;
}

/** Text and facts of a version of a file. */
export interface FileVersion {
  readonly text: string;
  readonly facts: FileFacts;
}

/** Table for each key of a fact whose number is an index into it. */
const TABLES_BY_KEY: Readonly<Record<string, 'calls' | 'functions' | 'classes' | 'objects'>> = {
  call: 'calls',
  function: 'functions',
  within: 'functions',
  construct: 'functions',
  answers: 'functions',
  class: 'classes',
  ofClass: 'classes',
  object: 'objects',
  ofObject: 'objects',
};

/** The table that a number under this key is an index into; undefined for other numbers. */
function tableOf(facts: FileFacts, key: string): readonly { readonly at: Span }[] | undefined {
  const table = TABLES_BY_KEY[key];
  return table === undefined ? undefined : facts[table];
}

/** The records of one kind. */
function recordsIn(facts: FileFacts, kind: keyof FileFacts): readonly unknown[] {
  const value: unknown = facts[kind];
  return Array.isArray(value) ? value : [value];
}

/** Whether a value is a span: no other list in facts has two numbers. */
export function isSpan(value: unknown): value is Span {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'number');
}

import type { FileFacts } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';

/** The facts that only one version of a file has, by kind; undefined if the versions cannot be compared. */
export type DifferingFacts = Readonly<Partial<Record<keyof FileFacts, readonly unknown[]>>>;

/**
 * Compares two versions of a file by their facts, with positions relative to the code before them. Two versions without
 * a difference have the same meaning, whatever their blanks, comments, types and markup.
 */
export function differingFacts(before: FileVersion, after: FileVersion): DifferingFacts {
  const places = alignLines(before.text, after.text);
  const startOf = sameStarts(before, after);
  const differing: Partial<Record<keyof FileFacts, readonly unknown[]>> = {};
  for (const part of new Set([...partsOf(before.facts), ...partsOf(after.facts)])) {
    const start = startOf(part);
    const old = recordsOf(before.facts, part, start, places.before);
    const now = recordsOf(after.facts, part, start, places.after);
    const left = [...surplus(old, now), ...surplus(now, old)];
    if (left.length > 0) differing[part] = left;
  }
  return differing;
}

function partsOf(facts: FileFacts): readonly (keyof FileFacts)[] {
  return Object.keys(facts) as (keyof FileFacts)[];
}

interface Records {
  readonly records: readonly unknown[];
  /** Names of the records; equal records have the same name in both versions. */
  readonly names: readonly string[];
}

/** The records of one kind from the record at `start` on. */
function recordsOf(facts: FileFacts, part: keyof FileFacts, start: number, place: (offset: number) => string): Records {
  const records = recordsIn(facts, part).slice(start);
  const spanName = ([start, end]: Span): string => `${place(start)} ${place(end)}`;
  const replace = (key: string, item: unknown): unknown => {
    if (isSpan(item)) return spanName(item);
    const at = typeof item === 'number' ? tableOf(facts, key)?.[item]?.at : undefined;
    return at === undefined ? item : spanName(at);
  };
  return { records, names: records.map((record) => JSON.stringify(record, replace)) };
}

/** Records that occur more often than in the other version. */
function surplus({ records, names }: Records, others: Records): readonly unknown[] {
  const counts = new Map<string, number>();
  for (const name of others.names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return records.filter((_, index) => {
    const count = counts.get(names[index] ?? '') ?? 0;
    counts.set(names[index] ?? '', count - 1);
    return count <= 0;
  });
}

/** Gives places in two versions of a text equal names if the code around them is the same. */
interface Alignment {
  readonly before: (offset: number) => string;
  readonly after: (offset: number) => string;
}

/** Maximum number of compared pairs of lines, between the first and the last line that differ. */
const MAX_PAIRS = 1_000_000;

/**
 * Aligns two versions by their lines. The name of a place is its line in the earlier version and the number of
 * non-blank characters before it; a place in a line that the other version lacks has a unique name. Places with equal
 * names are in the same code, in the same order.
 */
function alignLines(before: string, after: string): Alignment {
  const [old, now] = [linesOf(before), linesOf(after)];
  const matchingLines = matchLines(old.codes, now.codes);
  const names = now.codes.map((_, line) => `+${line}`);
  const own = old.codes.map((_, line) => `-${line}`);
  for (const [a, b] of matchingLines) own[a] = names[b] = String(a);
  return { before: placeIn(old, own), after: placeIn(now, names) };
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

/** Returns the names of places, memoised because facts name the same places repeatedly: nested nodes begin together. */
function placeIn(lines: Lines, names: readonly string[]): (offset: number) => string {
  const known = new Map<number, string>();
  const nameOf = nameIn(lines, names);
  return (offset) => {
    let name = known.get(offset);
    if (name === undefined) known.set(offset, (name = nameOf(offset)));
    return name;
  };
}

function nameIn({ text, starts }: Lines, names: readonly string[]): (offset: number) => string {
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
function matchLines(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) pairs.push([head, head++]);
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [rows, columns] = [old.length - head - tail, now.length - head - tail];
  if (rows * columns <= MAX_PAIRS)
    for (const [a, b] of longestCommon(old.slice(head, head + rows), now.slice(head, head + columns)))
      pairs.push([head + a, head + b]);
  for (let end = 1; end <= tail; end += 1) pairs.push([old.length - end, now.length - end]);
  return pairs;
}

/** The longest common subsequence, by the table of its lengths. */
function longestCommon(old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const length = (a: number, b: number): number => lengths[a * width + b] ?? 0;
  for (let a = old.length - 1; a >= 0; a -= 1)
    for (let b = now.length - 1; b >= 0; b -= 1)
      lengths[a * width + b] =
        old[a] === now[b] ? length(a + 1, b + 1) + 1 : Math.max(length(a + 1, b), length(a, b + 1));
  const pairs: [number, number][] = [];
  for (let [a, b] = [0, 0]; a < old.length && b < now.length;)
    if (old[a] === now[b]) pairs.push([a++, b++]);
    else if (length(a + 1, b) >= length(a, b + 1)) a += 1;
    else b += 1;
  return pairs;
}

/**
 * Counts the equal records of a kind at the start of two versions, all of them before the first line that differs. Such
 * records are compared without names.
 */
function sameStarts(before: FileVersion, after: FileVersion): (part: keyof FileFacts) => number {
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
  return (part) => {
    const [old, now] = [recordsIn(before.facts, part), recordsIn(after.facts, part)];
    let count = 0;
    while (count < old.length && count < now.length && isSame('', old[count], now[count])) count += 1;
    return count;
  };
}

/** Returns the start of the first line that differs. */
function startOfDifference(before: string, after: string): number {
  const length = Math.min(before.length, after.length);
  let at = 0;
  while (at < length && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  return at === 0 ? 0 : before.lastIndexOf('\n', at - 1) + 1;
}

/** A version of a file. */
export interface FileVersion {
  readonly text: string;
  readonly facts: FileFacts;
}

/** Tables that facts refer to by index, by the names of such properties. */
const TABLES: Readonly<Record<string, 'calls' | 'functions' | 'classes' | 'objects'>> = {
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
  const table = TABLES[key];
  return table === undefined ? undefined : facts[table];
}

/** The records of one kind. */
function recordsIn(facts: FileFacts, part: keyof FileFacts): readonly unknown[] {
  const value: unknown = facts[part];
  return Array.isArray(value) ? value : [value];
}

/** Whether a value is a span: other numbers in facts are single. */
export function isSpan(value: unknown): value is Span {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'number');
}

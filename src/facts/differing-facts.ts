import type { FileFacts } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { alignLines } from './line-alignment.js';

/** The facts that only one version of a file has, by kind; undefined if the versions do not compare. */
export type DifferingFacts = Readonly<Partial<Record<keyof FileFacts, readonly unknown[]>>>;

/** A version of a file. */
export interface FileVersion {
  readonly text: string;
  readonly facts: FileFacts;
}

/** Tables that facts name their records in by index, by the names of such properties. */
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

/**
 * Compares two versions of a file by their facts: where something stands counts only as far as what stands before it.
 * Two versions without a difference mean the same, whatever blanks, comments, types and markup they have.
 */
export function differingFacts(before: FileVersion, after: FileVersion): DifferingFacts {
  const places = alignLines(before.text, after.text);
  const differing: Partial<Record<keyof FileFacts, readonly unknown[]>> = {};
  for (const part of new Set([...partsOf(before.facts), ...partsOf(after.facts)])) {
    const old = recordsOf(before.facts, part, places.before);
    const now = recordsOf(after.facts, part, places.after);
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
  /** Each as a text that is the same in the other version where the record is. */
  readonly names: readonly string[];
}

function recordsOf(facts: FileFacts, part: keyof FileFacts, place: (offset: number) => string): Records {
  const value: unknown = facts[part];
  const records: readonly unknown[] = Array.isArray(value) ? value : [value];
  const spanName = ([start, end]: Span): string => `${place(start)} ${place(end)}`;
  const replace = (key: string, item: unknown): unknown => {
    if (isSpan(item)) return spanName(item);
    const table = typeof item === 'number' ? TABLES[key] : undefined;
    if (table === undefined) return item;
    const at = facts[table][item as number]?.at;
    return at === undefined ? item : spanName(at);
  };
  return { records, names: records.map((record) => JSON.stringify(record, replace)) };
}

/** Numbers in facts stand alone, except the two numbers of a span. */
function isSpan(value: unknown): value is Span {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'number');
}

/** Records that are there more often than among the others. */
function surplus({ records, names }: Records, others: Records): readonly unknown[] {
  const counts = new Map<string, number>();
  for (const name of others.names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return records.filter((_, index) => {
    const count = counts.get(names[index] ?? '') ?? 0;
    counts.set(names[index] ?? '', count - 1);
    return count <= 0;
  });
}

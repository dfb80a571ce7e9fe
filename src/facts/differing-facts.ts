import type { FileFacts } from '../model/facts.js';
import type { Span } from '../model/span.js';
import { alignLines } from './line-alignment.js';
import { isSpan, recordsIn, tableOf } from './record-places.js';
import type { FileVersion } from './record-places.js';
import { sameStarts } from './same-starts.js';

/** The facts that only one version of a file has, by kind; undefined if the versions do not compare. */
export type DifferingFacts = Readonly<Partial<Record<keyof FileFacts, readonly unknown[]>>>;

/**
 * Compares two versions of a file by their facts: where something stands counts only as far as what stands before it.
 * Two versions without a difference mean the same, whatever blanks, comments, types and markup they have.
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
  /** Each as a text that is the same in the other version where the record is. */
  readonly names: readonly string[];
}

/** The records of one kind from the one at `start` on. */
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

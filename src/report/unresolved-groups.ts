import { count } from '../lib/wording.js';
import { escapeText } from '../lib/escape.js';
import { groupBy } from '../lib/collections.js';
import type { ReportUnresolved } from './report.js';
import { placeOf } from './words.js';

/** Requests that one thing keeps from being resolved. */
export interface UnresolvedGroup {
  readonly first: ReportUnresolved;
  readonly others: readonly ReportUnresolved[];
}

/**
 * Rows by the unknown value that decides them and the reason, each in the place of the first; a row without a cause is
 * alone.
 */
export function unresolvedGroups(rows: readonly ReportUnresolved[]): readonly UnresolvedGroup[] {
  const groups = groupBy(rows.entries(), ([index, row]) => causeKey(row) ?? String(index));
  return [...groups.values()].flatMap(([head, ...others]) =>
    head === undefined ? [] : [{ first: head[1], others: others.map(([, row]) => row) }],
  );
}

function causeKey({ cause, reason }: ReportUnresolved): string | undefined {
  if (cause === undefined) return undefined;
  if (cause.everywhere === true) return `: ${reason}`;
  const { start, end } = cause.range;
  return `${cause.file}:${start.line}:${start.column}:${end.line}:${end.column}: ${reason}`;
}

/** ` … and 12 more places, the first at a.ts:3:5`, safe to print; nothing for a row that is alone. */
export function otherPlaces({ others }: UnresolvedGroup, prefix = ''): string {
  const [next] = others;
  if (next === undefined) return '';
  const at = `${escapeText(prefix)}${placeOf(next)}`;
  return others.length === 1 ? ` … and at ${at}` : ` … and ${count(others.length, 'more place')}, the first at ${at}`;
}

import { groupBy } from '../core/lib/collections.js';
import { escapeText } from '../core/lib/escape.js';
import { count } from '../core/lib/wording.js';
import { notUnderstoodWords } from '../core/model/skipped.js';
import type { Verdict } from './format-context.js';
import type { Report, ReportFinding, ReportUnresolved } from './report.js';
import { uncheckedWords, unknownSdkWords } from './requests.js';
import { isDated, isMistake, openFindings } from './severity.js';
import { placeOf } from './words.js';

/** Non-empty group of open findings of one deprecation. */
export type EndGroup = readonly [first: ReportFinding, ...more: ReportFinding[]];

/**
 * Groups open findings by deprecation: past ends first, then future ends, those without an announced end, and mistakes.
 */
export function endGroups(report: Report): readonly EndGroup[] {
  const groups = groupBy(openFindings(report), (finding) => `${sortKeyOf(finding)} ${finding.deprecation}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...more]]) => (first === undefined ? [] : [[first, ...more] as const]));
}

/** Sort key: findings with a day of end, then those without one, then mistakes, which do not end. */
function sortKeyOf(finding: ReportFinding): string {
  if (isMistake(finding)) return 'mistake';
  return isDated(finding) ? finding.endOfLife : 'a day is not known';
}

/** Unresolved requests with a common cause. */
export interface UnresolvedGroup {
  readonly first: ReportUnresolved;
  readonly others: readonly ReportUnresolved[];
}

/**
 * Groups rows by cause and reason, each group in the place of its first row; a row without a cause forms its own group.
 */
export function unresolvedGroups(rows: readonly ReportUnresolved[]): readonly UnresolvedGroup[] {
  const groups = groupBy(rows.entries(), ([index, row]) => causeKey(row) ?? String(index));
  return [...groups.values()].flatMap(([firstEntry, ...others]) =>
    firstEntry === undefined ? [] : [{ first: firstEntry[1], others: others.map(([, row]) => row) }],
  );
}

function causeKey({ cause, reason }: ReportUnresolved): string | undefined {
  if (cause === undefined) return undefined;
  if (cause.everywhere === true) return `: ${reason}`;
  const { start, end } = cause.range;
  return `${cause.file}:${start.line}:${start.column}:${end.line}:${end.column}: ${reason}`;
}

/** ` … and 12 more places, the first at a.ts:3:5`, safe to print; empty for a single row. */
export function otherPlaces({ others }: UnresolvedGroup, prefix = ''): string {
  const [second] = others;
  if (second === undefined) return '';
  const secondPlace = `${escapeText(prefix)}${placeOf(second)}`;
  return others.length === 1
    ? ` … and at ${secondPlace}`
    : ` … and ${count(others.length, 'more place')}, the first at ${secondPlace}`;
}

/** The verdict as a short sentence, which mentions files and APIs that were not understood. */
export function verdictWords({ status }: Verdict, coverage: Report['coverage']): string {
  switch (status) {
    case 'error':
      return 'Not all could be looked at.';
    case 'failed':
      return 'Failed.';
    case 'passed': {
      const { skipped, unknownSdks } = coverage;
      const remarks = [unknownSdkWords(unknownSdks), notUnderstoodWords(skipped), uncheckedWords(coverage)].filter(
        (words) => words !== undefined,
      );
      return remarks.length === 0 ? 'Passed.' : `Passed; ${remarks.join('; ')}.`;
    }
  }
}

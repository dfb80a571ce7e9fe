import { groupBy } from '../lib/collections.js';
import type { Report, ReportFinding } from './report.js';
import { isDated, isMistake, openFindings } from './severity.js';

/** Open findings of one deprecation, and at least one of them. */
export type EndGroup = readonly [first: ReportFinding, ...more: ReportFinding[]];

/**
 * The open findings by deprecation: past ends first, then future ends, those without an announced end, and mistakes.
 */
export function endGroups(report: Report): readonly EndGroup[] {
  const groups = groupBy(openFindings(report), (finding) => `${rankOf(finding)} ${finding.deprecation}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...more]]) => (first === undefined ? [] : [[first, ...more] as const]));
}

/** Ranks findings with a day of end before those without one, and those before mistakes, which do not end. */
function rankOf(finding: ReportFinding): string {
  if (isMistake(finding)) return 'mistake';
  return isDated(finding) ? finding.endOfLife : 'a day is not known';
}

import { groupBy } from '../lib/multimap.js';
import { daysBetween } from '../engine/judge/lifecycle.js';
import { escapeText } from '../lib/escape-text.js';
import { formatDistance } from './text.js';
import type { Report, ReportFinding, ReportReplacement } from './report.js';
import { openFindings } from './severity.js';
import { sitesOf } from './sites.js';

/** `1 finding`, `2 findings`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Message and notes on one line, safe to print. The first sentence says what was found. */
export function fullMessage(finding: ReportFinding): string {
  return escapeText([finding.message, ...finding.notes].join(' '));
}

/** `src/a.ts:3:33`, safe to print. */
export function placeOf(finding: Pick<ReportFinding, 'file' | 'range'>): string {
  return `${escapeText(finding.file)}:${finding.range.start.line}:${finding.range.start.column}`;
}

/** `past the end of life, 12 days ago`; `end of life in 3 days`. */
export function stateOf(finding: ReportFinding, report: Report): string {
  const distance = formatDistance(finding.endOfLife, report.asOf);
  return finding.lifecycle === 'sunset' ? `past the end of life, ${distance}` : `end of life ${distance}`;
}

/** What to use instead, in a few words. */
export function replacementOf({ kind, value }: ReportReplacement): string {
  if (value !== null) return value;
  return kind === 'none' ? 'none' : 'none stated';
}

/** One sentence for the head of a report: how many, how bad, what is suppressed. */
export function headlineOf(report: Report): string {
  const open = openFindings(report);
  const suppressed = report.findings.length - open.length;
  const sunset = open.filter((finding) => finding.lifecycle === 'sunset').length;
  const aside = suppressed > 0 ? ` ${suppressed} suppressed.` : '';
  if (open.length === 0) return `No open findings.${aside}`;
  const files = new Set(open.map((finding) => finding.file)).size;
  const parts = [
    ...(sunset > 0 ? [`${sunset} past the end of life`] : []),
    ...(open.length > sunset ? [`${open.length - sunset} before it`] : []),
  ];
  return `${count(open.length, 'open finding')} in ${count(files, 'file')}: ${parts.join(', ')}.${aside}`;
}

/** What the scan looked at: a report without findings has to say so. */
export function coverageOf(report: Report): string {
  const { files, read, parsed } = report.coverage;
  return (
    `Looked at ${count(files, 'file')}, ${read} read, ${parsed} parsed; ${sitesOf(report.coverage)}; ` +
    `${count(report.catalogue.deprecations, 'deprecation')} in the catalogue ${report.catalogue.digest}, as of ${report.asOf}.`
  );
}

export interface DateGroup {
  readonly endOfLife: string;
  readonly days: number;
  readonly lifecycle: ReportFinding['lifecycle'];
  readonly findings: readonly ReportFinding[];
}

/** Open findings by end-of-life date, earliest first. */
export function byDate(report: Report): readonly DateGroup[] {
  const groups = groupBy(openFindings(report), (finding) => finding.endOfLife);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([endOfLife, findings]) => ({
      endOfLife,
      days: daysBetween(report.asOf, endOfLife),
      lifecycle: findings[0]?.lifecycle ?? 'deprecated',
      findings,
    }));
}

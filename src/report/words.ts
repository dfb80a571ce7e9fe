import { oneLine } from '../engine/judge/messages.js';
import { count } from '../core/lib/wording.js';
import { expectDefined, groupBy } from '../core/lib/collections.js';
import { daysBetween } from '../engine/judge/describe-end.js';
import { POINTER } from '../engine/judge/replacement-text.js';
import { shownEnd } from '../core/lib/iso-date.js';
import type { IsoDate } from '../core/model/deprecation.js';
import { LANGUAGE_IDS, LANGUAGE_WORDS } from '../core/model/language.js';
import { escapeText } from '../core/lib/escape.js';
import type { Report, ReportDispute, ReportFinding, ReportReplacement } from './report.js';
import { isDated, isMistake, openFindings } from './severity.js';
import type { DatedFinding } from './severity.js';
import { ageRemarks, editionsOf } from './editions.js';
import { siteWords } from './requests.js';

/** The message and its first qualification, for formats with room for one line; safe to print. */
export function oneLineText(finding: ReportFinding): string {
  return escapeText(oneLine(finding));
}

/** Message, notes and advice of a finding, line by line, safe to print. `advice`: the lines of advice to include. */
export function messageLines(finding: ReportFinding, advice = finding.advice): readonly string[] {
  return [finding.message, ...notesOf(finding), ...advice].map(escapeText);
}

/** The advice of a finding without the pointer to `explain` and the notice of the vendor. */
export function stepsOf({ advice }: Pick<ReportFinding, 'advice'>): readonly string[] {
  return advice.filter((line) => !line.startsWith(POINTER));
}

/** Operation of the catalogue, or the known part of the URL, safe to print. */
export function requestOf({ operation, method, url }: ReportFinding): string {
  return escapeText(operation === null ? url : `${method} ${operation.path}`);
}

/** A request as it is sent: its method, if known, and the known part of its URL. */
export function sentRequest({ method, url }: { readonly method: string; readonly url: string }): string {
  return method === 'unknown' ? url : `${method} ${url}`;
}

/** Notes of a finding, and the text of the change under review, marked as such. */
export function notesOf({ notes, changeSays }: Pick<ReportFinding, 'notes' | 'changeSays'>): readonly string[] {
  return changeSays === undefined ? notes : [...notes, `The change under review says of it: "${changeSays}".`];
}

/** Distance of a date from the day of the report: `12 days ago`, `in 1 day`. */
export function formatDistance(date: IsoDate, asOf: IsoDate): string {
  const days = daysBetween(date, asOf);
  if (days === 0) return 'on the day of this report';
  const distance = count(Math.abs(days), 'day');
  return days > 0 ? `${distance} ago` : `in ${distance}`;
}

/** Place of a finding, `src/a.ts:3:33`, safe to print. */
export function placeOf(finding: Pick<ReportFinding, 'file' | 'range'>): string {
  return `${escapeText(finding.file)}:${finding.range.start.line}:${finding.range.start.column}`;
}

/**
 * End of findings of one deprecation with its distance: `2025-01-06, 12 days ago`, or `2025-01-06, cancelled by the
 * vendor` if that is so for all of them.
 */
export function endWithDistance(findings: readonly [ReportFinding, ...ReportFinding[]], asOf: IsoDate): string {
  const [first] = findings;
  const distance = distanceOf(findings, asOf);
  return `${endText(first)}${distance === '' ? '' : `, ${distance}`}`;
}

/** Distance of the end of findings of one deprecation, or the decision of the vendor; empty without a day. */
export function distanceOf(findings: readonly ReportFinding[], asOf: IsoDate): string {
  const [first] = findings;
  if (first === undefined || !isDated(first)) return '';
  return findings.every(({ disputed }) => disputed === true)
    ? disputeWords(findings)
    : formatDistance(first.endOfLife, asOf);
}

/** State of any finding: `past the end of life, 12 days ago`, `end of life in 3 days`. */
export function stateOf(finding: ReportFinding, report: Report): string {
  if (isMistake(finding)) return 'mistake in the request';
  if (!isDated(finding)) return 'deprecated, no end of life announced';
  if (finding.disputed === true) return disputeWords([finding]);
  const distance = formatDistance(finding.endOfLife, report.asOf);
  return finding.lifecycle === 'sunset' ? `past the end of life, ${distance}` : `end of life ${distance}`;
}

/** Reason why a finding does not fail, in a few words; empty where it can. */
export function exemptionWords({ exempt }: ReportFinding): string {
  switch (exempt) {
    case 'document':
      return 'the file is a document';
    case 'unchanged':
      return 'only a change that introduces it fails';
    case 'undated':
      return 'no end is announced';
    case 'later':
      return 'it ends later than --within';
    case 'mocked':
      return 'a mock of the test answers it';
    default:
      return '';
  }
}

/** Numbers by language, `; 2 in shell scripts, 1 in TypeScript and JavaScript`; empty where all are in the latter. */
export function languagesOf(findings: readonly ReportFinding[]): string {
  const counts = LANGUAGE_IDS.map((id) => ({ id, number: findings.filter(({ language }) => language === id).length }));
  if (counts.every(({ id, number }) => id === 'javascript' || number === 0)) return '';
  const parts = counts.filter(({ number }) => number > 0).sort((a, b) => b.number - a.number);
  return `; ${parts.map(({ id, number }) => `${number} in ${LANGUAGE_WORDS[id]}`).join(', ')}`;
}

/** The replacement in a few words. */
export function replacementOf(replacement: ReportReplacement | null): string {
  if (replacement === null) return '';
  const { kind, value } = replacement;
  if (value !== null) return value;
  return kind === 'none' ? 'none' : 'none stated';
}

/** One sentence for the head of a report: number of findings, their states, suppressed ones. */
export function headlineOf(report: Report): string {
  const open = openFindings(report);
  const suppressed = report.findings.length - open.length;
  const suppressedWords = suppressed > 0 ? ` ${suppressed} suppressed.` : '';
  if (open.length === 0) return `No open findings.${suppressedWords}`;
  const files = new Set(open.map((finding) => finding.file)).size;
  return `${count(open.length, 'open finding')} in ${count(files, 'file')}: ${statesOf(open).join(', ')}${languagesOf(open)}.${suppressedWords}`;
}

/** Numbers of findings in each state of their lifecycle, each in exactly one. */
export function statesOf(findings: readonly ReportFinding[]): readonly string[] {
  const { past, before, undated, mistakes, overruled } = countStates(findings);
  return [
    ...(past > 0 ? [`${past} past the end of life`] : []),
    ...(before > 0 ? [`${before} before ${past > 0 ? 'it' : 'the end of life'}`] : []),
    ...(undated > 0 ? [`${undated} without an announced end`] : []),
    ...(mistakes > 0 ? [`${count(mistakes, 'mistake')} in migration requests`] : []),
    ...(overruled > 0 ? [`${overruled} ${disputeWords(findings)}`] : []),
  ];
}

/** Counts findings by lifecycle state. */
export function countStates(
  findings: readonly ReportFinding[],
): Readonly<Record<'past' | 'before' | 'undated' | 'mistakes' | 'overruled', number>> {
  const undisputedFindings = findings.filter(({ disputed }) => disputed === undefined);
  const past = undisputedFindings.filter(({ lifecycle }) => lifecycle === 'sunset').length;
  const mistakes = undisputedFindings.filter(isMistake).length;
  const before = undisputedFindings.filter((finding) => isDated(finding) && finding.lifecycle === 'deprecated').length;
  const undated = undisputedFindings.length - past - before - mistakes;
  return { past, before, undated, mistakes, overruled: findings.length - undisputedFindings.length };
}

/** The vendor's decision about deprecations that the edition in use still has: `cancelled by the vendor`. */
export function disputeWords(
  findings: readonly { readonly disputed?: boolean; readonly disputes?: readonly Pick<ReportDispute, 'kind'>[] }[],
): string {
  const kinds = new Set(
    findings.flatMap(({ disputed, disputes = [] }) => (disputed === true ? disputes : [])).map(({ kind }) => kind),
  );
  if (kinds.has('moved')) return kinds.size === 1 ? 'moved by the vendor' : 'cancelled or moved by the vendor';
  return 'cancelled by the vendor';
}

/** Coverage of the scan as a sentence. */
export function coverageWords(report: Report): string {
  const { files, read, parsed } = report.coverage;
  return (
    `Looked at ${count(files, 'file')}, ${read} read, ${parsed} parsed; ${siteWords(report.coverage)}; ` +
    `${count(report.catalogue.deprecations, 'deprecation')} in the catalogue ${report.catalogue.digest}${editionsOf(report)}, as of ${report.asOf}.` +
    ageRemarks(report)
      .map((remark) => ` ${remark}`)
      .join('')
  );
}

/** The end of life of a finding for a cell: a day, a month, or the reason why there is none. */
export function endText(finding: ReportFinding): string {
  return shownEnd(finding) ?? (isMistake(finding) ? 'none' : 'none announced');
}

/** Findings with the same end of life. */
export interface DateGroup {
  /** The day, or the month where only that is known. */
  readonly endOfLife: string;
  /** The day, or the last one of the month. */
  readonly lastDay: IsoDate;
  readonly days: number;
  readonly lifecycle: DatedFinding['lifecycle'];
  readonly findings: readonly ReportFinding[];
}

/** Open findings with a day of end, grouped by that day, the earliest first. */
export function groupByEndOfLife(report: Report): readonly DateGroup[] {
  const groups = groupBy(openFindings(report).filter(isDated), (finding) => `${finding.endOfLife} ${endText(finding)}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, findings]) => ({ findings, first: expectDefined(findings[0], 'no finding of a date') }))
    .map(({ findings, first }) => ({
      endOfLife: endText(first),
      lastDay: first.endOfLife,
      days: daysBetween(report.asOf, first.endOfLife),
      lifecycle: first.lifecycle,
      findings,
    }));
}

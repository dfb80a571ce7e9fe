import type { Confidence } from '../core/model/evidence.js';
import type { Lifecycle } from '../engine/judge/describe-end.js';
import type { IsoDate } from '../core/model/deprecation.js';
import type { Report, ReportFinding, ReportReplacement } from './report.js';

/**
 * Level of a finding: `error` past the end of life and for a mistake, `warning` before it, `note` where the finding is
 * only possible, or exempt for a reason other than its day.
 */
export type Severity = 'error' | 'warning' | 'note';

/** Whether a finding does not fail for a reason that is independent of the day. */
export function neverFails({ exempt }: ReportFinding): boolean {
  return exempt !== undefined && exempt !== 'later';
}

/** Urgency of a finding on the day of the report. */
export function severityOf(finding: ReportFinding): Severity {
  if (finding.confidence === 'possible' || neverFails(finding)) return 'note';
  return finding.lifecycle === 'deprecated' ? 'warning' : 'error';
}

/** A finding of a deprecation whose day of end is known. */
export interface DatedFinding extends ReportFinding {
  readonly endOfLife: IsoDate;
  readonly lifecycle: Lifecycle;
  readonly replacement: ReportReplacement;
}

/** Whether a finding is of a deprecation whose day of end is known. */
export function isDated(finding: ReportFinding): finding is DatedFinding {
  return finding.endOfLife !== null;
}

/** Whether a finding is a mistake in a request to an operation in use, and not of a deprecation. */
export function isMistake(finding: ReportFinding): boolean {
  return finding.lifecycle === null;
}

/** Whether a finding is open and can fail the gate. */
export function canFail(finding: ReportFinding): boolean {
  return isOpen(finding) && finding.exempt === undefined;
}

/** Whether a finding is not accepted. */
export function isOpen(finding: ReportFinding): boolean {
  return finding.suppression?.status !== 'accepted';
}

/** The open findings of a report, in its order. */
export function openFindings(report: Report): readonly ReportFinding[] {
  return report.findings.filter(isOpen);
}

/**
 * Sorts findings: open ones, the most severe and the most certain first; equal ones stay in the order of the report.
 */
export function sortBySeverity(findings: readonly ReportFinding[]): readonly ReportFinding[] {
  return [...findings].sort((a, b) => rankOf(a) - rankOf(b));
}

const SEVERITY_RANKS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };
const CONFIDENCE_RANKS: Readonly<Record<Confidence, number>> = { certain: 0, probable: 1, possible: 2 };

function rankOf(finding: ReportFinding): number {
  return (isOpen(finding) ? 0 : 100) + SEVERITY_RANKS[severityOf(finding)] * 10 + CONFIDENCE_RANKS[finding.confidence];
}

/**
 * Sorts findings by urgency: ended, ending soonest, without an announced end, mistakes, and last those whose end the
 * vendor has cancelled or moved; equal ones stay in the order of the report.
 */
export function sortByUrgency(findings: readonly ReportFinding[]): readonly ReportFinding[] {
  return [...findings].sort(
    (a, b) => urgencyOf(a) - urgencyOf(b) || (urgencyOf(a) === 1 ? sortableDay(a) - sortableDay(b) : 0),
  );
}

function urgencyOf(finding: ReportFinding): number {
  if (finding.disputed === true) return 4;
  if (isMistake(finding)) return 3;
  if (!isDated(finding)) return 2;
  return finding.lifecycle === 'sunset' ? 0 : 1;
}

/** The end of life as a number to sort by. */
function sortableDay({ endOfLife }: ReportFinding): number {
  return Number(endOfLife?.replaceAll('-', ''));
}

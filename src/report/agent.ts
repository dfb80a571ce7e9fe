import { daysBetween } from '../engine/judge/describe-end.js';
import { jsonText } from '../core/lib/escape.js';
import { shownEnd } from '../core/lib/iso-date.js';
import { factsOf } from './editions.js';
import type { FormatContext } from './format-context.js';
import type { Report, ReportFinding, ReportPosition, ReportRange } from './report.js';
import { sortBySeverity, canFail, openFindings, severityOf } from './severity.js';

/**
 * Open findings for coding agents: a line of JSON for each, the most urgent first, with its fix, and a last line on the
 * scanned files. Keys are stable; new ones may be added.
 */
export function* formatAgent(report: Report, { verdict }: FormatContext): Generator<string> {
  const open = sortBySeverity(openFindings(report));
  for (const finding of open) yield jsonLine(agentRecord(finding, report));
  const { coverage } = report;
  yield jsonLine({
    record: 'summary',
    asOf: report.asOf,
    facts: factsOf(report),
    ...(verdict === undefined ? {} : { verdict: verdict.status, failing: verdict.failing }),
    findings: open.length,
    suppressed: report.findings.length - open.length,
    unresolved: coverage.unresolved,
    ...(coverage.requests === undefined ? {} : { requests: coverage.requests }),
    ...(report.hidden === undefined
      ? {}
      : {
          hidden: report.hidden.map(({ file, range, deprecation }) => `${placeIn(file, range.start)} ${deprecation}`),
        }),
    read: coverage.read,
    syntaxErrors: coverage.syntaxErrors,
    ...(coverage.unread === undefined ? {} : { unread: coverage.unread }),
    limits: coverage.limits,
  });
}

/** Record of one finding: place, deprecation, end of life, evidence, fix, and checks to make before fixing it. */
function agentRecord(finding: ReportFinding, { asOf }: Pick<Report, 'asOf'>): object {
  const { operation, endOfLife, replacement, suggestion } = finding;
  return {
    record: 'finding',
    place: placeIn(finding.file, finding.range.start),
    until: position(finding.range.end),
    severity: severityOf(finding),
    fails: canFail(finding),
    rule: finding.rule,
    id: finding.deprecation,
    feature: finding.feature,
    operation: operation === null ? null : `${operation.method} ${operation.path}`,
    request: `${finding.method} ${finding.url}`,
    ends: shownEnd(finding) ?? null,
    days: endOfLife === null ? null : daysBetween(asOf, endOfLife),
    replacement: replacement?.value ?? null,
    ...(replacement?.note == null ? {} : { replacementNote: replacement.note }),
    confidence: finding.confidence,
    why: finding.evidence.map(({ note, file, range }) => `${note} (${placeIn(file, range.start)})`),
    message: finding.message,
    edit:
      suggestion === undefined
        ? null
        : {
            title: suggestion.title,
            edits: suggestion.edits.map(({ file, range, text }) => ({ place: rangeIn(file, range), text })),
          },
    steps: finding.advice,
    check: [
      ...CONFIDENCE_CHECKS[finding.confidence],
      ...finding.notes,
      ...(finding.disputed === true ? [DISPUTE_CHECK] : []),
    ],
    ...(finding.changeSays === undefined ? {} : { changeSays: finding.changeSays }),
    ...(finding.vendorUrl === undefined ? {} : { vendorUrl: finding.vendorUrl }),
    fingerprint: finding.fingerprint,
  };
}

const DISPUTE_CHECK = 'The vendor decided since that this does not end on that day.';

/** Checks to make before code is changed for a finding that is not certain. */
const CONFIDENCE_CHECKS: Readonly<Record<ReportFinding['confidence'], readonly string[]>> = {
  certain: [],
  probable: ['Probable, not certain: check that the request goes to this API.'],
  possible: ['Only possible: check that this is a request to this API and operation.'],
};

function jsonLine(record: object): string {
  return `${jsonText(record)}\n`;
}

function position({ line, column }: ReportPosition): string {
  return `${line}:${column}`;
}

function placeIn(file: string, start: ReportPosition): string {
  return `${file}:${position(start)}`;
}

/** `src/a.ts:3:5-3:9`, the end exclusive. */
function rangeIn(file: string, { start, end }: ReportRange): string {
  return `${placeIn(file, start)}-${position(end)}`;
}

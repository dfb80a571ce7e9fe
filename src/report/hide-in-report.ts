import { hideSecrets, hideTold } from '../lib/mask-secrets.js';
import type { Report, ReportFinding, ReportSuppression, ReportUnresolved } from './report.js';

/**
 * A report as formats get it: without secrets in what is no word of the engine, which takes them out of its findings
 * itself (`without-secrets.ts`). It may come from baselines, comments, lists of owners and the command line.
 */
export function hideAround(report: Report): Report {
  const { coverage, findings } = report;
  return {
    ...report,
    coverage: { ...coverage, limits: coverage.limits.map(hideTold) },
    findings: findings.map((finding) =>
      finding.suppression === undefined && finding.owner === undefined ? finding : withoutNames(finding),
    ),
  };
}

function withoutNames(finding: ReportFinding): ReportFinding {
  const { owner, suppression } = finding;
  return {
    ...finding,
    ...(owner === undefined ? {} : { owner: hideTold(owner) }),
    ...(suppression === undefined ? {} : { suppression: suppressionOf(suppression) }),
  };
}

function suppressionOf(suppression: ReportSuppression): ReportSuppression {
  const { justification, owner } = suppression;
  return {
    ...suppression,
    ...(justification === undefined ? {} : { justification: hideTold(justification) }),
    ...(owner === undefined ? {} : { owner: hideTold(owner) }),
  };
}

/** A report that was read from a file, without secrets: who wrote it may not have taken them out. */
export function hideInReport(report: Report): Report {
  return { ...report, findings: report.findings.map(findingOf), unresolved: report.unresolved.map(unresolvedOf) };
}

function findingOf(finding: ReportFinding): ReportFinding {
  const { operation, suppression } = finding;
  return {
    ...finding,
    ...(operation === null ? {} : { operation: { ...operation, path: hideSecrets(operation.path) } }),
    message: hideSecrets(finding.message),
    notes: finding.notes.map(hideSecrets),
    advice: finding.advice.map(hideSecrets),
    url: hideSecrets(finding.url),
    client: hideSecrets(finding.client),
    evidence: finding.evidence.map((step) => ({ ...step, note: hideSecrets(step.note) })),
    ...(suppression?.justification === undefined
      ? {}
      : { suppression: { ...suppression, justification: hideSecrets(suppression.justification) } }),
  };
}

function unresolvedOf(site: ReportUnresolved): ReportUnresolved {
  return {
    ...site,
    url: hideSecrets(site.url),
    client: hideSecrets(site.client),
    reason: hideSecrets(site.reason),
  };
}

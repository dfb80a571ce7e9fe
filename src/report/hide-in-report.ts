import { hideSecrets } from '../lib/mask-secrets.js';
import type { Report, ReportFinding, ReportUnresolved } from './report.js';

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

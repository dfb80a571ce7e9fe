import { hideSecrets, maskKnownSecrets } from '../core/lib/mask-secrets.js';
import { memoByText } from '../core/lib/collections.js';
import type { Report, ReportFinding, ReportUnresolved } from './report.js';

/**
 * Masks secrets in texts from catalogues, baselines, lists of owners, other reports and the command line. The engine
 * masks its own texts (`without-secrets.ts`).
 */
export function maskExternalTextsOfReport(report: Report): Report {
  const { coverage, findings } = report;
  const mask = memoByText(maskKnownSecrets);
  return {
    ...report,
    coverage: { ...coverage, limits: coverage.limits.map(maskKnownSecrets) },
    findings: findings.map((finding) => maskExternalTexts(finding, mask)),
  };
}

/** Keys of findings with texts that the engine did not mask; many findings share their values. */
const EXTERNAL_TEXTS = [
  'deprecation',
  'feature',
  'grouped',
  'replacement',
  'owner',
  'suppression',
  'catalogue',
  'vendorUrl',
  'changeSays',
  'disputes',
] as const satisfies readonly (keyof ReportFinding)[];

function maskExternalTexts(finding: ReportFinding, mask: (text: string) => string): ReportFinding {
  let result: object = finding;
  for (const key of EXTERNAL_TEXTS) {
    const masked = maskDeep(finding[key], mask);
    if (masked !== finding[key]) result = { ...result, [key]: masked };
  }
  return result as ReportFinding;
}

/** Masks all texts in a value; returns the value itself where nothing is masked. */
function maskDeep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  let result: unknown = value;
  for (const [key, item] of Object.entries(value)) {
    const masked = maskDeep(item, mask);
    if (masked !== item)
      result = Array.isArray(result) ? result.with(Number(key), masked) : { ...(result as object), [key]: masked };
  }
  return result;
}

/** Masks secrets in a report read from a file, whose writer may not have masked them. */
export function maskReport(report: Report): Report {
  const { findings, unresolved, hidden } = report;
  return {
    ...report,
    findings: findings.map(maskFinding),
    unresolved: unresolved.map(maskUnresolved),
    ...(hidden === undefined
      ? {}
      : { hidden: hidden.map((finding) => ({ ...finding, url: hideSecrets(finding.url) })) }),
  };
}

function maskFinding(finding: ReportFinding): ReportFinding {
  const { operation, grouped, suppression } = finding;
  return {
    ...finding,
    ...(operation === null ? {} : { operation: { ...operation, path: hideSecrets(operation.path) } }),
    message: hideSecrets(finding.message),
    ...(grouped === undefined
      ? {}
      : { grouped: { headline: hideSecrets(grouped.headline), call: hideSecrets(grouped.call) } }),
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

function maskUnresolved(site: ReportUnresolved): ReportUnresolved {
  return {
    ...site,
    url: hideSecrets(site.url),
    client: hideSecrets(site.client),
    reason: hideSecrets(site.reason),
  };
}

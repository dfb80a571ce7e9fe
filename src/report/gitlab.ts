import { jsonText } from '../core/lib/escape.js';
import type { FormatContext } from './format-context.js';
import type { Report, ReportFinding } from './report.js';
import { neverFails, openFindings } from './severity.js';
import { oneLineText } from './words.js';

/**
 * A code quality report of GitLab. The format cannot express suppression, so suppressed findings are left out.
 * Fingerprints are unique and independent of line numbers: GitLab silently hides duplicates.
 */
export function formatGitlab(report: Report, { prefix }: FormatContext): string {
  const timesByFingerprint = new Map<string, number>();
  const issues = openFindings(report).map((finding) => {
    const times = (timesByFingerprint.get(finding.fingerprint) ?? 0) + 1;
    timesByFingerprint.set(finding.fingerprint, times);
    const { start, end } = finding.range;
    return {
      // GitLab does not display `check_name`.
      description: `${oneLineText(finding)} (${finding.deprecation})`,
      check_name: `${finding.rule}.${finding.deprecation}`,
      fingerprint: times === 1 ? finding.fingerprint : `${finding.fingerprint}-${times}`,
      severity: gitlabSeverity(finding),
      location: { path: `${prefix}${finding.file}`, lines: { begin: start.line, end: end.line } },
    };
  });
  return `${jsonText(issues, 2)}\n`;
}

function gitlabSeverity(finding: ReportFinding): 'info' | 'minor' | 'major' | 'critical' {
  const { lifecycle, confidence } = finding;
  if (confidence === 'possible' || neverFails(finding)) return 'info';
  if (lifecycle === 'deprecated') return 'minor';
  return confidence === 'certain' ? 'critical' : 'major';
}

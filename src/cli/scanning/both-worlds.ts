import { count } from '../../lib/count.js';
import type { ReportFinding } from '../../report/report.js';
import type { ChangeResult } from '../../scan/scan-difference.js';
import { compareFindings } from '../../report/compare-places.js';

/**
 * A change as the settings after it and those before it find it: a finding of either counts, in the state in which it
 * fails more.
 */
export function judgedByBoth(now: ChangeResult, before: ChangeResult): ChangeResult {
  const known = new Map(now.report.findings.map((finding) => [findingKey(finding), finding]));
  const more = before.report.findings.filter((finding) => isMore(finding, known.get(findingKey(finding))));
  const replaced = new Set(more.map(findingKey));
  const findings = [...now.report.findings.filter((finding) => !replaced.has(findingKey(finding))), ...more];
  const { coverage } = now.report;
  const limits = [
    ...coverage.limits,
    ...(more.length === 0
      ? []
      : [
          `${count(more.length, 'finding')} ${more.length === 1 ? 'counts' : 'count'} by the settings before this change alone: its configuration, catalogues or module settings hide ${more.length === 1 ? 'it' : 'them'}.`,
        ]),
  ];
  return {
    ...now,
    report: {
      ...now.report,
      findings: findings.sort(compareFindings),
      coverage: { ...coverage, findings: findings.length, limits },
    },
    missing: [
      ...now.missing,
      ...before.missing.filter(({ path }) => !now.missing.some((known) => known.path === path)),
    ],
    unread: [...now.unread, ...before.unread.filter(({ file }) => !now.unread.some((known) => known.file === file))],
    shortfalls: [...new Set([...now.shortfalls, ...before.shortfalls])],
    stopped: now.stopped ?? before.stopped,
    textOf: (file) => now.textOf(file) ?? before.textOf(file),
  };
}

/** Whether a finding says more than what is known at its place: nothing, what was hidden, or what ends later. */
function isMore(finding: ReportFinding, known: ReportFinding | undefined): boolean {
  if (known === undefined) return true;
  if (known.suppression?.by === 'configuration' && finding.suppression === undefined) return true;
  return finding.lifecycle === 'sunset' && known.lifecycle === 'deprecated';
}

function findingKey({ file, range, rule, deprecation, method, operation }: ReportFinding): string {
  return JSON.stringify([file, range, rule, deprecation, method, operation]);
}

import { count } from '../../lib/count.js';
import type { ReportFinding } from '../../report/report.js';
import type { ChangeResult } from '../../scan/scan-difference.js';
import { compareFindings } from '../../report/compare-places.js';

/** Sentence parts for findings that one of two judgements alone has: which one, and what hides them in the other. */
interface Judgement {
  readonly by: string;
  readonly hiding: string;
}

/**
 * A change as two judgements find it, such as the settings after it and those before it: a finding of either counts, in
 * the state in which it fails more.
 */
export function judgedByBoth(now: ChangeResult, before: ChangeResult, { by, hiding }: Judgement): ChangeResult {
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
          `${count(more.length, 'finding')} ${more.length === 1 ? 'counts' : 'count'} by ${by} alone: ${hiding} hide ${more.length === 1 ? 'it' : 'them'}.`,
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

import { daysBetween } from '../../engine/judge/describe-end.js';
import type { Api, Catalogue, IsoDate } from '../../core/model/deprecation.js';
import type { FailOn } from '../../core/model/finding.js';
import type { LanguageId } from '../../core/model/language.js';
import type { Report, ReportFinding } from '../../report/report.js';
import { canFail, isDated } from '../../report/severity.js';
import type { DatedFinding } from '../../report/severity.js';

/** Default of `--within`, in days after the day of the report; an absent `GateOptions.within` is no limit. */
export const DEFAULT_WITHIN_DAYS = 90;

export interface GateOptions {
  /** `deprecated`: every open finding counts; `sunset`: only findings past their end of life, and mistakes; `never`: none. */
  readonly failOn: FailOn;
  /** With `deprecated`: findings that end after this number of days do not count yet; absent: all count. For `exemptLater`. */
  readonly within?: number;
  /** Number of days within which coming ends of life are reported. */
  readonly warnWithin?: number;
  /** Largest number of counting findings that passes; default 0. */
  readonly maxFindings?: number;
}

export interface GateResult {
  readonly verdict: 'passed' | 'failed';
  /** Open findings that count. */
  readonly failing: readonly ReportFinding[];
  /** Open findings that do not count, each for the reason in its `exempt`; those with `later` will count one day. */
  readonly exempt: readonly ReportFinding[];
  /** Open findings, exempt ones included, that reach their end of life within `warnWithin` days. */
  readonly soon: readonly DatedFinding[];
  /** The next end of life among all findings, known ones included. */
  readonly next?: { readonly date: IsoDate; readonly findings: number };
  /** Whether all deprecations of the catalogue have an end of life in the past. */
  readonly catalogueIsPast: boolean;
}

/** Decides whether a report passes. */
export function judgeGate(
  report: Report,
  catalogue: Pick<Catalogue, 'deprecations' | 'outline'> | undefined,
  options: GateOptions,
): GateResult {
  const openFindings = report.findings.filter((finding) => finding.suppression?.status !== 'accepted');
  const exempt = openFindings.filter((finding) => !canFail(finding));
  const failing = openFindings.filter((finding) => canFail(finding) && failsGate(finding, options.failOn));
  const { warnWithin } = options;
  const soon =
    warnWithin === undefined
      ? []
      : openFindings
          .filter(isDated)
          .filter(
            (finding) =>
              finding.lifecycle === 'deprecated' && daysBetween(report.asOf, finding.endOfLife) <= warnWithin,
          );
  const futureEnds = report.findings
    .filter(isDated)
    .map((finding) => finding.endOfLife)
    .filter((date) => date >= report.asOf)
    .sort();
  const [date] = futureEnds;
  return {
    verdict: failing.length > (options.maxFindings ?? 0) ? 'failed' : 'passed',
    failing,
    exempt,
    soon,
    ...(date === undefined ? {} : { next: { date, findings: futureEnds.filter((other) => other === date).length } }),
    catalogueIsPast: catalogue !== undefined && hasOnlyPastEnds(catalogue, report.asOf),
  };
}

function hasOnlyPastEnds(catalogue: Pick<Catalogue, 'deprecations' | 'outline'>, asOf: IsoDate): boolean {
  const isPastEnd = (end: IsoDate | null): boolean => end !== null && end < asOf;
  const { outline } = catalogue;
  return outline === undefined
    ? catalogue.deprecations.every(({ endOfLife }) => isPastEnd(endOfLife))
    : isPastEnd(outline.lastEnd);
}

/** Exempts findings of a full scan in languages in which a finding fails only when its file changes. */
export function exemptUnchanged(
  findings: readonly ReportFinding[],
  languages: readonly LanguageId[],
): readonly ReportFinding[] {
  return findings.map((finding) =>
    finding.exempt === undefined && finding.language !== undefined && languages.includes(finding.language)
      ? { ...finding, exempt: 'unchanged' as const }
      : finding,
  );
}

/** Exempts findings without an announced end if their API was enabled automatically, not chosen by the user. */
export function exemptUndated(
  findings: readonly ReportFinding[],
  apis: readonly Api['id'][],
): readonly ReportFinding[] {
  return findings.map((finding) =>
    finding.exempt === undefined &&
    finding.lifecycle === 'deprecated' &&
    finding.endOfLife === null &&
    apis.some((id) => finding.deprecation.startsWith(`${id}/`))
      ? { ...finding, exempt: 'undated' as const }
      : finding,
  );
}

/** Makes mocked findings count if the user named their test or its folder. */
export function unexemptNamedTests(
  findings: readonly ReportFinding[],
  isNamed: (file: string) => boolean,
): readonly ReportFinding[] {
  return findings.map((finding) => {
    if (finding.exempt !== 'mocked' || !isNamed(finding.file)) return finding;
    const { exempt: _exempt, ...counting } = finding;
    return counting;
  });
}

/** Exempts findings that end after `within`, and undoes such exemptions of an earlier gate, as in merged reports. */
export function exemptLater(
  findings: readonly ReportFinding[],
  { failOn, within = Infinity }: GateOptions,
  asOf: IsoDate,
): readonly ReportFinding[] {
  return findings.map((finding) => {
    const { exempt, endOfLife } = finding;
    if (exempt !== undefined && exempt !== 'later') return finding;
    const isLater = failOn === 'deprecated' && endOfLife !== null && daysBetween(asOf, endOfLife) > within;
    if (isLater) return { ...finding, exempt: 'later' as const };
    const { exempt: _exempt, ...counting } = finding;
    return exempt === undefined ? finding : counting;
  });
}

function failsGate(finding: ReportFinding, failOn: FailOn): boolean {
  switch (failOn) {
    case 'deprecated':
      return true;
    case 'sunset':
      return finding.lifecycle !== 'deprecated';
    case 'never':
      return false;
  }
}

import { AFTER_CLAUSES } from '../engine/judge/after-end.js';
import { escapeText } from '../lib/escape-text.js';
import type { FormatContext } from './format-context.js';
import { frameOf } from './frame.js';
import type { FrameLine } from './frame.js';
import { shownLinesOf } from './source-lines.js';
import { codeLink } from './project.js';
import type { Report, ReportFinding } from './report.js';
import { bySeverity, isDated, isMistake, isOpen } from './severity.js';
import { endCell, exemptionOf, formatDistance, linesOf, placeOf, replacementOf } from './words.js';

/** What the script of the page knows of a finding. Every text is safe to show. */
export interface PageFinding {
  readonly state: PageState;
  readonly feature: string;
  readonly deprecation: string;
  /** The end of life and how far it is. */
  readonly ends: string;
  readonly confidence: string;
  readonly file: string;
  readonly place: string;
  /** Where the line can be read; empty where that is not known. */
  readonly link: string;
  readonly owners: readonly string[];
  readonly test: boolean;
  /** Empty where the report does not say it. */
  readonly language: string;
  readonly exempt: string;
  readonly message: readonly string[];
  readonly request: string;
  readonly client: string;
  readonly replacement: string;
  readonly evidence: readonly (readonly [note: string, kind: string, place: string])[];
  readonly suppression: string;
  readonly frame: readonly FrameLine[];
  readonly fingerprint: string;
}

type PageState = 'past' | 'before' | 'undated' | 'mistake' | 'suppressed';

function endsOf(finding: ReportFinding, { asOf }: Report): string {
  if (isMistake(finding)) return 'none: a mistake in a request that is in use';
  const { appliesTo, after } = finding;
  const end = isDated(finding)
    ? `${endCell(finding)}, ${formatDistance(finding.endOfLife, asOf)}`
    : 'none is announced';
  const whom = appliesTo === undefined ? '' : `, for ${escapeText(appliesTo)}`;
  return `${end}${whom}${after === undefined ? '' : `; after it ${AFTER_CLAUSES[after]}`}`;
}

/** All findings for the page, the most urgent first. */
export function pageFindings(report: Report, { textOf, prefix, project }: FormatContext): readonly PageFinding[] {
  return bySeverity(report.findings).map((finding) => {
    const { range } = finding;
    return {
      state: pageState(finding),
      feature: escapeText(finding.feature),
      deprecation: finding.deprecation,
      ends: endsOf(finding, report),
      confidence: finding.confidence,
      file: shownFile(finding, prefix),
      place: escapeText(prefix) + placeOf(finding),
      link: codeLink(project, prefix + finding.file, range.start.line) ?? '',
      owners: ownersOf(finding),
      test: finding.test,
      language: finding.language ?? '',
      exempt: exemptionOf(finding),
      message: linesOf(finding),
      request: escapeText(finding.operation === null ? finding.url : `${finding.method} ${finding.operation.path}`),
      client: escapeText(`${finding.client} with ${finding.url}`),
      replacement: escapeText(replacementOf(finding.replacement)),
      evidence: finding.evidence.map(
        (step) => [escapeText(step.note), step.kind, escapeText(prefix) + placeOf(step)] as const,
      ),
      suppression: suppressionOf(finding),
      frame: frameOf(shownLinesOf(textOf)(finding.file) ?? [], range).lines,
      fingerprint: finding.fingerprint,
    };
  });
}

/** A file as the page shows it, from the root of the repository. */
export function shownFile(finding: ReportFinding, prefix: string): string {
  return escapeText(`${prefix}${finding.file}`);
}

/** The owners of a finding, safe to show. */
export function ownersOf({ owner }: ReportFinding): readonly string[] {
  return owner === undefined ? [] : owner.split(' ').map(escapeText);
}

function pageState(finding: ReportFinding): PageState {
  if (!isOpen(finding)) return 'suppressed';
  if (isMistake(finding)) return 'mistake';
  if (!isDated(finding)) return 'undated';
  return finding.lifecycle === 'sunset' ? 'past' : 'before';
}

function suppressionOf({ suppression }: ReportFinding): string {
  if (suppression === undefined) return '';
  const by = suppression.kind === 'inSource' ? 'Comment in the code' : 'Baseline';
  const status = {
    accepted: 'accepted',
    underReview: 'under review, so still open',
    rejected: 'rejected, so still open',
  }[suppression.status];
  return escapeText(
    `${by}, ${status}${suppression.justification === undefined ? '.' : `: ${suppression.justification}`}`,
  );
}

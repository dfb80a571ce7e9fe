import { count } from '../../lib/wording.js';
import { basename } from 'node:path';
import { daysBetween } from '../../engine/judge/lifecycle.js';
import type { GateOptions, GateResult } from '../../baseline/gate.js';
import { breakCommands, escapeText } from '../../lib/escape.js';
import { notUnderstood, unreadWords } from '../../model/skipped.js';
import { LANGUAGE_IDS, LANGUAGE_WORDS } from '../../model/language.js';
import { alignColumns } from '../../lib/terminal-text.js';
import type { Report, ReportFinding } from '../../report/report.js';
import type { DirectiveNote } from '../../directives/apply-directives.js';
import { uncheckedWords, usesWords } from '../../report/requests.js';
import { countStates, overruledWords, placeOf } from '../../report/words.js';
import type { BaselineStep } from '../scanning/baseline-step.js';
import { exceptionOf } from './change-notes.js';
import type { PackageSummary } from './packages.js';

export interface GateText {
  readonly report: Report;
  readonly gate: GateResult;
  readonly options: GateOptions;
  /** Source of the day of the report. */
  readonly clock: 'today' | 'as-of';
  readonly baseline?: BaselineStep;
  readonly directives?: readonly DirectiveNote[];
  readonly packages?: readonly PackageSummary[];
  /** Hidden findings, where they are requested. */
  readonly suppressed?: readonly ReportFinding[];
  /** Base of the change, where only a change was scanned. */
  readonly since?: string;
  /** Adds the clock and the catalogue. */
  readonly verbose?: boolean;
  /** Number of files that could not be read; with any, the gate does not pass. */
  readonly problems?: number;
}

const MAX_LISTED = 20;

/** The last lines of a run: hidden findings with reasons, clock and catalogue, next steps, and the verdict. */
export function formatGate(text: GateText): string {
  const lines = [
    ...packageLines(text.packages ?? []),
    ...suppressedLines(text.suppressed),
    ...baselineLines(text.baseline),
    ...directiveLines(text),
  ];
  const { report, since } = text;
  if (since !== undefined) lines.push(`Only findings introduced since ${since}.`);
  if (text.verbose === true)
    lines.push(
      `Clock: ${report.asOf} (${text.clock === 'today' ? 'today, UTC' : '--as-of'}). Catalogue: ${count(report.catalogue.deprecations, 'deprecation')}, ${report.catalogue.digest.slice(0, 21)}.`,
    );
  else if (text.clock === 'as-of') lines.push(`As of ${report.asOf} (--as-of).`);
  lines.push(...soonLines(text), ...exemptLines(text), ...overruledLines(text), ...nextSteps(text), verdict(text));
  return `${breakCommands(lines.map(escapeText).join('\n'))}\n`;
}

function packageLines(packages: readonly PackageSummary[]): readonly string[] {
  if (packages.length === 0) return [];
  const shown = packages.filter(({ open, suppressed }) => open + suppressed > 0);
  const rest = packages.length - shown.length;
  const rows = shown.map(({ name, open, sunset, suppressed }) => [
    escapeText(name),
    `${open} open${sunset > 0 ? `, ${sunset} past the end of life` : ''}${suppressed > 0 ? `, ${suppressed} suppressed` : ''}`,
  ]);
  return [
    'Packages:',
    ...alignColumns(rows).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  ${count(rest, 'package')} without findings`] : []),
  ];
}

function suppressedLines(suppressed: readonly ReportFinding[] | undefined): readonly string[] {
  if (suppressed === undefined) return [];
  if (suppressed.length === 0) return ['Suppressed: nothing.'];
  return [
    'Suppressed:',
    ...suppressed.map((finding) => {
      const { by, why } = exceptionOf(finding);
      return `  ${placeOf(finding)}  ${[finding.deprecation, by, ...why].join(', ')}`;
    }),
  ];
}

function baselineLines(step: BaselineStep | undefined): readonly string[] {
  if (step?.outcome === undefined || step.file === undefined) return [];
  const { known, expired, turned, stale, unseen } = step.outcome;
  const name = basename(step.file);
  const written = { no: '', updated: ' Written.', pruned: ' Pruned.', unchanged: ' Nothing to change.' }[step.written];
  const lines = [
    `Baseline ${name}: ${count(known.length, 'known finding')}${unseen.length > 0 ? `, ${count(unseen.length, 'entry', 'entries')} outside the scanned files` : ''}.${written}`,
  ];
  for (const entry of expired.slice(0, MAX_LISTED)) {
    const who = entry.owner === undefined ? '' : `, owner ${entry.owner}`;
    lines.push(`  Expired, hides nothing: ${entry.deprecation} in ${entry.file} (until '${entry.until ?? ''}'${who}).`);
  }
  if (expired.length > MAX_LISTED) lines.push(`  ${expired.length - MAX_LISTED} more have expired.`);
  if (turned.length > 0)
    lines.push(
      `  ${count(turned.length, 'known finding')} passed the end of life after being accepted and ${turned.length === 1 ? 'counts' : 'count'} again (strictClock).`,
    );
  if (stale.length > 0)
    lines.push(
      `  ${count(stale.length, 'entry matches', 'entries match')} nothing in the code any more (--prune removes ${stale.length === 1 ? 'it' : 'them'}).`,
    );
  return lines;
}

function directiveLines({ report, directives = [] }: GateText): readonly string[] {
  const used = report.findings.filter(
    ({ suppression }) => suppression?.kind === 'inSource' && suppression.status === 'accepted',
  ).length;
  const lines = used > 0 ? [`Comments suppress ${count(used, 'finding')}.`] : [];
  for (const { file, line, message } of directives.slice(0, MAX_LISTED))
    lines.push(`  warning: ${file}:${line}: ${message}`);
  if (directives.length > MAX_LISTED) lines.push(`  ${directives.length - MAX_LISTED} more warnings about comments.`);
  return lines;
}

function soonLines({ gate, options, report }: GateText): readonly string[] {
  if (gate.soon.length === 0) return [];
  const dates = [...new Set(gate.soon.map(({ endOfLife }) => endOfLife))]
    .sort()
    .map((date) => `${date} (in ${count(daysBetween(report.asOf, date), 'day')})`);
  return [
    `warning: ${count(gate.soon.length, 'finding')} will be past the end of life within ${count(options.warnWithin ?? 0, 'day')}: ${dates.join(', ')}.`,
  ];
}

/** Lines on findings that do not fail, so that a passed gate is not mistaken for a clean tree. */
function exemptLines({ gate: { exempt }, options: { within } }: GateText): readonly string[] {
  const documents = exempt.filter((finding) => finding.exempt === 'document');
  const unchanged = exempt.filter((finding) => finding.exempt === 'unchanged');
  const where = LANGUAGE_IDS.filter((id) => unchanged.some(({ language }) => language === id));
  const words = where.map((id) => LANGUAGE_WORDS[id]).join(', ');
  const undated = exempt.filter((finding) => finding.exempt === 'undated');
  const apis = [...new Set(undated.map(({ deprecation }) => deprecation.slice(0, deprecation.indexOf('/'))))].sort();
  const later = exempt.filter((finding) => finding.exempt === 'later').length;
  const mocked = exempt.filter((finding) => finding.exempt === 'mocked').length;
  return [
    ...(later > 0
      ? [
          `${count(later, 'finding')} ${later === 1 ? 'ends' : 'end'} more than ${count(within ?? 0, 'day')} from now and ${later === 1 ? 'does' : 'do'} not fail the gate yet (--within all makes ${later === 1 ? 'it' : 'them'} count).`,
        ]
      : []),
    ...(mocked > 0
      ? [
          `${count(mocked, 'finding')} in tests ${mocked === 1 ? 'does' : 'do'} not fail the gate, because a mock of the test answers (a test that is named as a path counts in full).`,
        ]
      : []),
    ...(undated.length > 0
      ? [
          `${count(undated.length, 'finding')} without an announced end ${undated.length === 1 ? 'does' : 'do'} not fail the gate (${apis.map((id) => `--api ${id}`).join(' ')} makes ${undated.length === 1 ? 'it' : 'them'} count).`,
        ]
      : []),
    ...(unchanged.length > 0
      ? [
          `${count(unchanged.length, 'finding')} in ${words} only ${unchanged.length === 1 ? 'fails' : 'fail'} when a change introduces ${unchanged.length === 1 ? 'it' : 'them'} (onlyChanged).`,
        ]
      : []),
    ...(documents.length > 0
      ? [
          `${count(documents.length, 'finding')} in documents ${documents.length === 1 ? 'does' : 'do'} not fail the gate.`,
        ]
      : []),
  ];
}

/** Findings that count by the edition in use, though the vendor has since decided otherwise. */
function overruledLines({ gate: { failing } }: GateText): readonly string[] {
  const overruled = failing.filter((finding) => finding.disputed === true);
  if (overruled.length === 0) return [];
  const verb = overruled.length === 1 ? 'counts' : 'count';
  return [
    `${count(overruled.length, 'finding')} ${overruledWords(overruled)} ${verb} by the edition in use; --edition current follows the vendor.`,
  ];
}

/** One next step where something fails; else the next day on which something will. */
function nextSteps({ gate, baseline }: GateText): readonly string[] {
  if (gate.verdict === 'failed') {
    const fixable = gate.failing.filter(({ suggestion }) => suggestion !== undefined).length;
    const steps = [
      ...(fixable === 0
        ? []
        : [`'sunset-lint scan --fix' corrects ${fixable === gate.failing.length ? 'them' : fixable}`]),
      ...(baseline === undefined || baseline.written === 'no' ? ["--update-baseline accepts today's findings"] : []),
    ];
    return steps.length === 0 ? [] : [`Next: ${steps.join('; ')}.`];
  }
  return gate.next === undefined ? [] : [`Next end: ${gate.next.date}, ${count(gate.next.findings, 'finding')}.`];
}

/** The last line: whether the gate passes, and the reason. */
function verdict({ gate, options, report, problems = 0 }: GateText): string {
  const { maxFindings = 0, failOn } = options;
  const allowed = maxFindings > 0 ? `, ${maxFindings} allowed` : '';
  const flags = `(--fail-on ${failOn}${allowed})`;
  if (gate.verdict === 'failed') return `Failed: ${reasonsOf(gate.failing, options).join(', ')} ${flags}.`;
  const { coverage } = report;
  const findings = `${count(gate.failing.length, 'finding')} ${flags}`;
  const unknown = usesWords(coverage.unknownSdks);
  const said = problems > 0 ? 'Not passed, because not everything was read' : 'Passed';
  const but = problems > 0 || unknown === undefined ? '' : `, but ${unknown}`;
  const blind = [unreadWords(coverage.unread ?? []), notUnderstood(coverage.skipped), uncheckedWords(coverage)];
  return [`${said}${but}: ${findings}.`, ...blind.flatMap((words) => (words === undefined ? [] : [`${words}.`]))].join(
    ' ',
  );
}

/** `3 calls have ended`, `1 ends within 90 days`: findings that fail, by their state of the end of life. */
function reasonsOf(failing: readonly ReportFinding[], { within }: GateOptions): readonly string[] {
  const { past, before, undated, mistakes, overruled } = countStates(failing);
  const isAre = (number: number): string => (number === 1 ? 'is' : 'are');
  const reasons = [
    [past, (calls: string) => `${calls} ${past === 1 ? 'has' : 'have'} ended`],
    [
      before,
      (calls: string) =>
        `${calls} ${before === 1 ? 'ends' : 'end'}${within === undefined ? ' later' : ` within ${count(within, 'day')}`}`,
    ],
    [undated, (calls: string) => `${calls} ${isAre(undated)} deprecated without an announced end`],
    [mistakes, (calls: string) => `${calls} ${isAre(mistakes)} mistaken`],
    [
      overruled,
      (calls: string) =>
        `${calls} ${overruled === 1 ? 'counts' : 'count'} by the edition, though ${overruledWords(failing)}`,
    ],
  ] as const;
  return reasons
    .filter(([number]) => number > 0)
    .map(([number, sentence], index) => sentence(index === 0 ? count(number, 'call') : String(number)));
}

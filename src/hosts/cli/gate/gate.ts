import { basename } from 'node:path';
import { parseBaseline } from '../../../scan/baseline/baseline-file.js';
import type { BaselineEntry } from '../../../scan/baseline/entry.js';
import { DEFAULT_WITHIN_DAYS } from '../../../scan/baseline/gate.js';
import type { GateOptions, GateResult } from '../../../scan/baseline/gate.js';
import type { DirectiveNote } from '../../../scan/directives/apply-directives.js';
import { daysBetween } from '../../../engine/judge/describe-end.js';
import { breakCommands, escapeText } from '../../../core/lib/escape.js';
import { alignColumns } from '../../../core/lib/terminal-text.js';
import { count } from '../../../core/lib/wording.js';
import { ConfigError } from '../../../core/model/errors.js';
import { LANGUAGE_IDS, LANGUAGE_WORDS } from '../../../core/model/language.js';
import { notUnderstoodWords, unreadWords } from '../../../core/model/skipped.js';
import type { Verdict } from '../../../report/format-context.js';
import type { Report, ReportFinding } from '../../../report/report.js';
import { uncheckedWords, unknownSdkWords } from '../../../report/requests.js';
import { countStates, disputeWords, placeOf } from '../../../report/words.js';
import type { ChangeResult } from '../../../scan/scan-difference.js';
import type { TreeChange } from '../../../files/git/changes.js';
import type { BaselineStep, OpenBaseline } from '../scanning/baseline-step.js';
import type { ScanFlags } from '../settings/flags.js';
import { resolveFolderLinks, textReaderBefore } from '../settings/open-change.js';
import { editedCatalogues } from '../settings/settings-before.js';
import type { ScanSettings } from '../settings/settings.js';
import type { PackageSummary } from './packages.js';

/** Returns the options of the gate from the flags. */
export function gateOptions({
  failOn,
  within = DEFAULT_WITHIN_DAYS,
  warnWithin,
  maxFindings,
}: Pick<ScanFlags, 'failOn' | 'within' | 'warnWithin' | 'maxFindings'>): GateOptions {
  return {
    failOn,
    within,
    ...(warnWithin === undefined ? {} : { warnWithin }),
    ...(maxFindings === undefined ? {} : { maxFindings }),
  };
}

/** Returns the gate's verdict for reports. `problems`: number of unreadable files; `since`: base of a change. */
export function verdictOf(
  { verdict, failing }: GateResult,
  { failOn }: GateOptions,
  problems: number,
  since?: string,
): Verdict {
  return {
    status: problems > 0 ? 'error' : verdict,
    failing: failing.length,
    failOn,
    ...(since === undefined ? {} : { since }),
  };
}

export interface GateText {
  readonly report: Report;
  readonly gate: GateResult;
  readonly options: GateOptions;
  /** Source of the report's date. */
  readonly clock: 'today' | 'as-of';
  readonly baseline?: BaselineStep;
  readonly directives?: readonly DirectiveNote[];
  readonly packages?: readonly PackageSummary[];
  /** Suppressed findings, if requested. */
  readonly suppressed?: readonly ReportFinding[];
  /** Base of the change, if only a change was scanned. */
  readonly since?: string;
  /** Whether the clock and the catalogue are described. */
  readonly verbose?: boolean;
  /** Number of unreadable files; the gate passes only if there are none. */
  readonly problems?: number;
  /** Whether `--fix` can write a file; without it, all files. */
  readonly mayFix?: (file: string) => boolean;
}

const MAX_LISTED_ENTRIES = 20;

/** Formats the last lines of a run: suppressed findings, clock and catalogue, next steps, and the verdict. */
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
  const withFindings = packages.filter(({ open, suppressed }) => open + suppressed > 0);
  const withoutFindings = packages.length - withFindings.length;
  const rows = withFindings.map(({ name, open, sunset, suppressed }) => [
    escapeText(name),
    `${open} open${sunset > 0 ? `, ${sunset} past the end of life` : ''}${suppressed > 0 ? `, ${suppressed} suppressed` : ''}`,
  ]);
  return [
    'Packages:',
    ...alignColumns(rows).map((line) => `  ${line}`),
    ...(withoutFindings > 0 ? [`  ${count(withoutFindings, 'package')} without findings`] : []),
  ];
}

function suppressedLines(suppressed: readonly ReportFinding[] | undefined): readonly string[] {
  if (suppressed === undefined) return [];
  if (suppressed.length === 0) return ['Suppressed: nothing.'];
  return [
    'Suppressed:',
    ...suppressed.map((finding) => {
      const { source, details } = suppressionOf(finding);
      return `  ${placeOf(finding)}  ${[finding.deprecation, source, ...details].join(', ')}`;
    }),
  ];
}

function baselineLines(step: BaselineStep | undefined): readonly string[] {
  if (step?.outcome === undefined || step.file === undefined) return [];
  const { known, expired, turned, stale, unseen } = step.outcome;
  const name = basename(step.file);
  const writtenWords = { no: '', updated: ' Written.', pruned: ' Pruned.', unchanged: ' Nothing to change.' }[
    step.written
  ];
  const lines = [
    `Baseline ${name}: ${count(known.length, 'known finding')}${unseen.length > 0 ? `, ${count(unseen.length, 'entry', 'entries')} outside the scanned files` : ''}.${writtenWords}`,
  ];
  for (const entry of expired.slice(0, MAX_LISTED_ENTRIES)) {
    const ownerWords = entry.owner === undefined ? '' : `, owner ${entry.owner}`;
    lines.push(
      `  Expired, hides nothing: ${entry.deprecation} in ${entry.file} (until '${entry.until ?? ''}'${ownerWords}).`,
    );
  }
  if (expired.length > MAX_LISTED_ENTRIES) lines.push(`  ${expired.length - MAX_LISTED_ENTRIES} more have expired.`);
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
  const suppressedCount = report.findings.filter(
    ({ suppression }) => suppression?.kind === 'inSource' && suppression.status === 'accepted',
  ).length;
  const lines = suppressedCount > 0 ? [`Comments suppress ${count(suppressedCount, 'finding')}.`] : [];
  for (const { file, line, message } of directives.slice(0, MAX_LISTED_ENTRIES))
    lines.push(`  warning: ${file}:${line}: ${message}`);
  if (directives.length > MAX_LISTED_ENTRIES)
    lines.push(`  ${directives.length - MAX_LISTED_ENTRIES} more warnings about comments.`);
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

/** Lists findings that do not fail, so that a passed gate is not mistaken for a clean tree. */
function exemptLines({ gate: { exempt }, options: { within } }: GateText): readonly string[] {
  const inDocuments = exempt.filter((finding) => finding.exempt === 'document');
  const ofUnchangedCode = exempt.filter((finding) => finding.exempt === 'unchanged');
  const languages = LANGUAGE_IDS.filter((id) => ofUnchangedCode.some(({ language }) => language === id));
  const languageNames = languages.map((id) => LANGUAGE_WORDS[id]).join(', ');
  const undated = exempt.filter((finding) => finding.exempt === 'undated');
  const apis = [...new Set(undated.map(({ deprecation }) => deprecation.slice(0, deprecation.indexOf('/'))))].sort();
  const laterCount = exempt.filter((finding) => finding.exempt === 'later').length;
  const mockedCount = exempt.filter((finding) => finding.exempt === 'mocked').length;
  return [
    ...(laterCount > 0
      ? [
          `${count(laterCount, 'finding')} ${laterCount === 1 ? 'ends' : 'end'} more than ${count(within ?? 0, 'day')} from now and ${laterCount === 1 ? 'does' : 'do'} not fail the gate yet (--within all makes ${laterCount === 1 ? 'it' : 'them'} count).`,
        ]
      : []),
    ...(mockedCount > 0
      ? [
          `${count(mockedCount, 'finding')} in tests ${mockedCount === 1 ? 'does' : 'do'} not fail the gate, because a mock of the test answers (a test that is named as a path counts in full).`,
        ]
      : []),
    ...(undated.length > 0
      ? [
          `${count(undated.length, 'finding')} without an announced end ${undated.length === 1 ? 'does' : 'do'} not fail the gate (${apis.map((id) => `--api ${id}`).join(' ')} makes ${undated.length === 1 ? 'it' : 'them'} count).`,
        ]
      : []),
    ...(ofUnchangedCode.length > 0
      ? [
          `${count(ofUnchangedCode.length, 'finding')} in ${languageNames} only ${ofUnchangedCode.length === 1 ? 'fails' : 'fail'} when a change introduces ${ofUnchangedCode.length === 1 ? 'it' : 'them'} (onlyChanged).`,
        ]
      : []),
    ...(inDocuments.length > 0
      ? [
          `${count(inDocuments.length, 'finding')} in documents ${inDocuments.length === 1 ? 'does' : 'do'} not fail the gate.`,
        ]
      : []),
  ];
}

/** Counts findings that fail by the edition in use, although the vendor has changed the deprecation since. */
function overruledLines({ gate: { failing } }: GateText): readonly string[] {
  const overruled = failing.filter((finding) => finding.disputed === true);
  if (overruled.length === 0) return [];
  const verb = overruled.length === 1 ? 'counts' : 'count';
  return [
    `${count(overruled.length, 'finding')} ${disputeWords(overruled)} ${verb} by the edition in use; --edition current follows the vendor.`,
  ];
}

/** Suggests next steps for a failed gate; otherwise mentions the next end of life. */
function nextSteps({ gate, baseline, mayFix = () => true }: GateText): readonly string[] {
  if (gate.verdict === 'failed') {
    const fixable = gate.failing.filter(
      ({ suggestion }) => suggestion !== undefined && suggestion.edits.every(({ file }) => mayFix(file)),
    ).length;
    const steps = [
      ...(fixable === 0
        ? []
        : [
            `'sunset-lint scan --fix' corrects ${fixable < gate.failing.length ? fixable : fixable === 1 ? 'it' : 'them'}`,
          ]),
      ...(baseline === undefined || baseline.written === 'no' ? ["--update-baseline accepts today's findings"] : []),
    ];
    return steps.length === 0 ? [] : [`Next: ${steps.join('; ')}.`];
  }
  return gate.next === undefined ? [] : [`Next end: ${gate.next.date}, ${count(gate.next.findings, 'finding')}.`];
}

/** Formats the last line: the verdict and its reason. */
function verdict({ gate, options, report, problems = 0 }: GateText): string {
  const { maxFindings = 0, failOn } = options;
  const allowed = maxFindings > 0 ? `, ${maxFindings} allowed` : '';
  const flags = `(--fail-on ${failOn}${allowed})`;
  if (gate.verdict === 'failed') return `Failed: ${reasonsOf(gate.failing, options).join(', ')} ${flags}.`;
  const { coverage } = report;
  const findings = `${count(gate.failing.length, 'finding')} ${flags}`;
  const unknownSdks = unknownSdkWords(coverage.unknownSdks);
  const outcome = problems > 0 ? 'Not passed, because not everything was read' : 'Passed';
  const exception = problems > 0 || unknownSdks === undefined ? '' : `, but ${unknownSdks}`;
  const unexamined = [
    unreadWords(coverage.unread ?? []),
    notUnderstoodWords(coverage.skipped),
    uncheckedWords(coverage),
  ];
  return [
    `${outcome}${exception}: ${findings}.`,
    ...unexamined.flatMap((words) => (words === undefined ? [] : [`${words}.`])),
  ].join(' ');
}

/** Counts failing findings by state, such as `3 calls have ended`, `1 ends within 90 days`. */
function reasonsOf(failing: readonly ReportFinding[], { within }: GateOptions): readonly string[] {
  const { past, before, undated, mistakes, overruled } = countStates(failing);
  const verbOf = (number: number): string => (number === 1 ? 'is' : 'are');
  const reasons = [
    [past, (calls: string) => `${calls} ${past === 1 ? 'has' : 'have'} ended`],
    [
      before,
      (calls: string) =>
        `${calls} ${before === 1 ? 'ends' : 'end'}${within === undefined ? ' later' : ` within ${count(within, 'day')}`}`,
    ],
    [undated, (calls: string) => `${calls} ${verbOf(undated)} deprecated without an announced end`],
    [mistakes, (calls: string) => `${calls} ${verbOf(mistakes)} mistaken`],
    [
      overruled,
      (calls: string) =>
        `${calls} ${overruled === 1 ? 'counts' : 'count'} by the edition, though ${disputeWords(failing)}`,
    ],
  ] as const;
  return reasons
    .filter(([number]) => number > 0)
    .map(([number, sentence], index) => sentence(index === 0 ? count(number, 'call') : String(number)));
}

const MAX_LISTED_ITEMS = 10;

/** Describes edits of a change to its own gate, and its suppressed or unread parts, each in a sentence. */
export function changeNotes(
  { result, report }: { readonly result: ChangeResult; readonly report: Report },
  settings: ScanSettings,
  baseline: OpenBaseline | undefined,
  cwd: string,
): readonly string[] {
  const { change, configEditNotes } = settings;
  if (change === undefined) return [];
  const { files } = result.dropped;
  return [
    ...configEditNotes,
    ...listSentence(files, `Its configuration excludes ${count(files.length, 'file')} that the previous one includes`),
    ...listSentence(
      editedCatalogues([settings.config], change, settings.flags, cwd).map((file) => basename(file)),
      'This change edits catalogues of deprecations, and their findings before the change count',
    ),
    ...(baseline === undefined ? [] : baselineNotes(baseline, change)),
    ...hiddenNotes(report.findings, 'New findings that are suppressed'),
    ...hiddenNotes(result.newlySuppressed, 'Findings newly suppressed by comments'),
    ...unreadNotes(report, result.changed),
  ];
}

/** Lists entries that the change adds to the baseline. */
function baselineNotes({ file, entries }: OpenBaseline, change: TreeChange): readonly string[] {
  if (!change.before.has(resolveFolderLinks(file))) return [];
  const earlierEntries = entriesBefore(file, change);
  const added = entries.filter((entry) => !earlierEntries.delete(JSON.stringify(entry)));
  return listSentence(
    added.map(({ file: name, deprecation, owner, until, reason }) =>
      withDetails(`${deprecation} in ${name}`, [owner, until && `until ${until}`, reason]),
    ),
    `This change adds ${added.length === 1 ? '1 entry' : `${added.length} entries`} to ${basename(file)}`,
  );
}

function entriesBefore(file: string, change: TreeChange): Set<string> {
  const text = textReaderBefore(change)(file);
  try {
    const entries: readonly BaselineEntry[] = text === undefined ? [] : parseBaseline(file, text);
    return new Set(entries.map((entry) => JSON.stringify(entry)));
  } catch (error) {
    if (error instanceof ConfigError) return new Set();
    throw error;
  }
}

function hiddenNotes(findings: readonly ReportFinding[], heading: string): readonly string[] {
  const suppressed = findings.filter(({ suppression }) => suppression?.status === 'accepted');
  return listSentence(
    suppressed.map((finding) => {
      const { source, details } = suppressionOf(finding);
      return withDetails(`${finding.file}:${finding.range.start.line} ${finding.deprecation}`, [source, ...details]);
    }),
    `${heading}: ${suppressed.length}`,
  );
}

/** Describes the exception that suppresses a finding, with its date, owner and reason if known. */
function suppressionOf({ suppression, owner: codeOwner }: ReportFinding): {
  readonly source: string;
  readonly details: readonly string[];
} {
  const { kind, by, line, accepted, owner = codeOwner, until, justification } = suppression ?? { kind: 'external' };
  return {
    source:
      by === 'configuration'
        ? 'ignored by the configuration'
        : kind === 'inSource'
          ? `comment on line ${line ?? 0}`
          : 'baseline entry',
    details: [
      ...(accepted === undefined ? [] : [`accepted ${accepted}`]),
      ...(until === undefined ? [] : [`until ${until}`]),
      ...(owner === undefined ? [] : [`owner ${owner}`]),
      ...(justification === undefined || by === 'configuration' ? [] : [`reason: ${justification}`]),
    ],
  };
}

/** Lists files of the change that were not read. Other scans report only unread files that name an API. */
function unreadNotes({ coverage }: Report, changedFiles: ReadonlySet<string>): readonly string[] {
  const REPORTED_REASONS = new Set(['binary', 'too-large', 'unreadable', 'link', 'outside', 'submodule', 'failed']);
  const files = coverage.skipped
    .filter(({ reason }) => REPORTED_REASONS.has(reason))
    .flatMap(({ reason, paths }) =>
      paths.filter((path) => changedFiles.has(path)).map((path) => `${path} (${reason.replace('-', ' ')})`),
    );
  return listSentence(files, 'Changed files that were not read');
}

function withDetails(text: string, details: readonly (string | undefined)[]): string {
  const knownDetails = details.filter((word) => word !== undefined && word !== '');
  return knownDetails.length === 0 ? text : `${text} (${knownDetails.join(', ')})`;
}

function listSentence(items: readonly string[], heading: string): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > MAX_LISTED_ITEMS ? ` and ${items.length - MAX_LISTED_ITEMS} more` : '';
  return [`${heading}: ${items.slice(0, MAX_LISTED_ITEMS).join(', ')}${more}.`];
}

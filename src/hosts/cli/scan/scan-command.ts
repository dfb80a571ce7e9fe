import { relative, resolve, sep } from 'node:path';
import { isInTestFolder } from '../../../files/file-name.js';
import { readCommit } from '../../../files/git/work-tree.js';
import { memoByText } from '../../../core/lib/collections.js';
import { count } from '../../../core/lib/wording.js';
import type { Command } from 'commander';
import {
  unexemptNamedTests,
  exemptLater,
  exemptUnchanged,
  exemptUndated,
  judgeGate,
} from '../../../scan/baseline/gate.js';
import { escapeText } from '../../../core/lib/escape.js';
import { workTable } from '../../../core/lib/work.js';
import { countUnanalysed, unreadWords } from '../../../core/model/skipped.js';
import { reviewWarnings } from '../../../report/editions.js';
import { withOwners } from '../../../report/owners.js';
import type { Report, ReportFinding } from '../../../report/report.js';
import { isOpen } from '../../../report/severity.js';
import { addScanHelp, scanCommand } from '../settings/flags.js';
import type { FlagsOf } from '../settings/flags.js';
import { applyOpenBaseline, openBaseline } from '../scanning/baseline-step.js';
import type { BaselineStep, OpenBaseline } from '../scanning/baseline-step.js';
import { changeNotes, formatGate, gateOptions, verdictOf } from '../gate/gate.js';
import { EXIT, chooseColour, exitCode, progressLine } from '../shared/io.js';
import type { CliIo, CommandRun, ExitCode } from '../shared/io.js';
import { planReports, refuseFormatsForChange } from '../../../report/formats.js';
import { isDecodedExactly } from '../fix/fixable-file.js';
import { fixFindings } from '../fix/fix-findings.js';
import type { FixOutcome } from '../fix/fix-findings.js';
import { interruptedFixes } from '../fix/interrupted-fixes.js';
import { summarisePackages } from '../gate/packages.js';
import { printSettings, readSettings } from '../settings/settings.js';
import { listScannedFiles, namedFiles, formatTraces } from '../scanning/requested-files.js';
import { findRepository, readOwners, repositoryOf } from '../shared/repository.js';
import { scanOnce, scanProblems } from '../scanning/scan-settings.js';
import type { OneScan } from '../scanning/scan-settings.js';
import type { ScanSettings } from '../settings/settings.js';
import { unreadLimits } from '../../../scan/left-out.js';
import type { UnreadOfChange } from '../../../scan/unread-files.js';
import { lostSentences, unknownSdkSentences } from '../../../scan/unresolved-modules.js';
import { amend } from '../../../scan/report-algebra.js';
import { watchScan } from './watch.js';
import { refuseUnwritable } from '../shared/write-output.js';
import { writeAllReports } from '../reports/write-reports.js';
import { ConfigError } from '../../../core/model/errors.js';

/** Declares `scan`, which scans, writes the reports, and sets the exit code. */
export function declareScan(command: Command, { io, finish }: CommandRun): Command {
  return addScanHelp(
    scanCommand(async (_paths, flags, self) => {
      finish(await runScan(await readSettings(self.args, flags, self, io), io));
    }, command),
  );
}

/** Runs a scan with resolved settings. */
export async function runScan(settings: ScanSettings, io: CliIo): Promise<ExitCode> {
  try {
    return await scanAndConclude(settings, io);
  } finally {
    if (settings.flags.stats) io.err(workTable());
  }
}

async function scanAndConclude(parsedSettings: ScanSettings, io: CliIo): Promise<ExitCode> {
  const { flags } = parsedSettings;
  const readsInput = flags.stdin || flags.stdinFilename !== undefined;
  const settings = readsInput
    ? await (await import('./standard-input.js')).withInput(parsedSettings, io)
    : parsedSettings;
  refuseIncompatibleFlags(flags);
  if (flags.printConfig) {
    io.data(printSettings(settings, io.cwd));
    return EXIT.clean;
  }
  if (flags.listFiles) {
    io.out(listScannedFiles(settings, io));
    return EXIT.clean;
  }
  // Outputs are checked before the scan, which can take long.
  const plan = planReports(settings.flags, io.cwd);
  if (settings.change !== undefined) refuseFormatsForChange(plan);
  for (const { file, within } of plan)
    if (file !== undefined) refuseUnwritable(file, { outputName: 'the report', within });
  const baseline = openBaseline(settings, io.cwd);
  if (flags.watch) return watchScan(settings, io, (scan) => concludeScan(scan, openBaseline(settings, io.cwd), io));
  if (flags.debug) io.err(await formatTraces(settings, io, namedFiles(settings)));
  io.err(linesOf(interruptedFixes(repositoryOf(io.cwd), io.env)));
  const progress = progressLine(io, settings.flags.quiet ? 'hidden' : 'shown');
  let scan: OneScan;
  let outcome: FixOutcome | undefined;
  try {
    scan = await scanOnce(settings, io, progress.update);
    if (flags.fix || flags.fixDryRun)
      outcome = await fixFindings(scan, { settings: scan.settings, baseline, io, onProgress: progress.update });
  } finally {
    progress.clear();
  }
  if (outcome === undefined) return concludeScan(scan, baseline, io);
  if (flags.fixDryRun) return concludeDryRun(outcome, settings, io);
  outcome.write();
  const code = await concludeScan(outcome.scan, baseline, io);
  io.err(linesOf(outcome.messages));
  return code;
}

/** Prints the fixes that `--fix` would write; unreadable files are errors, as in any scan. */
async function concludeDryRun(
  { changes, messages, scan: { result } }: FixOutcome,
  { flags }: ScanSettings,
  io: CliIo,
): Promise<ExitCode> {
  const { formatDiff } = await import('../fix/fix-diff.js');
  io.out(formatDiff(changes, chooseColour(io, flags)));
  io.err(linesOf(messages));
  const problems = scanProblems(result);
  io.err(linesOf(problems.map((problem) => `error: ${problem}`)));
  return exitCode({ findings: changes.length, problems: problems.length });
}

function linesOf(sentences: readonly string[]): string {
  return sentences.map((sentence) => `${sentence}\n`).join('');
}

/** Applies the baseline, writes reports and baseline, and returns the exit code. */
async function concludeScan(scan: OneScan, baseline: OpenBaseline | undefined, io: CliIo): Promise<ExitCode> {
  const { settings, result, change } = scan;
  const { flags, root, catalogue } = settings;
  const problems = countProblems(scan);
  const writesBaseline = flags.updateBaseline || flags.prune;
  // A baseline of a partial scan would lose entries of the other files.
  const baselineStep: BaselineStep =
    writesBaseline && problems > 0
      ? { findings: result.report.findings, written: 'no' }
      : applyOpenBaseline(baseline, result, settings);
  const exemptLanguages = settings.change === undefined ? (flags.onlyChanged ?? []) : [];
  const options = gateOptions(flags);
  const judgedFindings = exemptUndated(
    exemptUnchanged(unexemptNamedTests(baselineStep.findings, namedAmong(settings)), exemptLanguages),
    settings.automatic?.applied ?? [],
  );
  const findings = exemptLater(judgedFindings, options, result.report.asOf);
  const judgedReport: Report = { ...result.report, ...partOf(settings), findings };
  const notes =
    change === undefined ? [] : changeNotes({ result: change, report: judgedReport }, settings, baseline, io.cwd);
  const { coverage } = judgedReport;
  const report = amend(judgedReport, { limits: notes });
  const gate = judgeGate(report, catalogue, options);
  const text = formatGate({
    report,
    gate,
    options,
    clock: flags.asOf === undefined ? 'today' : 'as-of',
    baseline: baselineStep,
    problems,
    verbose: flags.verbose,
    mayFix: memoByText((file) => isDecodedExactly(result.textOf(file), resolve(root, file))),
    directives: result.directives,
    packages: summarisePackages(report, root, result.read),
    ...(settings.change === undefined ? {} : { since: settings.change.base }),
    ...(flags.verbose ? { suppressed: suppressedFindings(report, root) } : {}),
  });
  const verdict = verdictOf(gate, options, problems, settings.change?.base);
  await writeAllReports({ report, root, catalogue, textOf: result.textOf, verdict }, flags, io, {
    text,
    quiet: [
      ...unknownSdkSentences(coverage.unknownSdks ?? []),
      ...lostSentences((coverage.lostImports ?? []).filter(({ mayHide }) => mayHide)),
      ...(change === undefined ? [] : [...unreadLimits(coverage.skipped, coverage.unread ?? []), ...notes]),
    ],
  });
  if (scan.notScanned !== undefined)
    io.err(`warning: '${escapeText(settings.oneFile ?? '')}' is not scanned: ${escapeText(scan.notScanned)}.\n`);
  for (const { path, reason } of result.missing) io.err(`error: cannot scan '${escapeText(path)}': ${reason}.\n`);
  for (const warning of reviewWarnings(report)) io.err(`warning: ${escapeText(warning)}\n`);
  reportGaps(scan, io);
  return exitCode({ findings: gate.verdict === 'failed' ? gate.failing.length : 0, problems });
}

/** Returns a test of whether a file is a named path of the scan, or is in a named folder of tests. */
function namedAmong({ paths, root }: ScanSettings): (file: string) => boolean {
  const names = paths.map((path) => relative(root, resolve(root, path)).split(sep).join('/'));
  return (file) => names.some((name) => file === name || (file.startsWith(`${name}/`) && isInTestFolder(`${name}/a`)));
}

/** Describes the part that `--shard` selects, with the commit. */
function partOf({ flags: { shard }, root }: ScanSettings): Pick<Report, 'part'> {
  if (shard === undefined) return {};
  const commit = readCommit(root);
  return { part: { index: shard.index, of: shard.count, ...(commit === undefined ? {} : { commit }) } };
}

function countProblems({ result, change, settings }: OneScan): number {
  return (
    (settings.flags.failOnUnread ? (result.report.coverage.unread?.length ?? 0) : 0) +
    result.missing.length +
    result.shortfalls.length +
    countUnanalysed(result.report.coverage.skipped) +
    (result.stopped === undefined ? 0 : 1) +
    (change?.unread.length ?? 0) +
    (change?.dropped.all === true ? 1 : 0)
  );
}

/** Prints errors about files that were not read or analysed, or not in full. */
function reportGaps({ result, change, settings }: OneScan, io: CliIo): void {
  const { skipped, unread = [] } = result.report.coverage;
  const unreadSummary = settings.flags.failOnUnread ? unreadWords(unread) : undefined;
  if (unreadSummary !== undefined) io.err(`error: ${unreadSummary} (failOnUnread). --format json names all.\n`);
  if (change?.dropped.all === true)
    io.err('error: the configuration of this change leaves no file to scan. Correct include, ignoreFiles or paths.\n');
  for (const shortfall of result.shortfalls) io.err(`error: ${escapeText(shortfall)} Findings may be missing.\n`);
  if (change !== undefined && change.unread.length > 0) io.err(unreadFilesError(change.unread));
  const failedFiles = skipped.find((group) => group.reason === 'failed')?.paths ?? [];
  if (failedFiles.length > 0) io.err(failedFilesError(failedFiles));
  if (result.stopped === undefined) return;
  const unfinishedCount = skipped.find((group) => group.reason === 'stopped')?.count ?? 0;
  io.err(
    `error: stopped ${result.stopped}: ${unfinishedCount} file${unfinishedCount === 1 ? ' was' : 's were'} not analysed in full; --format json names all. The report is partial.\n`,
  );
}

const MAX_LISTED_FILES = 10;

function failedFilesError(files: readonly string[]): string {
  const names = files.slice(0, MAX_LISTED_FILES).map(escapeText).join(', ');
  const more = files.length > MAX_LISTED_FILES ? ` and ${files.length - MAX_LISTED_FILES} more` : '';
  return `error: ${count(files.length, 'file')} could not be analysed in full, nested too deeply or too much for one file: ${names}${more}. Leave out generated code with --ignore-files.\n`;
}

/** Lists unread files of a change that may call an API, each with the reason. */
function unreadFilesError(unread: readonly UnreadOfChange[]): string {
  const lines = unread.slice(0, MAX_LISTED_FILES).map(({ file, why }) => `  ${escapeText(file)}: ${why}.\n`);
  const more = unread.length > MAX_LISTED_FILES ? `  and ${unread.length - MAX_LISTED_FILES} more\n` : '';
  return `error: this change has ${count(unread.length, 'file')} not read that may call an API:\n${lines.join('')}${more}Files that need no scan are left out by --ignore-files, or by ignoreFiles in the configuration before the change.\n`;
}

/** Returns suppressed findings, with the owners of their files. */
function suppressedFindings(report: Report, root: string): readonly ReportFinding[] {
  const repository = findRepository(root);
  const { ownersOf } = readOwners(repository.root);
  const { findings } = ownersOf === undefined ? report : withOwners(report, ownersOf, repository.prefix);
  return findings.filter((finding) => !isOpen(finding));
}

/** Flags that cannot be combined with --fix, with advice for each. */
const INCOMPATIBLE_WITH_FIX = {
  staged:
    'the staged content may differ from the files. Run `sunset-lint scan --fix`, look at the changes and stage them',
  changedSince: 'only some findings are examined. Name the files or folders to fix instead',
  shard: 'the shards would change the same files. Fix on one machine, without it',
  watch: 'files would change while you edit them. Run `sunset-lint scan --fix` when you are done',
} as const;

type IncompatibleFlag = keyof typeof INCOMPATIBLE_WITH_FIX;

/** @throws ConfigError for flags that cannot be combined. */
function refuseIncompatibleFlags(flags: FlagsOf<'fix'> & Readonly<Partial<Record<IncompatibleFlag, unknown>>>): void {
  if (!flags.fix && !flags.fixDryRun) return;
  const name = flags.fix ? '--fix' : '--fix-dry-run';
  if (flags.fix && flags.fixDryRun) throw new ConfigError('--fix writes and --fix-dry-run does not: choose one.');
  for (const [flagKey, advice] of Object.entries(INCOMPATIBLE_WITH_FIX)) {
    const value = flags[flagKey as IncompatibleFlag];
    if (value === undefined || value === false) continue;
    const flag = `--${flagKey.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new ConfigError(`${name} and ${flag} cannot be combined: ${advice}.`);
  }
}

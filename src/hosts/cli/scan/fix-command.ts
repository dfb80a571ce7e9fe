import { Argument } from 'commander';
import type { Command } from 'commander';
import { plainText } from '../../../core/lib/safe-output.js';
import { workTable } from '../../../core/lib/work.js';
import { openBaseline } from '../scanning/baseline-step.js';
import { scanOnce, scanProblems } from '../scanning/scan-settings.js';
import { fixFindings } from '../fix/fix-findings.js';
import { describePlans, openPlanFolder, planFiles, planFixes, PLAN_FOLDER, writePlans } from '../fix/fix-plan.js';
import { interruptedFixes } from '../fix/interrupted-fixes.js';
import { addFlags, addFlagsOf } from '../settings/flags.js';
import { parseScan, writtenFlags } from '../settings/settings.js';
import type { ScanSettings } from '../settings/settings.js';
import { exitCode, progressLine } from '../shared/io.js';
import type { CliIo, CommandRun, ExitCode } from '../shared/io.js';
import { repositoryOf } from '../shared/repository.js';
import { runScan } from './scan-command.js';

const HELP = `
Writes the replacements that are exact, as 'scan --fix' does, and prints the remaining findings. With --plan it
writes a Markdown file for each deprecation instead of the report: the exact edits, the calls to change by hand
with the reason, fields and values that the replacement refuses or renames, what to check afterwards, and what is
not known. A file that is not a plan is never overwritten.

Exit codes:
  0  nothing is left to do
  1  findings remain; with --dry-run: there is something to do
  2  the scan failed, or a file cannot be written
  130  interrupted

Examples:
  sunset-lint fix
  sunset-lint fix src --dry-run
  sunset-lint fix --plan                 into ${PLAN_FOLDER}/ID.md
  sunset-lint fix src --dry-run --plan=plans
  sunset-lint fix --dry-run --plan -     to standard output`;

interface FixFlags {
  readonly dryRun: boolean;
  /** True for the default folder. */
  readonly plan?: string | true;
}

/** Value of `--plan` for standard output. */
const STANDARD_OUTPUT = '-';

/** Declares `fix`, which writes exact replacements and plans. */
export function declareFix(command: Command, { io, finish }: CommandRun): Command {
  command
    .description('Write the exact replacements of deprecated calls, and a plan for what is to be changed by hand.')
    .addArgument(new Argument('[paths...]', 'files, folders and patterns').default(['.'], 'this folder'))
    .option('--dry-run', 'change no scanned file: print the replacements as a diff, or put them into the plans', false)
    .option(
      '--plan [folder]',
      `write a plan for each deprecation into a folder; -: print them (default: ${PLAN_FOLDER})`,
    )
    .addHelpText('after', HELP)
    .action(async (_paths: readonly string[], { dryRun, plan }: FixFlags, self: Command) => {
      const flags = [dryRun ? '--fix-dry-run' : '--fix', ...writtenFlags(self, ['dryRun', 'plan'])];
      const settings = await parseScan(flags, self.args, io);
      if (plan === undefined) finish(await runScan(settings, io));
      else finish(await runPlans(settings, plan === true ? PLAN_FOLDER : plan, io));
    });
  addFlagsOf(command, SHARED_FLAGS);
  return addFlags(command, ['catalogue']);
}

/** Flags of `scan` that apply to fixes as well. */
const SHARED_FLAGS = [
  ...(['ignoreFiles', 'include', 'allowNoFiles', 'minConfidence', 'asOf', 'baseline'] as const),
  ...(['verbose', 'quiet', 'color', 'stats', 'cacheLocation', 'cache'] as const),
];

/** Fixes findings, and writes or prints the plans. */
async function runPlans(settings: ScanSettings, target: string, io: CliIo): Promise<ExitCode> {
  const { flags } = settings;
  const folder = target === STANDARD_OUTPUT ? undefined : openPlanFolder(target, io.cwd);
  const baseline = openBaseline(settings, io.cwd);
  io.err(linesOf(interruptedFixes(repositoryOf(io.cwd), io.env)));
  const progress = progressLine(io, flags.quiet ? 'hidden' : 'shown');
  const scan = await scanOnce(settings, io, progress.update).finally(progress.clear);
  const run = { settings: scan.settings, baseline, io, onProgress: progress.update };
  const outcome = await fixFindings(scan, run).finally(progress.clear);
  const plans = planFixes(outcome, run, flags.fix ? 'done' : 'ready');
  const files = folder === undefined ? undefined : planFiles(plans, folder);
  if (flags.fix) outcome.write();
  if (folder === undefined || files === undefined) io.data(plainText(plans.map(({ text }) => text).join('\n')));
  else {
    writePlans(files, folder);
    io.out(linesOf(describePlans(files, folder, io.cwd)));
  }
  io.err(linesOf(plans.length === 0 ? ['No findings: there is nothing to plan.'] : outcome.messages));
  if (flags.stats) io.err(workTable());
  const problems = scanProblems(outcome.scan.result);
  io.err(linesOf(problems.map((problem) => `error: ${problem}`)));
  const remainingPlans = plans.filter(
    ({ manualCount, editedCount }) => manualCount > 0 || (flags.fixDryRun && editedCount > 0),
  );
  return exitCode({ findings: remainingPlans.length, problems: problems.length });
}

function linesOf(sentences: readonly string[]): string {
  return sentences.map((sentence) => `${sentence}\n`).join('');
}

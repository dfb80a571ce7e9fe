import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { EDITIONS } from '../../../knowledge/catalogue/packaged.js';
import type { EditionId } from '../../../knowledge/catalogue/packaged.js';
import { escapeText } from '../../../core/lib/escape.js';
import { AREAS, fileChanges } from '../../init/step.js';
import type { Area, FileChange, InitStep, Linter } from '../../init/step.js';
import { planInit } from '../../init/plan.js';
import { EXIT } from '../shared/io.js';
import type { CliIo, CommandRun } from '../shared/io.js';
import { applyInit, programCommand } from './init-apply.js';
import { structuredPatch } from 'diff';
import { breakLine } from '../../../core/lib/terminal-text.js';

const HELP = `
'init' creates sunset-lint.config.json and adds rules to ESLint or oxlint, a
script to package.json, a hook to pre-commit, Husky, lefthook or
simple-git-hooks, and a GitHub Actions job, where the repository uses them. It
prints what it cannot add safely. It shows a diff before it writes, only adds
lines to existing files, and skips files that already mention sunset-lint.

After writing, it scans once and asks the project's linter for its
configuration: every rule that was on must still be on, otherwise 'init' undoes
that change. This runs the project's linter and the code in its configuration;
--no-try skips both.

Examples:
  sunset-lint init --dry-run           show the changes without writing them
  sunset-lint init --yes               write them without asking
  sunset-lint init --only config,hook  leave the linter and CI unchanged`;

interface Flags {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly only?: readonly Area[];
  readonly edition?: EditionId;
  readonly try: boolean;
}

/** Declares `init`: sets up a repository. */
export function declareInit(command: Command, { io, finish }: CommandRun): Command {
  return command
    .description('Set up a repository: configuration, rules for ESLint or oxlint, commit hook, CI job.')
    .option('--dry-run', 'show the changes without writing them', false)
    .option('--yes', 'write without asking', false)
    .option('--only <parts>', `set up only these parts (comma-separated): ${AREAS.join(', ')}`, parseAreas)
    .addOption(
      new Option('--edition <name>', "dates for a new configuration (default: asks; 'current' with --yes)").choices(
        EDITIONS,
      ),
    )
    .option('--no-try', "do not scan afterwards or run the project's linter")
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => {
      const steps = planInit(io.cwd, flags.edition ?? (await chooseEdition(flags, io)), flags.only);
      const changes = fileChanges(io.cwd, steps);
      io.out(describeInit(steps, changes, io.columns));
      if (changes.length === 0) io.out(`\nThere is nothing to write.${describeNextStep(steps, io)}\n`);
      else if (flags.dryRun) io.out('\nNothing was written (--dry-run).\n');
      else if (flags.yes || (await hasConsent(io, flags.try ? changes : []))) {
        const isComplete = await applyInit({ steps, changes, runsTrial: flags.try }, io);
        finish(isComplete ? EXIT.clean : EXIT.failure);
      } else io.out('\nNothing was written. Use --yes to write.\n');
    });
}

/** Asks for the edition of a new configuration, if the user can answer and the project has no configuration. */
async function chooseEdition({ yes, dryRun, only }: Flags, io: CliIo): Promise<EditionId> {
  if (yes || dryRun || io.ask === undefined) return RECOMMENDED_EDITION;
  const isNew = planInit(io.cwd, RECOMMENDED_EDITION, only).some(
    (step) => step.kind === 'write' && step.area === 'config',
  );
  if (!isNew) return RECOMMENDED_EDITION;
  const answer = (await io.ask(EDITION_QUESTION)).trim().toLowerCase();
  return answer !== '' && 'specification'.startsWith(answer) ? 'specification' : RECOMMENDED_EDITION;
}

const RECOMMENDED_EDITION: EditionId = 'current';
const EDITION_QUESTION = `Which end-of-life dates should sunset-lint use?
  current        the dates as the vendor has changed them since, without cancelled deprecations (recommended)
  specification  the original dates
[current] `;

function parseAreas(text: string): readonly Area[] {
  const names = text.split(',').map((name) => name.trim());
  return names.map((name) => {
    const area = AREAS.find((known) => known === name);
    if (area === undefined) throw new InvalidArgumentError(`'${name}' is not one of ${AREAS.join(', ')}.`);
    return area;
  });
}

/** Asks before anything is written or run. */
async function hasConsent(io: CliIo, changesToTry: readonly FileChange[]): Promise<boolean> {
  const linter = changesToTry.find(({ linterToTry }) => linterToTry !== undefined)?.linterToTry;
  const linterPhrase = linter === undefined ? '' : `, and run this project's ${LINTER_NAMES[linter]} to try it`;
  const answer = await io.ask?.(`\nWrite this${linterPhrase}? [y/N] `);
  return answer !== undefined && /^y(?:es)?$/i.test(answer.trim());
}

const LINTER_NAMES: Readonly<Record<Linter, string>> = { eslint: 'ESLint', oxlint: 'oxlint' };

function describeNextStep(steps: readonly InitStep[], io: CliIo): string {
  const manualStep = steps.findLast((step) => step.kind === 'by-hand');
  return manualStep === undefined
    ? ` Next: '${programCommand(io)} scan'.`
    : ` Next, by hand: ${escapeText(manualStep.text.split('\n')[0] ?? '')}`;
}

/**
 * Describes steps and their changes; the diff of a file is shown once, with its first step. Sentences are wrapped at
 * `columns`; text to copy and diffs are not.
 */
function describeInit(steps: readonly InitStep[], changes: readonly FileChange[], columns?: number): string {
  const unshownChanges = new Map(changes.map((change) => [change.file, change]));
  const blocks = steps.map((step) => {
    if (step.kind === 'done') return formatItem(`${escapeText(step.about)}; skipped`, columns);
    if (step.kind === 'by-hand')
      return formatItem(`by hand: ${escapeText(step.about)}`, columns) + indentLines(step.text, '    ');
    const { file, about } = step;
    const change = unshownChanges.get(file);
    unshownChanges.delete(file);
    const verb = change?.before === undefined && change !== undefined ? 'new' : 'change';
    const head = formatItem(`${verb} ${escapeText(file)}: ${about}`, columns);
    return change === undefined ? head : head + formatDifference(change);
  });
  return blocks.join('');
}

function formatItem(text: string, columns: number | undefined): string {
  const lines = text.split('\n').flatMap((line) => breakLine(line, columns, 2));
  return `- ${lines.join('\n  ')}\n`;
}

const CONTEXT_LINES = 3;

/** Formats a unified diff, with indentation. */
function formatDifference({ file, before, after }: FileChange): string {
  const { hunks } = structuredPatch(file, file, before ?? '', after, undefined, undefined, { context: CONTEXT_LINES });
  const lines = hunks.flatMap((hunk) => [
    `@@ -${String(hunk.oldStart)},${String(hunk.oldLines)} +${String(hunk.newStart)},${String(hunk.newLines)} @@`,
    ...hunk.lines,
  ]);
  // A new file needs no line numbers.
  return indentLines((before === undefined ? lines.slice(1) : lines).join('\n'), '  ');
}

function indentLines(text: string, indentation: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${indentation}${escapeAllButTabs(line.replace(/\r$/, ''))}\n`)
    .join('');
}

function escapeAllButTabs(line: string): string {
  return line.split('\t').map(escapeText).join('\t');
}

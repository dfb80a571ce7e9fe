import { Command, InvalidArgumentError } from 'commander';
import { escapeText } from '../lib/escape-text.js';
import { fileChanges } from '../init/file-changes.js';
import type { FileChange } from '../init/file-changes.js';
import { planInit } from '../init/plan.js';
import { AREAS } from '../init/step.js';
import type { Area, InitStep, Linter } from '../init/step.js';
import { EXIT } from './exit-code.js';
import type { ExitCode } from './exit-code.js';
import { describeInit } from './init-show.js';
import { applyInit } from './init-apply.js';
import type { CliIo } from './io.js';

const HELP = `
It makes sunset-lint.config.json, adds the rules to the configuration of ESLint or oxlint, a hook to
pre-commit, Husky, lefthook or simple-git-hooks, and a job for GitHub, where the repository uses them.
What it cannot add safely it prints. It shows a diff before it writes. Files that are there get lines
added and lose none; what names sunset-lint already is left alone.

After writing it scans once, and asks the linter of the project for its configuration: rules that were on
must still be on, else that change is taken back. This runs the linter of the project, and so what its
configuration runs; --no-try leaves it out.

Examples:
  sunset-lint init --dry-run           show what would be done
  sunset-lint init --yes               do it without asking
  sunset-lint init --only config,hook  leave the linter and CI as they are`;

interface Flags {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly only?: readonly Area[];
  readonly try: boolean;
}

/** Declares `init`: sets up a repository. */
export function initCommand(io: CliIo, setExit: (code: ExitCode) => void): Command {
  return new Command('init')
    .summary('set up configuration, linter, commit hook, CI job')
    .description('Set up a repository: configuration, rules for ESLint or oxlint, commit hook, CI job.')
    .option('--dry-run', 'show what would be done, and do nothing', false)
    .option('--yes', 'do it without asking', false)
    .option('--only <parts>', `only these, with commas between: ${AREAS.join(', ')}`, parseAreas)
    .option('--no-try', 'do not scan afterwards, nor run the linter of the project')
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => {
      const steps = planInit(io.cwd, flags.only);
      const changes = fileChanges(io.cwd, steps);
      io.out(describeInit(steps, changes));
      if (changes.length === 0) io.out(`\nThere is nothing to write.${lastByHand(steps)}\n`);
      else if (flags.dryRun) io.out('\nNothing was written (--dry-run).\n');
      else if (flags.yes || (await isAgreed(io, flags.try ? changes : []))) {
        const whole = await applyInit({ steps, changes, tries: flags.try }, io);
        setExit(whole ? EXIT.clean : EXIT.failure);
      } else io.out('\nNothing was written. Say --yes to write.\n');
    });
}

function parseAreas(text: string): readonly Area[] {
  const names = text.split(',').map((name) => name.trim());
  return names.map((name) => {
    const area = AREAS.find((known) => known === name);
    if (area === undefined) throw new InvalidArgumentError(`'${name}' is none of ${AREAS.join(', ')}.`);
    return area;
  });
}

/** Asks before anything is written or run. */
async function isAgreed(io: CliIo, tried: readonly FileChange[]): Promise<boolean> {
  const linter = tried.find(({ tryWith }) => tryWith !== undefined)?.tryWith;
  const also = linter === undefined ? '' : `, and run the ${NAMES[linter]} of this project to try it`;
  const answer = await io.ask?.(`\nWrite this${also}? [y/N] `);
  return answer !== undefined && /^y(?:es)?$/i.test(answer.trim());
}

const NAMES: Readonly<Record<Linter, string>> = { eslint: 'ESLint', oxlint: 'oxlint' };

function lastByHand(steps: readonly InitStep[]): string {
  const last = steps.findLast((step) => step.kind === 'by-hand');
  return last === undefined
    ? " Next: 'npx sunset-lint scan'."
    : ` Next, by hand: ${escapeText(last.text.split('\n')[0] ?? '')}`;
}

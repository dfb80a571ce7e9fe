import { join } from 'node:path';
import { Command } from 'commander';
import { escapeText } from '../lib/escape-text.js';
import { planInit, readOwn } from './init-plan.js';
import type { InitStep } from './init-plan.js';
import type { CliIo } from './io.js';
import { refuseOutside, writeOutput } from './write-output.js';

const HELP = `
It makes sunset-lint.config.json, adds the rules to the configuration of ESLint, and adds a hook for
pre-commit or Husky where the repository uses one. What it cannot add safely it prints. Files that are
there get lines added and lose none; what names sunset-lint already is left alone.

Examples:
  sunset-lint init --dry-run    show what would be done
  sunset-lint init --yes        do it without asking`;

/** Declares `init`: sets up a repository. */
export function initCommand(io: CliIo): Command {
  return new Command('init')
    .summary('set up configuration, ESLint, a commit hook')
    .description('Set up a repository: configuration, ESLint rules, commit hook.')
    .option('--dry-run', 'show what would be done, and do nothing', false)
    .option('--yes', 'do it without asking', false)
    .addHelpText('after', HELP)
    .action(async (flags: { readonly dryRun: boolean; readonly yes: boolean }) => {
      const steps = planInit(io.cwd);
      io.out(`${steps.map((step) => describe(step, io.cwd)).join('\n')}\n`);
      const writes = steps.flatMap((step) => (step.kind === 'write' ? [step] : []));
      if (writes.length === 0) io.out('\nThere is nothing to write.\n');
      else if (flags.dryRun) io.out('\nNothing was written (--dry-run).\n');
      else if (flags.yes || (await isAgreed(io))) {
        const options = { what: 'the file', within: io.cwd };
        for (const { file } of writes) refuseOutside(join(io.cwd, file), io.cwd, options.what);
        for (const { file, text } of writes) writeOutput(join(io.cwd, file), text, options);
        io.out(
          `\nWrote ${writes.map(({ file }) => file).join(', ')}. Next: 'sunset-lint scan --update-baseline' accepts what there is.\n`,
        );
      } else io.out('\nNothing was written. Say --yes to write.\n');
    });
}

async function isAgreed(io: CliIo): Promise<boolean> {
  const answer = await io.ask?.('Write this? [y/N] ');
  return answer !== undefined && /^y(?:es)?$/i.test(answer.trim());
}

function describe(step: InitStep, cwd: string): string {
  switch (step.kind) {
    case 'done':
      return `- ${step.about}: nothing to do`;
    case 'by-hand':
      return `- by hand: ${step.about}\n${block(step.text, '    ')}`;
    case 'write':
      return `- ${step.how === 'new' ? 'new' : 'change'} ${step.file}: ${step.about}\n${block(addedLines(step, cwd), '  + ')}`;
  }
}

/** What is new in a file, for people. */
function addedLines({ file, text }: { readonly file: string; readonly text: string }, cwd: string): string {
  const old = new Set(readOwn(cwd, file)?.split('\n'));
  return text
    .split('\n')
    .filter((line) => !old.has(line))
    .join('\n');
}

function block(text: string, mark: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => mark + escapeText(line))
    .join('\n');
}

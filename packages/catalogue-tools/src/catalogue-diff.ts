import type { Command } from 'commander';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import type { ExitCode, CliIo } from '../../../src/hosts/cli/shared/io.js';
import type { DiffFlags } from './run-catalogue-diff.js';

const HELP = `
A and B are each a catalogue file, an edition (specification, current), or the id of an API that is known.

--scan scans the repository with A and with B and prints the differences: findings that would appear,
disappear, or change their state. Paths work as for 'scan'; the nearest configuration applies.

Exit codes: 0 the two are the same, 1 they differ, 2 something could not be read.

Examples:
  sunset-lint catalogue diff specification current
  sunset-lint catalogue diff bells-2026-10.json bells-2026-11.json --format markdown
  sunset-lint catalogue diff --scan specification current src`;

/** Declares `catalogue diff`: the differences of two catalogues, or of their findings in a repository. */
export function diffCommand(parts: ProgramParts, io: CliIo, finish: (code: ExitCode) => void): Command {
  const { Command, Option } = parts;
  return new Command('diff')
    .description('Compare two catalogues, or what they find in a repository.')
    .argument('<a>', 'the catalogue to begin with')
    .argument('<b>', 'the catalogue to compare with it')
    .argument('[paths...]', 'with --scan: what to scan (default: what the configuration says, or here)')
    .option('--scan', 'compare the findings of A and B in this repository', false)
    .addOption(
      new Option('--format <format>', 'format of the output').choices(['text', 'json', 'markdown']).default('text'),
    )
    .option('--output <file>', 'write the comparison to a file')
    .addHelpText('after', HELP)
    .action(async (a: string, b: string, paths: readonly string[], flags: DiffFlags) => {
      const { runDiff } = await import('./run-catalogue-diff.js');
      finish(await runDiff({ a, b, paths }, flags, io, parts));
    });
}

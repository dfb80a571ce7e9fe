import { Argument, Command } from 'commander';
import { loadCatalogue } from '../../catalogue/load.js';
import { packagedApis } from '../../catalogue/packaged.js';
import { FORMATS } from '../../report/formats.js';
import type { KnownValues } from './completion-words.js';
import { completionScript, SHELLS } from './completion.js';
import type { Shell } from './completion.js';
import type { CliIo } from '../shared/io.js';

const HELP = `
Examples:
  source <(sunset-lint completion bash)                         in ~/.bashrc
  sunset-lint completion zsh > "\${fpath[1]}/_sunset-lint"
  sunset-lint completion fish > ~/.config/fish/completions/sunset-lint.fish`;

/** Declares `completion`: prints a script for a shell. */
export function completionCommand(program: Command, io: Pick<CliIo, 'out'>): Command {
  return new Command('completion')
    .summary('print a script of completions for a shell')
    .description('Print a script that completes commands and flags in a shell.')
    .addArgument(new Argument('<shell>', 'for which shell').choices([...SHELLS]))
    .addHelpText('after', HELP)
    .action((shell: Shell) => io.out(completionScript(program, shell, knownValues())));
}

/** Values that the declarations of flags and commands do not list. */
function knownValues(): KnownValues {
  const ids = loadCatalogue().deprecations.map(({ id }) => id);
  return {
    '--format': Object.keys(FORMATS),
    '--api': packagedApis(),
    explain: ids,
  };
}

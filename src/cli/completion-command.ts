import { Argument, Command } from 'commander';
import { completionScript, SHELLS } from './completion.js';
import type { Shell } from './completion.js';
import type { CliIo } from './io.js';

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
    .action((shell: Shell) => io.out(completionScript(program, shell)));
}

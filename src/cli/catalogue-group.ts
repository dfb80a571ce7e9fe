import { Command } from 'commander';
import { checkCommand } from './catalogue-check.js';
import { diffCommand } from './catalogue-diff.js';
import { exportCommand } from './catalogue-export.js';
import { importCommand } from './catalogue-import.js';
import { updateCommand } from './catalogue-update.js';
import type { ExitCode } from './exit-code.js';
import type { CliIo } from './io.js';

/** Declares `catalogue` with all that it can be asked; without a word it lists. Exit codes go to `finish`. */
export function catalogueGroup(list: Command, io: CliIo, finish: (code: ExitCode) => void): Command {
  return new Command('catalogue')
    .description('List the deprecations that are known, compare them, and make catalogues of what vendors publish.')
    .addCommand(list, { isDefault: true })
    .addCommand(diffCommand(io, finish))
    .addCommand(checkCommand(io, finish))
    .addCommand(importCommand(io))
    .addCommand(exportCommand(io))
    .addCommand(updateCommand(io));
}

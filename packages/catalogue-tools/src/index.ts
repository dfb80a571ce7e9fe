import type { Command } from 'commander';
import { checkCommand } from './catalogue-check.js';
import { diffCommand } from './catalogue-diff.js';
import { exportCommand } from './catalogue-export.js';
import { importCommand } from './catalogue-import.js';
import { updateCommand } from './catalogue-update.js';
import type { ExitCode } from '../shared/exit-code.js';
import type { CliIo } from '../shared/io.js';

/** Subcommands of `catalogue`. Exit codes other than 0 go to `finish`. */
export function catalogueTools(io: CliIo, finish: (code: ExitCode) => void): readonly Command[] {
  return [
    diffCommand(io, finish),
    checkCommand(io, finish),
    importCommand(io, finish),
    exportCommand(io),
    updateCommand(io),
  ];
}

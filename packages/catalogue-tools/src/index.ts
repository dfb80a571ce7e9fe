import { checkCommand } from './catalogue-check.js';
import { diffCommand } from './catalogue-diff.js';
import { exportCommand } from './catalogue-export.js';
import { importCommand } from './catalogue-import.js';
import { updateCommand } from './catalogue-update.js';
import type { DeclareCommands } from '../../../src/hosts/cli/packaged-commands.js';
import { loadBuiltWith } from '../../../src/core/built-module.js';

/** Subcommands of `catalogue`. */
export const commands: DeclareCommands = (parts, io, finish) => {
  loadBuiltWith(parts.builtLoaders());
  return [
    diffCommand(parts, io, finish),
    checkCommand(parts, io, finish),
    importCommand(parts, io, finish),
    exportCommand(parts, io),
    updateCommand(parts, io),
  ];
};

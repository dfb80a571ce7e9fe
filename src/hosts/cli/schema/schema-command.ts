import { Argument } from 'commander';
import type { Command } from 'commander';
import { asSafe } from '../../../core/lib/safe-output.js';
import { readRulesFile } from '../../../core/package-files.js';
import type { CommandRun } from '../shared/io.js';

const SCHEMA_FILES = {
  report: 'report.schema.json',
  explanation: 'explanation.schema.json',
  catalogue: 'catalogue.schema.json',
  config: 'config.schema.json',
  baseline: 'baseline.schema.json',
  'waf-export': 'waf-export.schema.json',
} as const;

/** Declares `schema`: prints the JSON Schema of an input or output format. */
export function declareSchema(command: Command, { io }: CommandRun): Command {
  return command
    .description('Print the JSON Schema of a report, or of a file that is read.')
    .addArgument(new Argument('<name>', 'what to describe').choices(Object.keys(SCHEMA_FILES)))
    .action((name: keyof typeof SCHEMA_FILES) => {
      io.data(asSafe(readRulesFile(SCHEMA_FILES[name])));
    });
}

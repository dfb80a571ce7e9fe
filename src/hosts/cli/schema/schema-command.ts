import { Argument } from 'commander';
import type { Command } from 'commander';
import { asSafe } from '../../../core/lib/leaving.js';
import { readRulesFile } from '../../../core/package-files.js';
import type { CommandRun } from '../shared/io.js';

const SCHEMAS = {
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
    .addArgument(new Argument('<name>', 'what to describe').choices(Object.keys(SCHEMAS)))
    .action((name: keyof typeof SCHEMAS) => {
      io.data(asSafe(readRulesFile(SCHEMAS[name])));
    });
}

import { Argument, Command } from 'commander';
import { asSafe } from '../lib/leaving.js';
import { readRulesFile } from '../lib/package-files.js';
import type { CliIo } from './shared/io.js';

const SCHEMAS = {
  report: 'report.schema.json',
  explanation: 'explanation.schema.json',
  catalogue: 'catalogue.schema.json',
  config: 'config.schema.json',
  baseline: 'baseline.schema.json',
  'waf-export': 'waf-export.schema.json',
} as const;

/** Declares `schema`: prints the JSON Schema of an input or output format. */
export function schemaCommand(io: Pick<CliIo, 'data'>): Command {
  return new Command('schema')
    .summary('print the JSON Schema of a file')
    .description('Print the JSON Schema of a report, or of a file that is read.')
    .addArgument(new Argument('<name>', 'what to describe').choices(Object.keys(SCHEMAS)))
    .action((name: keyof typeof SCHEMAS) => {
      io.data(asSafe(readRulesFile(SCHEMAS[name])));
    });
}

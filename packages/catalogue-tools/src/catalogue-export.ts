import { Command, InvalidArgumentError, Option } from 'commander';
import { addFlags } from '../settings/flags.js';
import type { CliIo } from '../shared/io.js';
import type { ExportFlags } from './run-catalogue-export.js';

const HELP = `
Formats:
  openapi-overlay  an Overlay 1.0 in JSON, which marks the operations and parameters in the API's own document
  csv              a row for each operation, for spreadsheets
  ics              a calendar with the day of each end of life

Exit codes: 0 written, 2 not written.

Examples:
  sunset-lint catalogue export --format ics --output sunset.ics
  sunset-lint catalogue export --format csv --catalogue bells.json
  sunset-lint catalogue export --format openapi-overlay --of bells --catalogue bells.json`;

/** Declares `catalogue export`: the catalogue in standard formats. */
export function exportCommand(io: CliIo): Command {
  const command = new Command('export')
    .description('Write the catalogue as an overlay of OpenAPI, as CSV, or as a calendar.')
    .addOption(
      new Option('--format <format>', 'format of the export')
        .choices(['openapi-overlay', 'csv', 'ics'])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--of <api>', 'only the entries of this API (default: of all)').argParser(parseApi))
    .option('--output <file>', 'write the export to a file')
    .addHelpText('after', HELP)
    .action(async (flags: ExportFlags) => {
      const { runExport } = await import('./run-catalogue-export.js');
      await runExport(flags, io);
    });
  return addFlags(command, ['catalogue']);
}

function parseApi(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It is empty.');
}

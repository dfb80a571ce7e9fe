import type { Command } from 'commander';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import type { CliIo } from '../../../src/hosts/cli/shared/io.js';
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
export function exportCommand(parts: ProgramParts, io: CliIo): Command {
  const { Command, InvalidArgumentError, Option, addFlags } = parts;
  const parseApi = (text: string): string => {
    if (text !== '') return text;
    throw new InvalidArgumentError('It is empty.');
  };
  const command = new Command('export')
    .description('Write the catalogue as an OpenAPI overlay, as CSV, or as a calendar.')
    .addOption(
      new Option('--format <format>', 'format of the export')
        .choices(['openapi-overlay', 'csv', 'ics'])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--of <api>', 'only the entries of this API (default: all APIs)').argParser(parseApi))
    .option('--output <file>', 'write the export to a file')
    .addHelpText('after', HELP)
    .action(async (flags: ExportFlags) => {
      const { runExport } = await import('./run-catalogue-export.js');
      await runExport(flags, io, parts);
    });
  return addFlags(command, ['catalogue']);
}

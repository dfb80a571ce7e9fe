import { Command, Option } from 'commander';
import { toCatalogueFile } from '../../../knowledge/catalogue/load.js';
import { asJson } from '../../../core/lib/safe-output.js';
import type { IsoDate } from '../../../core/model/deprecation.js';
import { formatCatalogueTable } from '../../../report/catalogue-table.js';
import { addFlags, parserOf } from '../settings/flags.js';
import type { FlagsOf } from '../settings/flags.js';
import type { CliIo, CommandRun } from '../shared/io.js';
import { loadCatalogueFor } from '../settings/load-catalogue.js';

interface ListFlags extends FlagsOf<'catalogue'> {
  readonly format: 'table' | 'json';
  readonly json: boolean;
  readonly asOf?: IsoDate;
}

/**
 * Declares `catalogue`, which lists the catalogue and has the tools as subcommands. The action throws a CatalogueError
 * for an invalid catalogue file.
 */
export function declareCatalogue(command: Command, { io }: CommandRun, tools: readonly Command[]): Command {
  // Options before a subcommand belong to the list, which `catalogue` prints without a subcommand.
  declareList(command, io).enablePositionalOptions();
  command.addCommand(declareList(new Command('list').summary(command.summary()), io));
  for (const tool of tools) command.addCommand(tool);
  return command;
}

function declareList(command: Command, io: CliIo): Command {
  command
    .description(
      'List all known deprecations with their end of life and replacement. As JSON it is a catalogue file of those that a scan of this folder looks for, other APIs by --api.',
    )
    .addOption(new Option('--format <format>', 'format of the list').choices(['table', 'json']).default('table'))
    .option('--json', 'the same as --format json', false)
    .addOption(new Option('--as-of <date>', 'mark what has ended on this date, YYYY-MM-DD').argParser(parserOf('date')))
    .action(async (flags: ListFlags) => {
      const isData = flags.json || flags.format === 'json';
      const catalogue = await loadCatalogueFor(flags, io, isData ? 'asked for' : 'all');
      if (isData) io.data(asJson(toCatalogueFile(catalogue)));
      else
        io.out(
          formatCatalogueTable(catalogue, {
            ...(io.columns === undefined ? {} : { width: io.columns }),
            ...(flags.asOf === undefined ? {} : { asOf: flags.asOf }),
          }),
        );
    });
  return addFlags(command, ['catalogue']);
}

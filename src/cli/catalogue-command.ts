import { Command, InvalidArgumentError, Option } from 'commander';
import { apisOf } from '../api/known-apis.js';
import type { IsoDate } from '../model/deprecation.js';
import { didYouMean } from '../lib/did-you-mean.js';
import { ConfigError } from '../model/errors.js';
import { isIsoDate } from '../lib/iso-date.js';
import { formatCatalogueJson, formatCatalogueTable } from '../report/catalogue-table.js';
import { formatExplanation } from '../report/explain.js';
import { addCatalogueFlags } from './catalogue-flags.js';
import type { CatalogueFlags } from './catalogue-flags.js';
import type { CliIo } from './io.js';
import { loadCatalogueFor } from './load-catalogue.js';

type CatalogueIo = Pick<CliIo, 'cwd' | 'out' | 'today' | 'columns'>;

interface ListFlags extends CatalogueFlags {
  readonly format: 'table' | 'json';
}

interface ExplainFlags extends CatalogueFlags {
  readonly asOf?: IsoDate;
}

/**
 * Adds `catalogue`, with its tools below it, and `explain` to the program. Their actions throw a ConfigError for an unknown id and
 * a CatalogueError for a catalogue file that cannot be used.
 */
export function addCatalogueCommands(program: Command, io: CatalogueIo, tools: readonly Command[] = []): void {
  // Options before the name of a tool are those of the list, which is what `catalogue` alone gives.
  const catalogue = listCommand('catalogue', io).enablePositionalOptions();
  for (const command of [listCommand('list', io), ...tools]) catalogue.addCommand(command);
  program.addCommand(catalogue).addCommand(explainCommand(io));
}

function listCommand(name: string, io: CatalogueIo): Command {
  const command = new Command(name)
    .description('List the deprecations that are known, with their end of life and replacement.')
    .addOption(new Option('--format <format>', 'form of the list').choices(['table', 'json']).default('table'))
    .action(async (flags: ListFlags) => {
      const catalogue = await loadCatalogueFor(flags, io);
      io.out(
        flags.format === 'json'
          ? formatCatalogueJson(catalogue)
          : formatCatalogueTable(catalogue, io.columns === undefined ? {} : { width: io.columns }),
      );
    });
  return addCatalogueFlags(command);
}

function explainCommand(io: CatalogueIo): Command {
  const command = new Command('explain')
    .description('Tell all about one deprecation: operations, replacement, look-alikes, an example.')
    .argument('<id>', "id of a deprecation, as 'catalogue' lists it")
    .addOption(new Option('--as-of <date>', 'day to count from, YYYY-MM-DD (default: today, UTC)').argParser(parseDate))
    .action(async (id: string, flags: ExplainFlags) => {
      const catalogue = await loadCatalogueFor(flags, io);
      const { deprecations } = catalogue;
      const deprecation = deprecations.find((candidate) => candidate.id === id);
      if (deprecation === undefined) {
        const guess = didYouMean(
          id,
          deprecations.map((candidate) => candidate.id),
        );
        throw new ConfigError(`unknown deprecation '${id}'${guess}\n'sunset-lint catalogue' lists all ids.`);
      }
      const [baseUrl] = apisOf(catalogue).of(deprecation)?.baseUrls ?? [];
      io.out(formatExplanation(deprecation, flags.asOf ?? io.today(), baseUrl?.url));
    });
  return addCatalogueFlags(command);
}

function parseDate(text: string): IsoDate {
  if (isIsoDate(text)) return text;
  throw new InvalidArgumentError('Not a calendar date; write YYYY-MM-DD.');
}

import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { apisOf } from '../api/known-apis.js';
import { loadCatalogue } from '../catalogue/load.js';
import type { Catalogue, IsoDate } from '../model/deprecation.js';
import { didYouMean } from '../lib/did-you-mean.js';
import { ConfigError } from '../model/errors.js';
import { isIsoDate } from '../lib/iso-date.js';
import { formatCatalogueJson, formatCatalogueTable } from '../report/catalogue-table.js';
import { formatExplanation } from '../report/explain.js';
import type { CliIo } from './io.js';

type CatalogueIo = Pick<CliIo, 'cwd' | 'out' | 'today' | 'columns'>;

interface CatalogueFlags {
  readonly format: 'table' | 'json';
  readonly catalogue: readonly string[];
}

interface ExplainFlags {
  readonly asOf?: IsoDate;
  readonly catalogue: readonly string[];
}

/**
 * Adds `catalogue` and `explain` to the program. Their actions throw a ConfigError for an unknown id and
 * a CatalogueError for a catalogue file that cannot be used.
 */
export function addCatalogueCommands(program: Command, io: CatalogueIo): void {
  program.addCommand(catalogueCommand(io)).addCommand(explainCommand(io));
}

function catalogueCommand(io: CatalogueIo): Command {
  return new Command('catalogue')
    .description('List the deprecations that are known, with their end of life and replacement.')
    .addOption(new Option('--format <format>', 'form of the list').choices(['table', 'json']).default('table'))
    .addOption(catalogueOption())
    .action((flags: CatalogueFlags) => {
      const catalogue = load(flags.catalogue, io);
      io.out(
        flags.format === 'json'
          ? formatCatalogueJson(catalogue)
          : formatCatalogueTable(catalogue, io.columns === undefined ? {} : { width: io.columns }),
      );
    });
}

function explainCommand(io: CatalogueIo): Command {
  return new Command('explain')
    .description('Tell all about one deprecation: operations, replacement, look-alikes, an example.')
    .argument('<id>', "id of a deprecation, as 'catalogue' lists it")
    .addOption(new Option('--as-of <date>', 'day to count from, YYYY-MM-DD (default: today, UTC)').argParser(parseDate))
    .addOption(catalogueOption())
    .action((id: string, flags: ExplainFlags) => {
      const catalogue = load(flags.catalogue, io);
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
}

function catalogueOption(): Option {
  const collect = (file: string, files: readonly string[]): readonly string[] => [...files, file];
  return new Option('--catalogue <file>', 'add the deprecations of a catalogue file; may be repeated')
    .argParser(collect)
    .default([], 'none');
}

function load(files: readonly string[], io: CatalogueIo): Catalogue {
  return loadCatalogue({ named: files.map((file) => resolve(io.cwd, file)) });
}

function parseDate(text: string): IsoDate {
  if (isIsoDate(text)) return text;
  throw new InvalidArgumentError('Not a calendar date; write YYYY-MM-DD.');
}

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { DATA_PACKAGE } from '../../../src/knowledge/catalogue/catalogue-files.js';
import { escapeText } from '../../../src/core/lib/escape.js';
import { asJson } from '../../../src/core/lib/safe-output.js';
import type { Catalogue, Edition, IsoDate } from '../../../src/core/model/deprecation.js';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import type { FlagsOf } from '../../../src/hosts/cli/settings/flags.js';
import type { CliIo } from '../../../src/hosts/cli/shared/io.js';

const HELP = `
Catalogues come with packages: this one's own, 'sunset-lint-catalogues' where it is installed beside it and newer, and
those that a configuration names. The printed command is for the package manager of the lock file; nothing is
downloaded.

Exit codes: 0 success, 2 the catalogue could not be read.

Examples:
  sunset-lint catalogue update
  sunset-lint catalogue update --format json --as-of 2027-01-31`;

interface UpdateFlags extends FlagsOf<'catalogue'> {
  readonly format: 'text' | 'json';
  readonly asOf?: IsoDate;
}

/** Declares `catalogue update`: the age of the catalogue, and the command that installs a newer one. */
export function updateCommand(parts: ProgramParts, io: CliIo): Command {
  const { Command, Option, addFlags, loadCatalogueFor, parserOf } = parts;
  const command = new Command('update')
    .description('Show how old the catalogue is and which command updates it. Downloads nothing.')
    .addOption(
      new Option('--as-of <date>', 'day to count from, YYYY-MM-DD (default: today, UTC)').argParser(parserOf('date')),
    )
    .addOption(new Option('--format <format>', 'format of the output').choices(['text', 'json']).default('text'))
    .addHelpText('after', HELP)
    .action(async (flags: UpdateFlags) => {
      const state = updateStateOf(await loadCatalogueFor(flags, io), flags.asOf ?? io.today(), io.cwd, parts);
      if (flags.format === 'json') io.data(asJson(state));
      else io.out(textOf(state, parts.readTool().name));
    });
  return addFlags(command, ['catalogue']);
}

interface UpdateState {
  readonly asOf: IsoDate;
  readonly editions: readonly (Edition & { readonly days: number; readonly reviewDue: boolean })[];
  readonly packages: readonly string[];
  /** Installed catalogues that are not newer than those of this program. */
  readonly unused?: string;
  readonly command: string;
}

const MILLISECONDS_PER_DAY = 24 * 60 * 60 * 1000;

function updateStateOf(
  { editions, deprecations }: Catalogue,
  asOf: IsoDate,
  cwd: string,
  { catalogueFiles, readTool }: ProgramParts,
): UpdateState {
  const packageLayers = deprecations.flatMap(({ layers }) => layers.filter(({ kind }) => kind === 'package'));
  const { package: newerPackage, olderPackage } = catalogueFiles();
  const installedPackage = newerPackage ?? olderPackage;
  const packages = [
    readTool().name,
    ...(installedPackage === undefined ? [] : [DATA_PACKAGE]),
    ...new Set(packageLayers.map(({ name }) => name)),
  ];
  return {
    asOf,
    editions: editions.map((edition) => ({
      ...edition,
      days: Math.round((Date.parse(asOf) - Date.parse(edition.asOf)) / MILLISECONDS_PER_DAY),
      reviewDue: edition.reviewBy !== undefined && edition.reviewBy <= asOf,
    })),
    packages,
    ...(olderPackage === undefined ? {} : { unused: olderPackage }),
    command: `${updateCommandIn(cwd)} ${packages.join(' ')}`,
  };
}

/** Update commands of package managers by their lock files. */
const UPDATE_COMMANDS: readonly (readonly [string, string])[] = [
  ['pnpm-lock.yaml', 'pnpm update --latest'],
  ['yarn.lock', 'yarn up'],
  ['bun.lock', 'bun update --latest'],
  ['bun.lockb', 'bun update --latest'],
  ['package-lock.json', 'npm install --save-dev'],
];

/** The update command for the nearest lock file in a folder or its ancestors. */
function updateCommandIn(folder: string): string {
  const manager = UPDATE_COMMANDS.find(([file]) => existsSync(join(folder, file)));
  const parent = dirname(folder);
  if (manager !== undefined) return manager[1];
  return parent === folder ? 'npm install --save-dev' : updateCommandIn(parent);
}

function textOf({ editions, packages, unused, command }: UpdateState, tool: string): string {
  const lines = [
    ...editions.map(({ api, id, asOf, days, reviewBy, reviewDue, package: packageName }) => {
      const review = reviewBy === undefined ? '' : `; review ${reviewDue ? 'was ' : ''}due ${reviewBy}`;
      return `${api}: edition '${id}' of ${asOf}, ${String(days)} days old${review}${packageName === undefined ? '' : `; from ${packageName}`}.`;
    }),
    ...(editions.length === 0 ? ['No edition of the catalogue gives its date.'] : []),
    `From: ${packages.join(', ')}.`,
    ...(unused === undefined ? [] : [`Not used: ${unused}, which is no newer than what ${tool} has.`]),
    `A newer one: ${command}`,
  ];
  return `${lines.map(escapeText).join('\n')}\n`;
}

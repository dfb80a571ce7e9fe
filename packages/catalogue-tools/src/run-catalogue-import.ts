import { count } from '../../lib/count.js';
import { resolve } from 'node:path';
import { didYouMean } from '../../lib/did-you-mean.js';
import { escapeText } from '../../lib/escape-text.js';
import { asJson } from '../../lib/leaving.js';
import { MEGABYTE } from '../../lib/read-regular-file.js';
import { ConfigError } from '../../model/errors.js';
import { catalogueOf } from '../../upstream/catalogue-of.js';
import { catalogueOfHar } from '../../upstream/catalogue-of-har.js';
import type { ImportedCatalogue } from '../../upstream/catalogue-file.js';
import { readHar } from '../../upstream/har.js';
import { readOpenApi } from '../../upstream/openapi.js';
import type { LeftOut } from '../../upstream/upstream.js';
import { EXIT } from '../shared/exit-code.js';
import type { ExitCode } from '../shared/exit-code.js';
import type { CliIo } from '../shared/io.js';
import { outputOrPrint } from '../shared/output-or-print.js';
import { readInput } from '../shared/read-input.js';
import { neighboursOf } from '../shared/read-neighbours.js';
import type { ClientModel } from '../../model/client-model.js';
import { loadTypeScript } from '../../sources/load-typescript.js';
import { clientModelsOf } from '../../upstream/sdk/client-models.js';
import { SDK_FAMILIES } from '../../upstream/sdk/families.js';
import type { WantedOperations } from '../../upstream/sdk/rows.js';
import { readSdkPackages } from './read-sdk-packages.js';

export interface SdkFolder {
  readonly family: string;
  readonly folder: string;
}

export interface HarFlags {
  readonly api?: string;
  readonly baseUrl: readonly string[];
  readonly output?: string;
}

export interface OpenApiFlags extends HarFlags {
  readonly previous?: string;
  readonly sdk: readonly SdkFolder[];
}

/** Documents that repeat every schema in every place have 80 MB. */
const MAX_DOCUMENT = 128 * MEGABYTE;

/** @throws ConfigError, CatalogueError where no catalogue can be made. */
export function importOpenApi(file: string, flags: OpenApiFlags, io: CliIo): ExitCode {
  for (const { family } of flags.sdk) sdkReader(family);
  const source = readInput(file, MAX_DOCUMENT, io);
  const document = readOpenApi(source, neighboursOf(file, MAX_DOCUMENT, io));
  const previous =
    flags.previous === undefined
      ? undefined
      : readOpenApi(readInput(flags.previous, MAX_DOCUMENT, io), neighboursOf(flags.previous, MAX_DOCUMENT, io));
  const catalogue = catalogueOf(document, {
    asOf: io.today(),
    text: source.text,
    baseUrls: flags.baseUrl,
    ...(flags.api === undefined ? {} : { api: flags.api }),
    ...(previous === undefined ? {} : { previous }),
  });
  const wanted = {
    endpoints: catalogue.deprecations.flatMap(({ endpoints }) => endpoints),
    bases: catalogue.api.baseUrls.map(({ url }) => url.replace(/^\w+:\/\/[^/]*/, '')),
  };
  const clients = flags.sdk.flatMap(({ family, folder }) => sdkReader(family)(resolve(io.cwd, folder), wanted));
  const whole = clients.length === 0 ? catalogue : { ...catalogue, clients };
  conclude(whole, [document, ...(previous === undefined ? [] : [previous])], flags, io);
  const { lost, operations } = document;
  const all = lost + operations.length;
  if (lost * 2 <= all) return EXIT.clean;
  io.err(
    `${escapeText(file)}: ${String(lost)} of ${count(all, 'operation')} are not in the catalogue: see the notes.\n`,
  );
  return EXIT.findings;
}

/** @throws ConfigError, CatalogueError where no catalogue can be made. */
export function importHar(file: string, flags: HarFlags, io: CliIo): void {
  const source = readInput(file, MAX_DOCUMENT, io);
  const recording = readHar(source);
  const { catalogue, notes } = catalogueOfHar(recording, {
    asOf: io.today(),
    text: source.text,
    baseUrls: flags.baseUrl,
    ...(flags.api === undefined ? {} : { api: flags.api }),
  });
  conclude(catalogue, [{ file, leftOut: [...recording.leftOut, ...notes] }], flags, io);
}

/** @throws ConfigError for a family without a reader. */
function sdkReader(family: string): NonNullable<ReturnType<typeof SDK_READERS.get>> {
  const reader = SDK_READERS.get(family);
  if (reader !== undefined) return reader;
  const known = [...SDK_READERS.keys()];
  throw new ConfigError(
    `unknown family of SDKs '${family}'${didYouMean(family, known)}. Known: ${known.join(', ') || 'none'}.`,
  );
}

interface Read {
  readonly file: string;
  readonly leftOut: readonly LeftOut[];
}

function conclude(catalogue: ImportedCatalogue, read: readonly Read[], flags: HarFlags, io: CliIo): void {
  outputOrPrint(asJson(catalogue), flags.output, 'the catalogue', io);
  for (const { file, leftOut } of read) io.err(leftOutText(file, leftOut));
  const { deprecations, live, api } = catalogue;
  const undated = deprecations.filter(({ endOfLife }) => endOfLife === null).length;
  io.err(
    `${api.id}: ${count(deprecations.length, 'deprecation')}, ${String(undated)} without an end of life; ${count(live.length, 'path')} in use.\n`,
  );
}

/** Number from which entries of one kind are only counted. */
const MAX_LISTED = 50;

function leftOutText(file: string, leftOut: readonly LeftOut[]): string {
  const lines = leftOut
    .slice(0, MAX_LISTED)
    .map(({ place, why }) => `note: ${escapeText(file)}: ${escapeText(place)}: ${escapeText(why)}.\n`);
  const rest = leftOut.length - MAX_LISTED;
  if (rest > 0) lines.push(`note: ${escapeText(file)}: ${count(rest, 'more place')} could not be taken.\n`);
  return lines.join('');
}

/**
 * Reads the methods of an unpacked SDK: folder and wanted operations in, client models out.
 *
 * @throws ConfigError where the folder has no such SDK.
 */
type SdkReader = (folder: string, wanted: WantedOperations) => readonly ClientModel[];

/** Readers by the family of SDKs. */
const SDK_READERS: ReadonlyMap<string, SdkReader> = new Map(
  Object.entries(SDK_FAMILIES).map(([name, family]) => [
    name,
    (folder, wanted) => clientModelsOf(family, readSdkPackages(folder, family), wanted, loadTypeScript()),
  ]),
);

import { count, didYouMean } from '../../../src/core/lib/wording.js';
import { resolve } from 'node:path';
import { escapeText } from '../../../src/core/lib/escape.js';
import { asJson } from '../../../src/core/lib/safe-output.js';
import { MEGABYTE } from '../../../src/core/lib/read-file.js';
import { ConfigError } from '../../../src/core/model/errors.js';
import { catalogueOfOpenApi } from './upstream/catalogue-of-openapi.js';
import { catalogueOfHar } from './upstream/catalogue-of-har.js';
import type { ImportedCatalogue } from './upstream/catalogue-file.js';
import { readHar } from './upstream/har.js';
import { readOpenApi } from './upstream/openapi.js';
import type { Omission } from './upstream/upstream.js';
import { EXIT } from '../../../src/hosts/cli/shared/io.js';
import type { ExitCode, CliIo } from '../../../src/hosts/cli/shared/io.js';
import { outputOrPrint } from '../../../src/hosts/cli/shared/write-output.js';
import { readInput } from './read-input.js';
import { neighbourReader } from './read-neighbours.js';
import type { ProgramParts } from '../../../src/hosts/cli/packaged-commands.js';
import { clientModelsOf } from './upstream/sdk/client-models.js';
import { SDK_FAMILIES } from './upstream/sdk/families.js';
import type { SdkFamily } from './upstream/sdk/sdk-package.js';
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

/** The largest documents, which repeat every schema at every use, have 80 MB. */
const MAX_DOCUMENT = 128 * MEGABYTE;

/** @throws ConfigError, CatalogueError where no catalogue can be made. */
export function importOpenApi(file: string, flags: OpenApiFlags, io: CliIo, parts: ProgramParts): ExitCode {
  for (const { family } of flags.sdk) familyNamed(family);
  const source = readInput(file, MAX_DOCUMENT, io);
  const document = readOpenApi(source, neighbourReader(file, MAX_DOCUMENT, io));
  const previous =
    flags.previous === undefined
      ? undefined
      : readOpenApi(readInput(flags.previous, MAX_DOCUMENT, io), neighbourReader(flags.previous, MAX_DOCUMENT, io));
  const catalogue = catalogueOfOpenApi(document, {
    asOf: io.today(),
    text: source.text,
    baseUrls: flags.baseUrl,
    ...(flags.api === undefined ? {} : { api: flags.api }),
    ...(previous === undefined ? {} : { previous }),
  });
  const wantedOperations = {
    endpoints: catalogue.deprecations.flatMap(({ endpoints }) => endpoints),
    bases: catalogue.api.baseUrls.map(({ url }) => url.replace(/^\w+:\/\/[^/]*/, '')),
  };
  const clients = flags.sdk.flatMap(({ family: name, folder }) => {
    const family = familyNamed(name);
    return clientModelsOf(
      family,
      readSdkPackages(resolve(io.cwd, folder), family),
      wantedOperations,
      parts.loadTypeScript(),
    );
  });
  const catalogueWithClients = clients.length === 0 ? catalogue : { ...catalogue, clients };
  writeCatalogue(catalogueWithClients, [document, ...(previous === undefined ? [] : [previous])], flags, io);
  const { omittedOperations, operations } = document;
  const total = omittedOperations + operations.length;
  if (omittedOperations * 2 <= total) return EXIT.clean;
  io.err(
    `${escapeText(file)}: ${String(omittedOperations)} of ${count(total, 'operation')} are not in the catalogue: see the notes.\n`,
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
  writeCatalogue(catalogue, [{ file, leftOut: [...recording.leftOut, ...notes] }], flags, io);
}

/** @throws ConfigError for a family without a reader. */
function familyNamed(name: string): SdkFamily {
  const families = new Map<string, SdkFamily>(Object.entries(SDK_FAMILIES));
  const family = families.get(name);
  if (family !== undefined) return family;
  const familyNames = [...families.keys()];
  throw new ConfigError(
    `unknown family of SDKs '${name}'${didYouMean(name, familyNames)}. Known: ${familyNames.join(', ') || 'none'}.`,
  );
}

interface InputNotes {
  readonly file: string;
  readonly leftOut: readonly Omission[];
}

function writeCatalogue(catalogue: ImportedCatalogue, inputs: readonly InputNotes[], flags: HarFlags, io: CliIo): void {
  outputOrPrint(asJson(catalogue), flags.output, 'the catalogue', io);
  for (const { file, leftOut } of inputs) io.err(omissionNotes(file, leftOut));
  const { deprecations, live, api } = catalogue;
  const undatedCount = deprecations.filter(({ endOfLife }) => endOfLife === null).length;
  io.err(
    `${api.id}: ${count(deprecations.length, 'deprecation')}, ${String(undatedCount)} without an end of life; ${count(live.length, 'path')} in use.\n`,
  );
}

/** Maximum number of omissions that are printed for a file; others are counted. */
const MAX_LISTED = 50;

function omissionNotes(file: string, leftOut: readonly Omission[]): string {
  const lines = leftOut
    .slice(0, MAX_LISTED)
    .map(({ place, why }) => `note: ${escapeText(file)}: ${escapeText(place)}: ${escapeText(why)}.\n`);
  const remainingCount = leftOut.length - MAX_LISTED;
  if (remainingCount > 0)
    lines.push(`note: ${escapeText(file)}: ${count(remainingCount, 'more place')} could not be used.\n`);
  return lines.join('');
}

import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { LoadContext } from '../../../knowledge/catalogue/load.js';
import { packagedApis } from '../../../knowledge/catalogue/packaged.js';
import type { LoadedConfig } from '../../../config/setting-table.js';
import { findConfig, loadConfig } from '../../../config/load-config.js';
import type { FoundConfig } from '../../../config/load-config.js';
import { pathFrom } from '../../../config/checked-json.js';
import { settingsOf } from '../../../config/settings.js';
import type { SharedSettings } from '../../../config/settings.js';
import { escapeText } from '../../../core/lib/escape.js';
import { isInside } from '../../../core/lib/read-file.js';
import type { Catalogue, IsoDate } from '../../../core/model/deprecation.js';
import { baseOfPath } from '../../../files/path-pattern.js';
import type { CliIo } from '../shared/io.js';
import type { FlagsOf } from './flags.js';

type CatalogueIo = Pick<CliIo, 'cwd' | 'today' | 'err'>;

/**
 * The catalogue that a scan of the current folder would use: that of flags and configuration. `all`: with all packaged
 * catalogues that may apply by themselves. Warnings about the user's own catalogues go to standard error.
 *
 * @throws ConfigError, CatalogueError where something cannot be used.
 */
export async function loadCatalogueFor(
  flags: FlagsOf<'catalogue'> & Dated,
  io: CatalogueIo,
  which: 'asked for' | 'all' = 'asked for',
): Promise<Catalogue> {
  const { config } = await findConfiguration(['.'], flags, io);
  const settings = catalogueSettings(config, flags, io);
  const { catalogue } = (which === 'all' && settings.automatic?.with(packagedApis())) || settings;
  warnOf(catalogue, io);
  return catalogue;
}

/** The day of a command; today where it names none. */
interface Dated {
  readonly asOf?: IsoDate;
}

/** Prints warnings about the user's own catalogues and overrides. */
export function warnOf({ warnings = [] }: Catalogue, io: Pick<CliIo, 'err'>): void {
  for (const warning of warnings) io.err(`warning: ${escapeText(warning)}\n`);
}

/** The configuration of the scanned folder: the one that is named, or the nearest, or none. */
export async function findConfiguration(
  paths: readonly string[],
  flags: FlagsOf<'catalogue'>,
  io: Pick<CliIo, 'cwd'>,
): Promise<FoundConfig> {
  const code = flags.configCode ? 'run' : 'refuse';
  if (flags.config === false) return { unread: [] };
  if (flags.config !== undefined) return { config: await loadConfig(resolve(io.cwd, flags.config), code), unread: [] };
  return findConfig(scanRoot(io.cwd, paths), code);
}

/** Catalogue, clients and ids from a configuration and flags. Flags come before the configuration; lists add up. */
export function catalogueSettings(
  loaded: LoadedConfig | undefined,
  flags: FlagsOf<'catalogue'> & Dated,
  io: Pick<CliIo, 'cwd' | 'today'>,
  context: LoadContext = {},
): SharedSettings {
  const config = loaded?.config ?? {};
  const { edition = config.edition } = flags;
  const isDated = config.overrides?.some(({ until }) => until !== undefined) === true;
  return settingsOf(
    {
      ...config,
      ...(edition === undefined ? {} : { edition }),
      apis: [...(config.apis ?? []), ...flags.apis],
    },
    {
      place: loaded?.place ?? pathFrom('$'),
      folder: loaded === undefined ? io.cwd : dirname(loaded.file),
      moreCatalogues: flags.catalogues
        .map((file) => ({ path: resolve(io.cwd, file), name: file }))
        // One that the change added is no part of the state before it.
        .filter(({ path }) => context.textOf?.(path) !== null),
      ...(isDated ? { asOf: flags.asOf ?? io.today() } : {}),
      ...context,
    },
  );
}

/**
 * The folder that file names are relative to: the working directory where it contains all paths, so that names and
 * fingerprints do not depend on which part is scanned; else their common folder.
 */
export function scanRoot(cwd: string, paths: readonly string[]): string {
  const absolute = paths.map((path) => baseOfPath(cwd, path));
  if (absolute.every((path) => isInside(cwd, path))) return cwd;
  const [first = cwd, ...rest] = absolute.map((path) => (isFolder(path) ? path : dirname(path)));
  let root = first;
  for (const folder of rest) {
    while (!isInside(root, folder) && dirname(root) !== root) root = dirname(root);
  }
  return root;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

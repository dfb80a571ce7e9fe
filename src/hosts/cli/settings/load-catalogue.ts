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
 * Loads the catalogue that a scan of the current folder would use; with `all`, also all packaged catalogues that a scan
 * would add automatically if the code used their APIs. Prints warnings about the user's own catalogues.
 *
 * @throws ConfigError, CatalogueError for invalid settings and catalogues.
 */
export async function loadCatalogueFor(
  flags: FlagsOf<'catalogue'> & DateFlag,
  io: CatalogueIo,
  which: 'asked for' | 'all' = 'asked for',
): Promise<Catalogue> {
  const { config } = await findConfiguration(['.'], flags, io);
  const settings = catalogueSettings(config, flags, io);
  const { catalogue } = (which === 'all' && settings.automatic?.with(packagedApis())) || settings;
  printCatalogueWarnings(catalogue, io);
  return catalogue;
}

/** Date flag of a command; default: today. */
interface DateFlag {
  readonly asOf?: IsoDate;
}

/** Prints warnings about the user's own catalogues and overrides. */
export function printCatalogueWarnings({ warnings = [] }: Catalogue, io: Pick<CliIo, 'err'>): void {
  for (const warning of warnings) io.err(`warning: ${escapeText(warning)}\n`);
}

/** Finds the configuration of a scan: the file that `--config` names, or the nearest one. */
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

/** Merges the catalogue settings of flags and configuration. Flags take precedence; lists are joined. */
export function catalogueSettings(
  loaded: LoadedConfig | undefined,
  flags: FlagsOf<'catalogue'> & DateFlag,
  io: Pick<CliIo, 'cwd' | 'today'>,
  context: LoadContext = {},
): SharedSettings {
  const config = loaded?.config ?? {};
  const { edition = config.edition } = flags;
  const hasUntil = config.overrides?.some(({ until }) => until !== undefined) === true;
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
        // Null: the change adds the file, so the state before the change lacks it.
        .filter(({ path }) => context.textOf?.(path) !== null),
      ...(hasUntil ? { asOf: flags.asOf ?? io.today() } : {}),
      ...context,
    },
  );
}

/**
 * Returns the folder that file names are relative to: the working directory if it contains all paths, so that names and
 * fingerprints do not depend on the scanned part; otherwise the common folder of the paths.
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

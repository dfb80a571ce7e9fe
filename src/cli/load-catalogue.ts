import { dirname, resolve } from 'node:path';
import type { LoadedConfig } from '../config/config.js';
import { findConfig, loadConfig } from '../config/load-config.js';
import type { FoundConfig } from '../config/load-config.js';
import { pathFrom } from '../config/place.js';
import { settingsOf } from '../config/settings.js';
import type { SharedSettings } from '../config/settings.js';
import type { Catalogue } from '../model/deprecation.js';
import type { CatalogueFlags } from './catalogue-flags.js';
import type { CliIo } from './io.js';
import { scanRoot } from './scan-root.js';

/**
 * The catalogue that a scan of the current folder would use: that of flags and configuration.
 *
 * @throws ConfigError, CatalogueError where something cannot be used.
 */
export async function loadCatalogueFor(flags: CatalogueFlags, io: Pick<CliIo, 'cwd'>): Promise<Catalogue> {
  const { config } = await findConfiguration(['.'], flags, io);
  return catalogueSettings(config, flags, io).catalogue;
}

/** The configuration of what is looked at: the one that is named, or the nearest, or none. */
export async function findConfiguration(
  paths: readonly string[],
  flags: CatalogueFlags,
  io: Pick<CliIo, 'cwd'>,
): Promise<FoundConfig> {
  const code = flags.configCode ? 'run' : 'refuse';
  if (flags.config === false) return { unread: [] };
  if (flags.config !== undefined) return { config: await loadConfig(resolve(io.cwd, flags.config), code), unread: [] };
  return findConfig(scanRoot(io.cwd, paths), code);
}

/** What a configuration and flags say of catalogue, clients and ids. Flags come before the configuration. */
export function catalogueSettings(
  loaded: LoadedConfig | undefined,
  flags: CatalogueFlags,
  io: Pick<CliIo, 'cwd'>,
): SharedSettings {
  return settingsOf(loaded?.config ?? {}, {
    place: loaded?.place ?? pathFrom('$'),
    folder: loaded === undefined ? io.cwd : dirname(loaded.file),
    moreCatalogues: flags.catalogue.map((file) => resolve(io.cwd, file)),
  });
}

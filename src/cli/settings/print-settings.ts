import { dirname, resolve } from 'node:path';
import type { SunsetConfig } from '../../config/config.js';
import { CONFIG_KEYS, SETTINGS } from '../../config/setting-table.js';
import type { CatalogueKey } from '../../config/setting-table.js';
import { asJson } from '../../lib/leaving.js';
import type { Leaving } from '../../lib/leaving.js';
import { printed } from './setting-kinds.js';
import type { ScanSettings } from './settings.js';

/** The settings in the form of a configuration file. */
export function printSettings(settings: ScanSettings, cwd: string): Leaving {
  const { flags, config, paths } = settings;
  const known: Readonly<Record<string, unknown>> = { ...flags, paths, ...catalogueKeys(settings, cwd) };
  const shown = CONFIG_KEYS.map((key) => [key, printed(SETTINGS[key].kind, known[key])]);
  return asJson({ from: config?.file ?? null, ...Object.fromEntries(shown) });
}

/** Parts of the catalogue, from flags and configuration. */
function catalogueKeys(
  { flags, config, clients, ignore }: ScanSettings,
  cwd: string,
): Readonly<Record<CatalogueKey, unknown>> {
  const written: SunsetConfig = config?.config ?? {};
  const folder = dirname(config?.file ?? cwd);
  return {
    ignore: [...ignore],
    edition: flags.edition ?? written.edition,
    apis: [...(written.apis ?? []), ...flags.apis],
    packages: written.packages ?? [],
    catalogues: [
      ...(written.catalogues ?? []).map((item) =>
        typeof item === 'string' ? resolve(folder, item) : { ...item, file: resolve(folder, item.file) },
      ),
      ...flags.catalogues.map((file) => resolve(cwd, file)),
    ],
    overrides: written.overrides ?? [],
    baseUrls: written.baseUrls ?? [],
    clients,
  };
}

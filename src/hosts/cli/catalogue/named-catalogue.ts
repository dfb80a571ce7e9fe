import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadCatalogue } from '../../../knowledge/catalogue/load.js';
import { EDITIONS, packagedApis } from '../../../knowledge/catalogue/packaged.js';
import type { Catalogue } from '../../../core/model/deprecation.js';
import { CatalogueError, ConfigError } from '../../../core/model/errors.js';
import type { CliIo } from '../shared/io.js';

/**
 * Loads a catalogue by name: an edition, the id of a packaged API, a file, or an installed package.
 *
 * @throws ConfigError for an unknown name, CatalogueError for an invalid catalogue.
 */
export function namedCatalogue(name: string, io: Pick<CliIo, 'cwd'>): Catalogue {
  const edition = EDITIONS.find((id) => id === name);
  if (edition !== undefined) return loadCatalogue({ edition });
  if (packagedApis().includes(name)) return loadCatalogue({ builtin: false, apis: [name] });
  const file = resolve(io.cwd, name);
  if (existsSync(file)) return loadStandalone({ named: [{ path: file, name }] });
  if (/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name) && !name.endsWith('.json'))
    return loadStandalone({ packages: [name], folder: io.cwd });
  throw new ConfigError(
    `there is no catalogue '${name}'. Name a file, an edition (${EDITIONS.join(', ')}), an API (${packagedApis().join(', ') || 'none'}) or an installed package.`,
  );
}

/** Loads a catalogue without the built-in one, or together with it if the catalogue extends the built-in one. */
function loadStandalone(options: Parameters<typeof loadCatalogue>[0]): Catalogue {
  try {
    return loadCatalogue({ ...options, builtin: false });
  } catch (error) {
    if (error instanceof CatalogueError) return loadCatalogue(options);
    throw error;
  }
}

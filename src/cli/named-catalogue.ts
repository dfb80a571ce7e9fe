import { resolve } from 'node:path';
import { loadCatalogue } from '../catalogue/load.js';
import type { Catalogue } from '../model/deprecation.js';
import type { CliIo } from './io.js';

/** A catalogue by its name. @throws ConfigError, CatalogueError where there is none of it. */
export function namedCatalogue(name: string, io: Pick<CliIo, 'cwd'>): Catalogue {
  return name === 'specification' ? loadCatalogue() : loadCatalogue({ named: [resolve(io.cwd, name)] });
}

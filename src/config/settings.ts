import { resolve } from 'node:path';
import { loadCatalogue } from '../catalogue/load.js';
import type { ClientModel } from '../model/client-model.js';
import type { Catalogue } from '../model/deprecation.js';
import { ConfigError } from '../model/errors.js';
import { TOPICS } from '../model/topic.js';
import { assignClients } from './described-clients.js';
import { hint } from './check-shape.js';
import type { SunsetConfig } from './config.js';
import type { Place } from './place.js';

/** What command line and ESLint are told alike. */
export interface SharedSettings {
  /** The packaged catalogue with the user's own, and the user's base URLs. */
  readonly catalogue: Catalogue;
  /** Client models beside the built-in ones. */
  readonly clients: readonly ClientModel[];
  /** Ids of deprecations that are not reported. */
  readonly ignore: ReadonlySet<string>;
}

/** The keys that both have. */
export type SharedKey = 'catalogues' | 'baseUrls' | 'clients' | 'ignore';

/** Where something was written. */
export interface Written {
  readonly place: Place;
  /** Absolute path of the folder that paths are relative to. */
  readonly folder: string;
  /** Catalogues that the command line names as well; absolute paths. */
  readonly moreCatalogues?: readonly string[];
}

/**
 * The settings of something whose shape was checked.
 *
 * @throws ConfigError for an id that no deprecation has, CatalogueError for a catalogue that cannot be used.
 */
export function settingsOf(
  { catalogues = [], baseUrls = [], clients = [], ignore = [] }: Pick<SunsetConfig, SharedKey>,
  { place, folder, moreCatalogues = [] }: Written,
): SharedSettings {
  const known = loadCatalogue({ extra: catalogues.map((file) => resolve(folder, file)), named: moreCatalogues });
  const urls = baseUrls.map((url) => ({ url: url.replace(/\/+$/, '') }));
  const [first, ...others] = known.apis;
  const catalogue =
    urls.length === 0 || first === undefined
      ? known
      : { ...known, apis: [{ ...first, baseUrls: [...first.baseUrls, ...urls] }, ...others] };
  return { ...assignClients(catalogue, clients), ignore: ignoredIds(ignore, catalogue, (index) => place(['ignore', String(index)])) };
}

const NOTHING: ReadonlySet<string> = new Set();

/** Ids of deprecations that are not reported. @throws ConfigError, with the nearest id, for one that is none. */
export function ignoredIds(
  ids: readonly string[],
  catalogue: Catalogue,
  placeOf: (index: number) => string,
): ReadonlySet<string> {
  // ESLint asks for each file and rule, and hardly ever has any.
  if (ids.length === 0) return NOTHING;
  const known = new Set([...catalogue.deprecations, ...TOPICS].map(({ id }) => id));
  const index = ids.findIndex((id) => !known.has(id));
  const unknown = ids[index];
  if (unknown === undefined) return new Set(ids);
  const advice = /[*/.]/.test(unknown)
    ? 'Files are left out by ignoreFiles, in ESLint by ignores.'
    : hint(unknown, known).trimEnd() || "'sunset-lint catalogue' lists the ids.";
  throw new ConfigError(`${placeOf(index)} is '${unknown}', which is no deprecation. ${advice}`);
}

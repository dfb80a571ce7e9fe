import { basename, resolve } from 'node:path';
import { loadCatalogue } from '../catalogue/load.js';
import type { CatalogueSource, LoadCatalogueOptions, LoadContext } from '../catalogue/load.js';
import type { ClientModel } from '../model/client-model.js';
import type { Catalogue, IsoDate } from '../model/deprecation.js';
import { ConfigError } from '../model/errors.js';
import { TOPICS } from '../model/topic.js';
import { assignClients } from './described-clients.js';
import { withBaseUrls } from './base-urls.js';
import { hint } from './check-shape.js';
import type { SunsetConfig } from './config.js';
import type { CatalogueKey } from './setting-table.js';
import type { Place } from './place.js';

/** What command line and ESLint are told alike. */
export interface SharedSettings {
  /** The catalogue of all layers, with the user's base URLs. */
  readonly catalogue: Catalogue;
  /** Client models beside the built-in ones. */
  readonly clients: readonly ClientModel[];
  /** Ids of deprecations that are not reported. */
  readonly ignore: ReadonlySet<string>;
}

/** Where something was written. */
export interface Written extends LoadContext {
  readonly place: Place;
  /** Absolute path of the folder that paths are relative to. */
  readonly folder: string;
  /** Catalogues that the command line names as well. */
  readonly moreCatalogues?: readonly CatalogueSource[];
  /** The day for which it is said that an override is out of date. */
  readonly asOf?: IsoDate;
}

/**
 * The settings of something whose shape was checked.
 *
 * @throws ConfigError for an id that no deprecation has, CatalogueError for a catalogue that cannot be used.
 */
export function settingsOf(
  config: Pick<SunsetConfig, CatalogueKey>,
  { place, folder, moreCatalogues = [], asOf, forms, textOf }: Written,
): SharedSettings {
  const { catalogues = [], overrides = [], baseUrls = [], clients = [], ignore = [] } = config;
  const { edition, apis, packages } = config;
  const layers: LoadCatalogueOptions = {
    ...(edition === undefined ? {} : edition === 'none' ? { builtin: false } : { edition }),
    ...(apis === undefined ? {} : { apis }),
    ...(packages === undefined ? {} : { packages, folder }),
    extra: catalogues.map((item) => {
      const { file, ...pin } = typeof item === 'string' ? { file: item } : item;
      return { path: resolve(folder, file), name: file, ...pin };
    }),
    named: moreCatalogues,
    overrides: overrides.map((override, index) => overrideAt(override, index, place)),
    ...(asOf === undefined ? {} : { asOf }),
  };
  const known = loadCatalogue(layers, { forms, textOf });
  const catalogue = withBaseUrls(known, baseUrls, (index) => place(['baseUrls', String(index)]));
  const ignored = ignoredIds(ignore, catalogue, (index) => place(['ignore', String(index)]));
  return { ...assignClients(catalogue, clients), ignore: ignored };
}

type LoadedOverride = NonNullable<LoadCatalogueOptions['overrides']>[number];

function overrideAt(override: LoadedOverride['override'], index: number, place: Place): LoadedOverride {
  const steps = ['overrides', String(index)];
  const at = place(steps);
  // `/home/me/sunset-lint.config.json:12:3: $.overrides[0]`, where the file is JSON.
  const [, file, line] = /^(.+?):(\d+):\d+: /.exec(at) ?? [];
  const name = file === undefined || line === undefined ? basename(at) : `${basename(file)}:${line}`;
  return {
    ...{ override, name },
    fail: (key, message) =>
      new ConfigError(`${place([...steps, ...key.split('/').filter((step) => step !== '')])}: ${message}`),
  };
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
  // What another edition has may be ignored as well, so that the edition can be changed.
  const hidden = catalogue.hidden?.map(({ deprecation }) => deprecation) ?? [];
  const known = new Set([...catalogue.deprecations, ...hidden, ...TOPICS].map(({ id }) => id));
  const index = ids.findIndex((id) => !known.has(id));
  const unknown = ids[index];
  if (unknown === undefined) return new Set(ids);
  const advice = /[*/.]/.test(unknown)
    ? 'Files are left out by ignoreFiles, in ESLint by ignores.'
    : hint(unknown, known).trimEnd() || "'sunset-lint catalogue' lists the ids.";
  throw new ConfigError(`${placeOf(index)} is '${unknown}', which is not a deprecation. ${advice}`);
}

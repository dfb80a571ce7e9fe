import { basename, resolve } from 'node:path';
import { splitBaseUrl } from '../core/api/base-url.js';
import { BUILTIN_API, joinBaseUrls, loadCatalogue, normalBaseUrl } from '../knowledge/catalogue/load.js';
import type { CatalogueSource, LoadCatalogueOptions, LoadContext } from '../knowledge/catalogue/load.js';
import { packagedApi, packagedApis, packagedNames } from '../knowledge/catalogue/packaged.js';
import { addTo } from '../core/lib/collections.js';
import { derived } from '../core/lib/identity.js';
import type { ClientModel } from '../core/model/client-model.js';
import type { Api, Catalogue, IsoDate } from '../core/model/deprecation.js';
import { ConfigError } from '../core/model/errors.js';
import { TOPICS } from '../core/model/rules.js';
import { signsOfApis } from '../select/api-signs.js';
import type { ApiSigns } from '../select/api-signs.js';
import { hint } from './checked-json.js';
import type { Place } from './checked-json.js';
import type { CatalogueKey, SunsetConfig } from './setting-table.js';

/** Settings shared by the command line and ESLint. */
export interface SharedSettings {
  /** The catalogue of all layers, with the user's base URLs. */
  readonly catalogue: Catalogue;
  /** Client models in addition to the built-in ones. */
  readonly clients: readonly ClientModel[];
  /** Ids of deprecations that are not reported. */
  readonly ignore: ReadonlySet<string>;
  /** Packaged catalogues to add if files use their APIs; absent if the user lists the APIs. */
  readonly automatic?: AutomaticApis;
}

/** Packaged catalogues of APIs that apply as soon as a file uses them. */
export interface AutomaticApis {
  readonly signs: ApiSigns;
  /** Ids of the APIs whose catalogues apply already. */
  readonly applied: readonly Api['id'][];
  /** The settings with the catalogues of these APIs as well. @throws as `settingsOf` does. */
  readonly with: (ids: Iterable<Api['id']>) => SharedSettings;
}

/** Source of written settings. */
export interface SettingsSource extends LoadContext {
  readonly place: Place;
  /** Absolute path of the folder that paths are relative to. */
  readonly folder: string;
  /** Further catalogues, which the command line names. */
  readonly moreCatalogues?: readonly CatalogueSource[];
  /** Day that decides which overrides are out of date. */
  readonly asOf?: IsoDate;
}

/**
 * The settings of a value whose shape was checked.
 *
 * @throws ConfigError for an id that no deprecation has, CatalogueError for a catalogue that cannot be used.
 */
export function settingsOf(config: Pick<SunsetConfig, CatalogueKey>, source: SettingsSource): SharedSettings {
  return settingsWith(config, source, []);
}

/** The settings with the catalogues of APIs that apply automatically. */
function settingsWith(
  config: Pick<SunsetConfig, CatalogueKey>,
  source: SettingsSource,
  applied: readonly Api['id'][],
): SharedSettings {
  const { place, folder, moreCatalogues = [], asOf, forms, textOf } = source;
  const { catalogues = [], overrides = [], baseUrls = [], clients = [], ignore = [] } = config;
  const { edition, packages } = config;
  const isAuto = isAutomatic(config);
  const apis = [...new Set([...requestedApis(config, isAuto), ...applied])];
  const loadOptions: LoadCatalogueOptions = {
    ...(edition === undefined ? {} : edition === 'none' ? { builtin: false } : { edition }),
    apis,
    ...(packages === undefined ? {} : { packages, folder }),
    extra: catalogues.map((item) => {
      const { file, ...pin } = typeof item === 'string' ? { file: item } : item;
      return { path: resolve(folder, file), name: file, ...pin };
    }),
    named: moreCatalogues,
    overrides: overrides.map((override, index) => overrideAt(override, index, place)),
    ...(asOf === undefined ? {} : { asOf }),
  };
  const loaded = loadCatalogue(loadOptions, { forms, textOf });
  const catalogue = withBaseUrls(loaded, baseUrls, (index) => place(['baseUrls', String(index)]));
  const ignored = ignoredIds(ignore, catalogue, (index) => place(['ignore', String(index)]));
  return {
    ...assignClients(catalogue, clients),
    ignore: ignored,
    ...(isAuto
      ? {
          automatic: {
            signs: signsOfApis(packagedNames().filter((api) => !loaded.apis.some((other) => isSameApi(api, other)))),
            applied,
            with: (ids) => settingsWith(config, source, [...applied, ...ids]),
          },
        }
      : {}),
  };
}

/** Whether two APIs are the same, perhaps under different ids. */
function isSameApi(api: Api, known: Api): boolean {
  return api.id === known.id || api.baseUrls.some(({ url }) => known.baseUrls.some((base) => base.url === url));
}

/** Entry of `apis` for the APIs that files use. */
const AUTOMATIC_APIS = 'auto';

/** Entry of `apis` for the built-in API alone. */
const NO_OTHER_APIS = 'none';

/** Whether packaged catalogues apply automatically. Without the built-in catalogue, only named ones apply. */
function isAutomatic({ apis = [], edition }: Pick<SunsetConfig, CatalogueKey>): boolean {
  return apis.includes(AUTOMATIC_APIS) || (apis.length === 0 && edition !== 'none');
}

/** APIs that the settings request; if APIs apply automatically (`isAuto`), also those that other settings name. */
function requestedApis(config: Pick<SunsetConfig, CatalogueKey>, isAuto: boolean): readonly Api['id'][] {
  const { apis = [], overrides = [], baseUrls = [] } = config;
  const listed = apis.filter((id) => id !== AUTOMATIC_APIS && id !== NO_OTHER_APIS);
  if (!isAuto) return listed;
  const namedApis = new Set(overrides.map(({ id }) => apiOfEntry(id)));
  for (const item of baseUrls) if (typeof item === 'object' && item.api !== undefined) namedApis.add(item.api);
  return [...listed, ...packagedApis().filter((id) => namedApis.has(id))];
}

/** The API of an entry of another packaged catalogue: its id begins with that of the API. */
function apiOfEntry(id: string): Api['id'] {
  return id.slice(0, Math.max(0, id.indexOf('/')));
}

type LoadedOverride = NonNullable<LoadCatalogueOptions['overrides']>[number];

function overrideAt(override: LoadedOverride['override'], index: number, place: Place): LoadedOverride {
  const steps = ['overrides', String(index)];
  const at = place(steps);
  // `/home/me/sunset-lint.config.json:12:3: $.overrides[0]`, if the file is JSON.
  const [, file, line] = /^(.+?):(\d+):\d+: /.exec(at) ?? [];
  const name = file === undefined || line === undefined ? basename(at) : `${basename(file)}:${line}`;
  return {
    ...{ override, name },
    fail: (key, message) =>
      new ConfigError(`${place([...steps, ...key.split('/').filter((step) => step !== '')])}: ${message}`),
  };
}

const NO_IDS: ReadonlySet<string> = new Set();

/** Ids of deprecations that are not reported. @throws ConfigError, with the nearest id, for an unknown one. */
export function ignoredIds(
  ids: readonly string[],
  catalogue: Catalogue,
  placeOf: (index: number) => string,
): ReadonlySet<string> {
  // ESLint calls this for each file and rule, nearly always without ids.
  if (ids.length === 0) return NO_IDS;
  // Ids of other editions may be ignored as well, so that the edition can be changed.
  const hiddenDeprecations = catalogue.hidden?.map(({ deprecation }) => deprecation) ?? [];
  const knownIds = new Set([...catalogue.deprecations, ...hiddenDeprecations, ...TOPICS].map(({ id }) => id));
  const index = ids.findIndex((id) => !knownIds.has(id) && !isPackaged(id));
  const unknown = ids[index];
  if (unknown === undefined) return new Set(ids);
  const advice = /[*/.]/.test(unknown)
    ? 'Files are left out by ignoreFiles, in ESLint by ignores.'
    : hint(unknown, knownIds).trimEnd() || "'sunset-lint catalogue' lists the ids.";
  throw new ConfigError(`${placeOf(index)} is '${unknown}', which is not a deprecation. ${advice}`);
}

/** Whether the packaged catalogue of an API that may apply automatically has an entry. */
function isPackaged(id: string): boolean {
  const api = apiOfEntry(id);
  return packagedApis().includes(api) && packagedApi(api).entries.some(({ entry }) => entry.id === id);
}

/**
 * Adds base URLs to a catalogue, each to the API that it names, else to the built-in API, else to the only one.
 *
 * @throws ConfigError for a base URL that is malformed, and for one that could belong to several APIs.
 */
function withBaseUrls(
  catalogue: Catalogue,
  baseUrls: NonNullable<SunsetConfig['baseUrls']>,
  placeOf: (index: number) => string,
): Catalogue {
  if (baseUrls.length === 0) return catalogue;
  const apis = new Map(catalogue.apis.map((api) => [api.id, api]));
  for (const [index, item] of baseUrls.entries()) {
    const entry = typeof item === 'string' ? { url: item } : item;
    const url = normalBaseUrl(entry.url);
    if (url === undefined)
      throw new ConfigError(
        `${placeOf(index)} is '${entry.url}', which is not a base URL. Write it like https://api.example.com/v4, without user, query and fragment.`,
      );
    const api = apiForBaseUrl(entry.api, apis, placeOf(index));
    apis.set(api.id, { ...api, baseUrls: joinBaseUrls(api.baseUrls, [{ url }]) });
  }
  return derived(catalogue, baseUrls, { apis: [...apis.values()] });
}

function apiForBaseUrl(id: Api['id'] | undefined, apis: ReadonlyMap<Api['id'], Api>, place: string): Api {
  const ids = [...apis.keys()];
  const [only] = ids.length === 1 ? ids : [];
  const api = apis.get(id ?? (apis.has(BUILTIN_API) ? BUILTIN_API : (only ?? '')));
  if (api !== undefined) return api;
  if (id === undefined)
    throw new ConfigError(
      `${place} names no API, and there are several: ${ids.join(', ')}. Write { "url": …, "api": "${ids[0] ?? ''}" }.`,
    );
  throw new ConfigError(
    `${place} is of the API '${id}', which is not in use. ${hint(id, ids)}In use: ${ids.join(', ')}.`,
  );
}

/** A catalogue, and the client models that are not SDKs of its APIs. */
export interface AssignedClients {
  readonly catalogue: Catalogue;
  readonly clients: readonly ClientModel[];
}

/**
 * Assigns each SDK that a user describes (a client whose rows have paths) to its API: the name of its package then
 * selects files, and its calls go to that API alone.
 */
export function assignClients(catalogue: Catalogue, clients: readonly ClientModel[]): AssignedClients {
  const byApi = new Map<string, ClientModel[]>();
  const others: ClientModel[] = [];
  for (const client of clients) {
    const api = apiOfClient(catalogue, client);
    if (api === undefined) others.push(client);
    else addTo(byApi, api, client);
  }
  if (byApi.size === 0) return { catalogue, clients };
  const apis = catalogue.apis.map((api): Api => {
    const apiClients = byApi.get(api.id);
    return apiClients === undefined ? api : { ...api, clients: [...apiClients, ...(api.clients ?? [])] };
  });
  return { catalogue: derived(catalogue, clients, { apis }), clients: others };
}

function apiOfClient({ apis, deprecations }: Catalogue, { baseUrl, requests }: ClientModel): string | undefined {
  const templatePaths = requests.flatMap(({ template }) =>
    template === undefined ? [] : [withoutParameterNames(template)],
  );
  if (templatePaths.length === 0) return undefined;
  if (baseUrl !== undefined) return apis.find((api) => hasHost(api, baseUrl))?.id;
  const match = deprecations.find(
    (deprecation) =>
      'endpoints' in deprecation &&
      deprecation.endpoints.some(({ path }) => templatePaths.includes(withoutParameterNames(path.text))),
  );
  return match?.api ?? apis[0]?.id;
}

function hasHost({ baseUrls }: Api, baseUrl: string): boolean {
  const { host } = splitBaseUrl(baseUrl);
  return baseUrls.some(({ url }) => splitBaseUrl(url).host === host);
}

/** A path template without the names of its parameters. */
function withoutParameterNames(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, '{}');
}

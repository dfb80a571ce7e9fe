import { BUILTIN_API, joinBaseUrls, normalBaseUrl } from '../catalogue/load.js';
import { derived } from '../lib/identity.js';
import type { Api, Catalogue } from '../model/deprecation.js';
import { ConfigError } from '../model/errors.js';
import { hint } from './check-shape.js';
import type { SunsetConfig } from './config.js';

/**
 * A catalogue with more base URLs, each at the API that it names, else at the built-in one, else at the only one.
 *
 * @throws ConfigError for a base URL that is malformed, and for one that could belong to several APIs.
 */
export function withBaseUrls(
  catalogue: Catalogue,
  baseUrls: NonNullable<SunsetConfig['baseUrls']>,
  placeOf: (index: number) => string,
): Catalogue {
  if (baseUrls.length === 0) return catalogue;
  const apis = new Map(catalogue.apis.map((api) => [api.id, api]));
  for (const [index, item] of baseUrls.entries()) {
    const written = typeof item === 'string' ? { url: item } : item;
    const url = normalBaseUrl(written.url);
    if (url === undefined)
      throw new ConfigError(
        `${placeOf(index)} is '${written.url}', which is no base URL. Write it like https://api.example.com/v4, without user, query and fragment.`,
      );
    const api = apiOf(written.api, apis, placeOf(index));
    apis.set(api.id, { ...api, baseUrls: joinBaseUrls(api.baseUrls, [{ url }]) });
  }
  return derived(catalogue, baseUrls, { apis: [...apis.values()] });
}

function apiOf(id: Api['id'] | undefined, apis: ReadonlyMap<Api['id'], Api>, place: string): Api {
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

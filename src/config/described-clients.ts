import { splitBaseUrl } from '../api/base-url.js';
import { derived } from '../lib/identity.js';
import { addTo } from '../lib/collections.js';
import type { ClientModel } from '../model/client-model.js';
import type { Api, Catalogue } from '../model/deprecation.js';

/** A catalogue, and the client models that are none of its SDKs. */
export interface AssignedClients {
  readonly catalogue: Catalogue;
  readonly clients: readonly ClientModel[];
}

/**
 * Assigns each SDK that a user describes (a client whose rows have paths of their own) to its API: the name of its
 * package then selects files, and its calls go to that API alone.
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
    const own = byApi.get(api.id);
    return own === undefined ? api : { ...api, clients: [...own, ...(api.clients ?? [])] };
  });
  return { catalogue: derived(catalogue, clients, { apis }), clients: others };
}

function apiOfClient({ apis, deprecations }: Catalogue, { baseUrl, requests }: ClientModel): string | undefined {
  const templates = requests.flatMap(({ template }) => (template === undefined ? [] : [shapeOf(template)]));
  if (templates.length === 0) return undefined;
  if (baseUrl !== undefined) return apis.find((api) => hasHost(api, baseUrl))?.id;
  const about = deprecations.find(
    (deprecation) =>
      'endpoints' in deprecation && deprecation.endpoints.some(({ path }) => templates.includes(shapeOf(path.text))),
  );
  return about?.api ?? apis[0]?.id;
}

function hasHost({ baseUrls }: Api, baseUrl: string): boolean {
  const { host } = splitBaseUrl(baseUrl);
  return baseUrls.some(({ url }) => splitBaseUrl(url).host === host);
}

/** A path template whose parameters have no names. */
function shapeOf(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, '{}');
}

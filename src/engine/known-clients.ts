import { CLIENT_MODELS } from '../knowledge/clients/index.js';
import { memoByObject, memoByText } from '../core/lib/collections.js';
import type { ClientModel } from '../core/model/client-model.js';
import type { Catalogue } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import { exportKey } from './evaluate/program.js';
import type { ClientNames } from './evaluate/program.js';
import { indexClients, modelsOf } from './requests/calling/client-match.js';
import { indexSdk } from './requests/sdk/sdk-chain.js';
import type { SdkMethod, SiteFinder } from './requests/calling/site.js';

/** Known clients, in the look-up tables of the finder. */
export interface KnownClients extends Pick<SiteFinder, 'clients' | 'sdk' | 'sdkPackages'> {
  readonly names: ClientNames;
}

const NONE: readonly ClientModel[] = [];

/**
 * The known clients in one language, indexed once: those of users, then those of the APIs of the catalogue, then the
 * built-in ones.
 */
export function knownClients(
  catalogue: Catalogue,
  language: LanguageId,
  userModels: readonly ClientModel[] = NONE,
): KnownClients {
  return tablesOf(catalogue)(userModels)(language);
}

const tablesOf = memoByObject((catalogue: Catalogue) =>
  memoByObject((userModels: readonly ClientModel[]): ((language: LanguageId) => KnownClients) => {
    const all = allModels(catalogue, userModels);
    return memoByText((language: LanguageId): KnownClients => {
      const models = modelsOf(all, language);
      return {
        names: {
          packages: new Set(models.flatMap((model) => (model.package === undefined ? [] : [model.package]))),
          exports: new Set(models.flatMap(exportsOf)),
        },
        clients: indexClients(models),
        sdk: indexSdk(models),
        sdkPackages: packagesByApi(models),
      };
    });
  }),
);

/** Methods of SDKs of the APIs of a catalogue, in any language, that request an operation by their names. */
export function sdkMethods(catalogue: Catalogue): readonly SdkMethod[] {
  return allModels(catalogue, NONE).flatMap((model) =>
    model.api === undefined
      ? []
      : model.requests.flatMap((row) => (row.template === undefined ? [] : [{ model, row }])),
  );
}

function allModels(catalogue: Catalogue, userModels: readonly ClientModel[]): readonly ClientModel[] {
  return [...userModels, ...sdkModels(catalogue), ...CLIENT_MODELS].map((model) => withApi(model, catalogue));
}

/** The SDKs of a catalogue; an SDK without a base URL sends to the first base URL of its API. */
function sdkModels({ apis }: Catalogue): readonly ClientModel[] {
  return apis.flatMap(({ id, baseUrls: [first], clients = [] }) =>
    clients.map((model) => ({ ...(first === undefined ? {} : { baseUrl: first.url }), ...model, api: id })),
  );
}

/** Marks a client that has the base URL of an API as one of its SDKs. */
function withApi(model: ClientModel, { apis }: Catalogue): ClientModel {
  if (model.api !== undefined || model.baseUrl === undefined) return model;
  const api = apis.find(({ baseUrls }) => baseUrls.some(({ url }) => url === model.baseUrl));
  return api === undefined ? model : { ...model, api: api.id };
}

/** Keys of the exports of an SDK that create clients, and of the namespaces of their modules. */
function exportsOf({ api, origins }: ClientModel): readonly string[] {
  if (api === undefined) return [];
  return origins.flatMap((origin) =>
    'export' in origin ? [exportKey(origin.module, origin.export), exportKey(origin.module, '*')] : [],
  );
}

function packagesByApi(models: readonly ClientModel[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byApi = new Map<string, Set<string>>();
  for (const { api, origins, routes, shared } of models) {
    if (api === undefined || routes === true || shared === true) continue;
    const known = byApi.get(api) ?? new Set();
    byApi.set(api, known);
    for (const origin of origins) if ('module' in origin) known.add(origin.module);
  }
  return byApi;
}

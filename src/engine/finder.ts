import { apisOf } from '../api/known-apis.js';
import { CLIENT_MODELS } from '../clients/index.js';
import type { ClientModel } from '../model/client-model.js';
import type { Catalogue } from '../model/deprecation.js';
import type { ModuleReader } from '../model/module-reader.js';
import { parseRequestUrl } from './match/request-url.js';
import type { RequestUrl } from './match/request-url.js';
import type { Parts } from './values/value.js';
import { apiViews } from './match/api-view.js';
import { indexClients } from './requests/client-match.js';
import { createEvaluator } from './evaluate/create-evaluator.js';
import { createOpenCalls } from './requests/open-calls.js';
import { createProgram } from './evaluate/program.js';
import { SiteView } from './judge/site-view.js';
import { sitesOf } from './requests/sites.js';
import { indexSdk } from './requests/sdk-chain.js';
import type { SiteFinder } from './requests/site-finder.js';

/** What decides which requests are found. */
export interface FinderParts {
  readonly catalogue: Catalogue;
  readonly modules: ModuleReader;
  /** Client models beside the built-in ones; they are tried first. */
  readonly clients?: readonly ClientModel[];
  /** Whether the host wants the analysis to end; asked every few hundred steps. */
  readonly isStopped?: () => boolean;
}

/** Makes the finder of sites for one program. `mayComplete` says whether callers decide what a check looks for in a site. */
export function createFinder(parts: FinderParts, mayComplete: (site: SiteView) => boolean): SiteFinder {
  const { catalogue, modules, clients = [] } = parts;
  const models = [...clients, ...sdkModels(catalogue), ...CLIENT_MODELS].map((model) => withApi(model, catalogue));
  const packages = models.flatMap((model) => (model.package === undefined ? [] : [model.package]));
  const finder: SiteFinder = {
    evaluator: createEvaluator(createProgram(modules, new Set(packages), parts.isStopped)),
    clients: indexClients(models),
    sdk: indexSdk(models),
    views: apiViews(catalogue),
    catalogue,
    ...perFile(catalogue),
    apis: apisOf(catalogue),
    sdkPackages: packagesByApi(models),
    witnesses: new Map(),
    openCalls: createOpenCalls(),
    sitesOf: (context, index, frame) => sitesOf(finder, context, index, frame),
    mayComplete: (site) => mayComplete(new SiteView(finder, site)),
  };
  return finder;
}

/** The SDKs that a catalogue describes; one without a base URL sends to the first of its API. */
function sdkModels({ apis }: Catalogue): readonly ClientModel[] {
  return apis.flatMap(({ id, baseUrls: [first], clients = [] }) =>
    clients.map((model) => ({ ...(first === undefined ? {} : { baseUrl: first.url }), ...model, api: id })),
  );
}

/** A client that has the base URL of an API is one of its SDKs. */
function withApi(model: ClientModel, { apis }: Catalogue): ClientModel {
  if (model.api !== undefined || model.baseUrl === undefined) return model;
  const api = apis.find(({ baseUrls }) => baseUrls.some(({ url }) => url === model.baseUrl));
  return api === undefined ? model : { ...model, api: api.id };
}

function packagesByApi(models: readonly ClientModel[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byApi = new Map<string, Set<string>>();
  for (const { api, origins } of models) {
    if (api === undefined) continue;
    const known = byApi.get(api) ?? new Set();
    byApi.set(api, known);
    for (const origin of origins) if ('module' in origin) known.add(origin.module);
  }
  return byApi;
}

/** URLs that are remembered as parsed: those of one call are asked for again and again, those of another hardly ever. */
const MAX_PARSED = 2000;

/** What is remembered for the file being analysed. Weak maps would hold it longer, at a cost to every collection. */
function perFile(catalogue: Catalogue): Pick<SiteFinder, 'urlOf' | 'handingOn' | 'begin'> {
  const views = apiViews(catalogue);
  const handingOn = new Map<string, boolean>();
  const parsed = new Map<Parts, RequestUrl>();
  return {
    urlOf(url) {
      let known = parsed.get(url);
      if (known === undefined) {
        if (parsed.size >= MAX_PARSED) parsed.clear();
        parsed.set(url, (known = parseRequestUrl(url, views)));
      }
      return known;
    },
    handingOn,
    begin: () => {
      handingOn.clear();
      parsed.clear();
    },
  };
}

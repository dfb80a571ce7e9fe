import { apisOf } from '../core/api/known-apis.js';
import type { ClientModel } from '../core/model/client-model.js';
import type { Catalogue } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import type { ModuleReader } from '../core/model/module-reader.js';
import { parseRequestUrl } from './match/request-url.js';
import type { RequestUrl } from './match/request-url.js';
import type { Parts } from './values/value.js';
import { apiViews } from './match/catalogue-index.js';
import { knownClients } from './known-clients.js';
import { createEvaluator } from './evaluate/create-evaluator.js';
import { createOpenCalls } from './requests/unknown/open-calls.js';
import { createProgram } from './evaluate/program.js';
import type { IsStopped } from './evaluate/program.js';
import type { Tracked } from '../core/model/query-log.js';
import { SiteView } from './judge/site-view.js';
import { testDoublesOf } from './requests/unknown/test-doubles.js';
import { sitesOf } from './requests/sites.js';
import type { SiteFinder } from './requests/calling/site.js';

/** Inputs that determine which requests are found. */
export interface FinderParts {
  readonly catalogue: Catalogue;
  readonly modules: ModuleReader;
  /** Client models that are tried before the built-in ones. */
  readonly clients?: readonly ClientModel[];
  /** Language of the program; default `javascript`. */
  readonly language?: LanguageId;
  /** Whether the host wants the analysis to end; called every few hundred steps. */
  readonly isStopped?: IsStopped;
}

/** Creates the site finder of one program. `mayComplete`: whether callers decide a part that a check examines. */
export function createFinder(inputs: FinderParts, mayComplete: (site: SiteView) => boolean): SiteFinder {
  const { catalogue, modules, language = 'javascript' } = inputs;
  const { names, clients, sdk, sdkPackages } = knownClients(catalogue, language, inputs.clients);
  const finder: SiteFinder = {
    evaluator: createEvaluator(createProgram(modules, names, inputs.isStopped)),
    clients,
    testDoubles: testDoublesOf(language),
    sdk,
    views: apiViews(catalogue),
    catalogue,
    ...memoOfFile(catalogue),
    apis: apisOf(catalogue),
    sdkPackages,
    witnesses: new Map(),
    onlyMentionedApis: new Map(),
    openCalls: createOpenCalls(),
    sitesOf: (context, index, frame) => sitesOf(finder, context, index, frame),
    mayComplete: (site) => mayComplete(new SiteView(finder, site)),
  };
  return finder;
}

/** Maximum number of parsed URLs that are memoised: a call reads the same few URLs repeatedly. */
const MAX_PARSED = 2000;

/** Memo for the file that is being analysed. Weak maps would keep values longer, and slow every garbage collection. */
function memoOfFile(catalogue: Catalogue): Pick<SiteFinder, 'urlOf' | 'passingFunctions' | 'releaseFileData'> {
  const views = apiViews(catalogue);
  const passingFunctions = new Map<string, Tracked<boolean>>();
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
    passingFunctions,
    releaseFileData: () => {
      passingFunctions.clear();
      parsed.clear();
    },
  };
}

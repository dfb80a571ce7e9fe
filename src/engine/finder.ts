import { CLIENT_MODELS } from '../clients/index.js';
import type { ClientModel } from '../model/client-model.js';
import type { Catalogue } from '../model/deprecation.js';
import type { ModuleReader } from '../model/module-reader.js';
import { indexCatalogue } from './match/catalogue-index.js';
import { indexClients } from './requests/client-match.js';
import { createEvaluator } from './evaluate/create-evaluator.js';
import { createOpenCalls } from './requests/open-calls.js';
import { createProgram } from './evaluate/program.js';
import type { Relevance } from '../select/relevant-calls.js';
import { isBodyOpen } from './checks/field-writes.js';
import { sitesOf } from './requests/sites.js';
import { indexSdk } from './requests/sdk-chain.js';
import type { SiteFinder } from './requests/site-finder.js';

export interface AnalyseOptions {
  readonly catalogue: Catalogue;
  readonly modules: ModuleReader;
  /** Client models beside the built-in ones; they are tried first. */
  readonly clients?: readonly ClientModel[];
  /** Whether what tests answer and expect (nock, msw, `toHaveBeenCalledWith`) is reported; by default it is not. */
  readonly testDoubles?: 'report' | 'skip';
  /** Tells what can concern the catalogue, so that other calls are left alone; without it every call is looked at. */
  readonly relevance?: Relevance;
  /** Whether infrastructure resources (Pulumi, CDK for Terraform) are reported; by default they are not. */
  readonly resources?: 'report' | 'skip';
}

const finders = new WeakMap<ModuleReader, SiteFinder>();

/** The finder for one reader of modules, shared by all files of a run. */
export function finderFor(options: AnalyseOptions): SiteFinder {
  let finder = finders.get(options.modules);
  if (finder === undefined || finder.catalogue !== options.catalogue) {
    const { catalogue } = options;
    const models = [...(options.clients ?? []), ...CLIENT_MODELS];
    const packages = models.flatMap((model) => (model.package === undefined ? [] : [model.package]));
    const made: SiteFinder = {
      evaluator: createEvaluator(createProgram(options.modules, new Set(packages))),
      clients: indexClients(models),
      sdk: indexSdk(models),
      index: indexCatalogue(catalogue),
      catalogue,
      apiNames: apiNames(catalogue),
      witnesses: new Map(),
      openCalls: createOpenCalls(),
      sitesOf: (context, index, frame) => sitesOf(made, context, index, frame),
      mayComplete: (site) => isBodyOpen(made, site),
    };
    finder = made;
    finders.set(options.modules, finder);
  }
  return finder;
}

/** Names of the API in any case; short ones only as whole words or parts of camelCase and snake_case names. */
function apiNames(catalogue: Catalogue): RegExp {
  const sources = catalogue.baseUrls
    .flatMap((base) => base.names ?? [])
    .flatMap((name) => {
      if (name.length > 3) return [Array.from(name, inAnyCase).join('')];
      if (!/^\w+$/.test(name)) return [];
      const capital = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
      return [`(?<![a-zA-Z])(?:${name}|${name.toUpperCase()})(?![a-z])`, `(?<=[a-z_])${capital}(?![a-z])`];
    });
  return sources.length === 0 ? /(?!)/ : new RegExp(sources.join('|'));
}

/** A user's catalogue may hold any text: only letters are taken as they are. */
function inAnyCase(letter: string): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
  return lower === upper ? letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&') : `[${lower}${upper}]`;
}

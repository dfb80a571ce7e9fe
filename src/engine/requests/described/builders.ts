import { wordTest } from '../../../knowledge/clients/words.js';
import type { HttpMethod } from '../../../core/model/endpoint.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';
import type { CallFact, ObjectFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import type { FileContext } from '../../evaluate/program.js';
import { describedUrls, describedSite, returnedValues } from './described-site.js';
import type { Site, SiteFinder } from '../calling/site.js';
import { bareSite } from '../calling/site.js';
import { optionsOf, UNDEFINED } from '../../values/value.js';
import type { Value, ExternalValue } from '../../values/value.js';
import type { ClientModel } from '../../../core/model/client-model.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { readRequest } from '../calling/request.js';

const isUrlKey = wordTest('url-key');
const isMethodKey = wordTest('method-key');
const isBaseKey = wordTest('base-key');
const VERBS = new Set(HTTP_METHODS.map((method) => method.toLowerCase()));

/** Requests that chains of an unknown builder describe: `.path('/towers/{id}/bells').method('get')`. */
export function builderSites(finder: SiteFinder, context: FileContext): readonly Site[] {
  const { calls } = context.facts;
  return calls.flatMap((call, index) => {
    if (!isUrlKey(memberOf(call) ?? '') || call.args.length === 0) return [];
    const chain = callChain(context, index);
    const isHandled = chain.some(({ args }) => args.some(({ kind }) => kind === 'function'));
    return isHandled ? [] : (chainSite(finder, context, call, chain) ?? []);
  });
}

function chainSite(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  chain: readonly CallFact[],
): Site | undefined {
  const argument = ([first]: CallFact['args']): Value =>
    first === undefined ? UNDEFINED : finder.evaluator.value(context, first, undefined);
  const methodLink = chain.find((link) => isMethodKey(memberOf(link) ?? '') || VERBS.has(memberOf(link) ?? ''));
  if (methodLink === undefined) return undefined;
  const at: Place = { file: context.file, span: call.at };
  const base = chain.find((link) => isBaseKey(memberOf(link) ?? ''));
  const path = optionsOf(argument(call.args)).find(({ kind }) => kind === 'text');
  if (path === undefined) return undefined;
  const urls = describedUrls(finder, argument(call.args), base === undefined ? UNDEFINED : argument(base.args), at);
  const verb = verbOf(memberOf(methodLink) ?? '');
  const method: Value =
    verb === undefined ? argument(methodLink.args) : { kind: 'text', parts: [{ kind: 'text', text: verb, at }] };
  return describedSite(finder, { urls, method, at, methodAt: methodLink.at });
}

function verbOf(member: string): HttpMethod | undefined {
  return HTTP_METHODS.find((method) => method.toLowerCase() === member);
}

function memberOf({ callee, form }: CallFact): string | undefined {
  return callee.kind === 'member' && form === 'call' ? callee.property : undefined;
}

/** All calls of the chain that contains a call. */
function callChain({ facts: { calls } }: FileContext, index: number): readonly CallFact[] {
  const chain: CallFact[] = [];
  // The last call of a chain has the same start as the chain, and precedes the other calls in the table.
  let lastCall = index;
  for (let previous = index - 1; previous >= 0 && receiverOf(calls[previous]) === lastCall; previous--)
    lastCall = previous;
  for (let link: number | undefined = lastCall; link !== undefined; link = receiverOf(calls[link])) {
    const call = calls[link];
    if (call === undefined) break;
    chain.push(call);
  }
  return chain;
}

function receiverOf(call: CallFact | undefined): number | undefined {
  return call?.callee.kind === 'member' && call.callee.object.kind === 'call' ? call.callee.object.call : undefined;
}

/** Client model for the result of an endpoint's `query`, which `fetchBaseQuery` sends. */
const BASE_QUERY: ClientModel = {
  name: 'RTK Query',
  origins: [],
  requests: [],
  options: {
    url: ['url'],
    method: ['method'],
    baseUrl: ['baseUrl'],
    headers: ['headers'],
    body: ['body'],
    query: ['params'],
  },
  relative: 'own-origin',
};

const BUILDERS = new Set(['query', 'mutation', 'infiniteQuery']);

/** Functions that wrap a base query. */
const WRAPPERS = new Set(['retry']);

/**
 * Requests of `builder.query({ query: (id) => '/path' })` in the `endpoints` of `createApi` and `injectEndpoints`,
 * below the base URL of the API's `fetchBaseQuery`. Undefined for other calls and other base queries.
 */
export function rtkQuerySites(finder: SiteFinder, context: FileContext, call: CallFact): readonly Site[] | undefined {
  if (call.callee.kind !== 'member' || !BUILDERS.has(call.callee.property) || call.form !== 'call') return undefined;
  const { evaluator } = finder;
  const builder = evaluator.value(context, call.callee.object, undefined);
  if (builder.kind !== 'parameter' || builder.parameter.index !== 0 || builder.parameter.path.length > 0)
    return undefined;
  const apiOptions = createdApiOptions(evaluator, builder.parameter.file, builder.parameter.function);
  const [definition] = evaluator.args(context, call, undefined);
  if (apiOptions === undefined || definition === undefined) return undefined;
  const at: Place = { file: context.file, span: call.at };
  const base = baseOptions(evaluator, evaluator.member(apiOptions, 'baseQuery', at), 0);
  if (base === undefined) return undefined;
  const callee: Place = { file: context.file, span: call.callee.at };
  return optionsOf(evaluator.member(definition, 'query', at)).flatMap((query) =>
    returnedValues(evaluator, query).flatMap((request): Site[] => {
      const use = {
        model: BASE_QUERY,
        row: { member: '', url: 0 },
        defaults: [base],
        baseUrls: [],
        paths: [],
        patches: [],
        fluent: [],
        made: [],
      };
      const facts = readRequest(evaluator, use, [request], { at, callee });
      if (facts === undefined) return [];
      return [
        bareSite({ at, kind: 'request', client: BASE_QUERY.name, ...facts, ownOrigin: true, describedBy: [request] }),
      ];
    }),
  );
}

/** The options of the `createApi` call with this function as `endpoints`. */
function createdApiOptions(evaluator: Evaluator, file: string, functionIndex: number): Value | undefined {
  const context = evaluator.program.context(file);
  const object = context?.facts.objects.findIndex((candidate) => hasEndpoints(candidate, functionIndex));
  const call = context?.facts.calls.find(({ args }) =>
    args.some((arg) => arg.kind === 'object' && arg.object === object),
  );
  if (context === undefined || call === undefined || object === undefined || object < 0) return undefined;
  const callee = optionsOf(evaluator.value(context, call.callee, undefined)).find(isCreateApi);
  if (callee === undefined) return undefined;
  const creation = callee.steps.find((step) => step.kind === 'call');
  // `api.injectEndpoints(…)` extends an existing API, usually from another module.
  if (creation !== undefined) return creation.args()[0];
  return { kind: 'object', file, object, frame: undefined };
}

function hasEndpoints({ properties }: ObjectFact, functionIndex: number): boolean {
  return properties.some(
    (property) =>
      property.kind === 'property' &&
      property.key === 'endpoints' &&
      property.value.kind === 'function' &&
      property.value.function === functionIndex,
  );
}

function isCreateApi(value: Value): value is ExternalValue {
  return value.kind === 'external' && comesFromToolkit(value) && exportedName(value) === 'createApi';
}

function comesFromToolkit({ root }: ExternalValue): boolean {
  return (
    root.kind === 'package' && /^@(?:reduxjs\/toolkit|rtk-incubator\/rtk-query|rtk-query)(?:\/|$)/.test(root.module)
  );
}

function exportedName({ root, steps }: ExternalValue): string | undefined {
  if (root.kind !== 'package') return undefined;
  const [first] = steps;
  return root.export === '*' && first?.kind === 'member' ? first.name : root.export;
}

/**
 * Returns the options of `fetchBaseQuery`, called directly, inside `retry`, or by a function of the program that returns
 * its result.
 */
function baseOptions(evaluator: Evaluator, baseQuery: Value, depth: number): Value | undefined {
  for (const option of optionsOf(baseQuery)) {
    if (option.kind === 'function' && depth < 3) {
      for (const returned of returnedValues(evaluator, option)) {
        const options = baseOptions(evaluator, returned, depth + 1);
        if (options !== undefined) return options;
      }
    }
    if (option.kind !== 'external' || !comesFromToolkit(option)) continue;
    const call = option.steps.find((step) => step.kind === 'call');
    const [argument] = call?.args() ?? [];
    const name = exportedName(option);
    if (argument === undefined) continue;
    if (name === 'fetchBaseQuery') return argument;
    if (name !== undefined && WRAPPERS.has(name) && depth < 3) return baseOptions(evaluator, argument, depth + 1);
  }
  return undefined;
}

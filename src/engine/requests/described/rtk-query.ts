import type { CallFact, ObjectFact } from '../../../model/facts.js';
import type { ClientModel } from '../../../model/client-model.js';
import type { Place } from '../../../model/span.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import type { FileContext } from '../../evaluate/program.js';
import { readRequest } from '../calling/request.js';
import { returnedValues } from '../calling/returned.js';
import { bareSite } from '../calling/site.js';
import type { Site } from '../calling/site.js';
import type { SiteFinder } from '../calling/site-finder.js';
import { optionsOf } from '../../values/value.js';
import type { ExternalValue, Value } from '../../values/value.js';

/** Model of the result of an endpoint's `query`, as `fetchBaseQuery` reads it. */
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
  const created = createdApi(evaluator, builder.parameter.file, builder.parameter.function);
  const [definition] = evaluator.args(context, call, undefined);
  if (created === undefined || definition === undefined) return undefined;
  const at: Place = { file: context.file, span: call.at };
  const base = baseOptions(evaluator, evaluator.member(created, 'baseQuery', at), 0);
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
      return [bareSite({ at, kind: 'request', client: BASE_QUERY.name, ...facts, ownOrigin: true, made: [request] })];
    }),
  );
}

/** The options of the `createApi` whose `endpoints` are the given function. */
function createdApi(evaluator: Evaluator, file: string, functionIndex: number): Value | undefined {
  const context = evaluator.program.context(file);
  const object = context?.facts.objects.findIndex((candidate) => hasEndpoints(candidate, functionIndex));
  const call = context?.facts.calls.find(({ args }) =>
    args.some((arg) => arg.kind === 'object' && arg.object === object),
  );
  if (context === undefined || call === undefined || object === undefined || object < 0) return undefined;
  const callee = optionsOf(evaluator.value(context, call.callee, undefined)).find(isCreateApi);
  if (callee === undefined) return undefined;
  const made = callee.steps.find((step) => step.kind === 'call');
  // `api.injectEndpoints(…)` extends an existing API, usually from another module.
  if (made !== undefined) return made.args()[0];
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
 * Returns the options of `fetchBaseQuery`, called directly, inside `retry`, or by a function of the program that passes
 * calls on to it.
 */
function baseOptions(evaluator: Evaluator, baseQuery: Value, depth: number): Value | undefined {
  for (const option of optionsOf(baseQuery)) {
    if (option.kind === 'function' && depth < 3) {
      for (const returned of returnedValues(evaluator, option)) {
        const found = baseOptions(evaluator, returned, depth + 1);
        if (found !== undefined) return found;
      }
    }
    if (option.kind !== 'external' || !comesFromToolkit(option)) continue;
    const made = option.steps.find((step) => step.kind === 'call');
    const [given] = made?.args() ?? [];
    const name = exportedName(option);
    if (given === undefined) continue;
    if (name === 'fetchBaseQuery') return given;
    if (name !== undefined && WRAPPERS.has(name) && depth < 3) return baseOptions(evaluator, given, depth + 1);
  }
  return undefined;
}

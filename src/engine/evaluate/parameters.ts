import { helperName } from '../../facts/compiled-code.js';
import type { CallFact, ExprFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import { argumentValues, passedOn } from './arguments.js';
import { eachOf, readAt } from './collections.js';
import { declaredParameter } from './declared-defaults.js';
import type { Env } from './evaluator.js';
import { givenFrom, givenTo } from './given-arguments.js';
import { entryPart } from './maps.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { callsInPlace } from './run-once.js';
import { UNDEFINED } from '../values/value.js';
import type { Value } from '../values/value.js';

type ParameterFact = Extract<ExprFact, { readonly kind: 'parameter' }>;

/** Methods that pass elements of their collection to a callback, with the index of the parameter. */
const ELEMENT_CALLBACKS = new Map<string, readonly number[]>([
  ...['map', 'forEach', 'filter', 'find', 'some', 'every', 'flatMap', 'findIndex', 'findLast', 'findLastIndex'].map(
    first,
  ),
  ...['each', 'mapSeries', 'eachSeries', 'from', 'groupBy', 'keyBy', 'sortBy', 'uniqBy', 'partition'].map(first),
  ['reduce', [1]],
  ['reduceRight', [1]],
  ['sort', [0, 1]],
  ['toSorted', [0, 1]],
]);

function first(name: string): readonly [string, readonly number[]] {
  return [name, [0]];
}

/** Value of a parameter: the argument of the followed call, else the argument of its callback, else itself. */
export function parameterValue(env: Env, expr: ParameterFact, at: Place): Value {
  const { context } = env;
  for (let current = env.frame; current !== undefined; current = current.parent) {
    if (current.function !== expr.function || current.file !== context.file) continue;
    const args = current.args();
    if (expr.rest === true) return { kind: 'array', elements: givenFrom(expr.index, args), open: false };
    return givenTo(env.evaluator, { fact: context.facts.functions[expr.function], index: expr.index, at }, args);
  }
  const given = knownArgument(env, expr, at) ?? callbackArgument(env, expr, at);
  if (given !== undefined) return given;
  const name = parameterName(context, expr);
  const declared = declaredParameter(env, expr.function, name, at);
  if (declared !== undefined) return declared;
  return {
    kind: 'parameter',
    parameter: { file: context.file, function: expr.function, index: expr.index, rest: expr.rest === true, path: [] },
    name: name ?? `argument ${expr.index + 1}`,
    at,
  };
}

/**
 * Returns the argument of a function that is called where it is written, or by a compiler's helper:
 * `__awaiter(this, arguments, …)`.
 */
function knownArgument(
  env: Env,
  { function: index, index: position, rest }: ParameterFact,
  at: Place,
): Value | undefined {
  const { context } = env;
  const call = callsInPlace(context).get(index);
  const args = call === undefined ? drivenArguments(env, index, at) : argumentValues(env, call);
  if (args === undefined) return undefined;
  if (rest === true) return { kind: 'array', elements: args.slice(position), open: false };
  return args[position] ?? UNDEFINED;
}

/** Returns the arguments that a compiler's helper passes to the function it drives. */
function drivenArguments(env: Env, index: number, at: Place): readonly Value[] | undefined {
  const use = env.context.scope.callbackOf(index);
  const call = use === undefined ? undefined : env.context.facts.calls[use.call];
  const helper = call && helperName(call.callee);
  const list = call?.args[1];
  if (list === undefined || (helper !== 'awaiter' && helper !== 'async')) return undefined;
  return passedOn(env.evaluator, env.value(list), at);
}

function parameterName(context: FileContext, expr: ParameterFact): string | undefined {
  return parameterNames(context).get(`${expr.function} ${expr.index}`);
}

const parameterNames = perFile(({ facts }): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { kind, name, value: given } of facts.bindings) {
    if (kind !== 'parameter' || given === undefined) continue;
    const value = given.kind === 'default' ? given.value : given;
    if (value.kind !== 'parameter') continue;
    const key = `${value.function} ${value.index}`;
    if (!names.has(key)) names.set(key, name);
  }
  return names;
});

function callbackArgument(env: Env, expr: ParameterFact, at: Place): Value | undefined {
  const use = env.context.scope.callbackOf(expr.function);
  const call = use === undefined ? undefined : env.context.facts.calls[use.call];
  return use === undefined || call === undefined ? undefined : givenToCallback(env, { ...use, call }, expr.index, at);
}

/** A function as an argument of a call. */
interface CallbackUse {
  readonly call: CallFact;
  /** Index of the argument. */
  readonly argument: number;
}

/** Returns the value that a call passes to a parameter of its callback; undefined if unknown. */
export function givenToCallback(
  env: Env,
  { call, argument }: CallbackUse,
  index: number,
  at: Place,
): Value | undefined {
  if (call.callee.kind !== 'member') return undefined;
  const { object, property } = call.callee;
  if (argument === 0 && index === 0 && property === 'then') return env.value(object);
  const collection = collectionArgument(env.context, call.args, argument, object);
  if (collection === undefined) return undefined;
  const value = env.value(collection);
  if (value.kind === 'array' && value.map === true && property === 'forEach' && index < 2) {
    const entry = readAt(env.evaluator, { table: value, key: `callback ${call.at.join('-')}` }, at);
    return entryPart(env.evaluator, entry, index, at);
  }
  if (ELEMENT_CALLBACKS.get(property)?.includes(index) !== true) return undefined;
  if (value.kind !== 'array' && value.kind !== 'choice' && value.kind !== 'parameter' && value.kind !== 'external')
    return undefined;
  return eachOf(env.evaluator, value, at);
}

/** `list.map(f)` iterates `list`; `async.map(list, f)` and `_.each(list, f)` iterate their first argument. */
function collectionArgument(
  context: FileContext,
  args: readonly ExprFact[],
  argument: number,
  object: ExprFact,
): ExprFact | undefined {
  if (argument === 0) return object;
  const isLibrary = object.kind === 'name' && context.scope.lookup(object.name, object.at[0])?.kind !== 'parameter';
  return isLibrary ? args[0] : undefined;
}

import { addTo } from '../../core/lib/collections.js';
import { mayConstruct, argumentValues, listAsArguments, argumentForParameter } from './arguments.js';
import type { CallFact, ExprFact } from '../../core/model/facts.js';
import { eachOf } from './collections.js';
import { callbackParameterValue } from './parameters.js';
import { perFile } from './per-file.js';
import { placeIn } from './program.js';
import type { FileContext } from './program.js';
import type { Env, Evaluator } from './evaluator.js';
import type { Place } from '../../core/model/span.js';
import { REASON } from '../values/reasons.js';
import { choiceOf } from '../values/choice.js';
import { classIn, optionsOf, UNDEFINED, unknownValue } from '../values/value.js';
import type { ParameterRef, Value } from '../values/value.js';

/** Maximum number of calls of one function that are examined for the values of its parameters. */
const MAX_CALLERS = 24;

/** A way in which a parameter gets a value. */
export interface Passing {
  readonly value: Value;
  readonly context: FileContext;
  readonly call: CallFact;
  /** The argument; absent if a callback gets elements, or if the value is a part of the argument. */
  readonly argument?: ExprFact;
}

/**
 * Returns the value that the program passes for a parameter, from calls found by name in the same file and in files
 * that import it; undefined if no call is found. Memoised, because every API and request with the parameter needs it.
 */
export function passedValue(evaluator: Evaluator, parameter: ParameterRef): Value | undefined {
  const { passed } = evaluator.program.memory;
  const { file, function: owner, index, path } = parameter;
  const key = JSON.stringify([file, owner, index, path]);
  if (!passed.has(key)) {
    // A recursive call that passes its own parameter on adds no value.
    passed.set(key, undefined);
    passed.set(key, computePassedValue(evaluator, parameter));
  }
  return passed.get(key);
}

function computePassedValue(evaluator: Evaluator, parameter: ParameterRef): Value | undefined {
  const values = [...passings(evaluator, parameter, callsNamed)].flatMap(({ value }) => {
    if (value.kind !== 'parameter') return [value];
    return receivesByGraph(evaluator, value.parameter) ? (passedValue(evaluator, value.parameter) ?? []) : [];
  });
  const at: Place = { file: parameter.file, span: [0, 0] };
  if (values.length > MAX_CALLERS) values.push(unknownValue(REASON.tooMany, at));
  return values.length === 0 ? undefined : choiceOf(values, at);
}

/** Whether, by the call graph, a function that passes its parameter on receives a value of an API. */
function receivesByGraph({ program }: Evaluator, { file, function: index }: ParameterRef): boolean {
  return program.modules.reached?.(file)?.callers.has(index) === true;
}

/** The values of a parameter in calls of its function, and in calls with the function as a callback: `list.map(f)`. */
export function passingsOf(evaluator: Evaluator, parameter: ParameterRef): readonly Passing[] {
  return [...passings(evaluator, parameter, callsNamed), ...passings(evaluator, parameter, callsWithArgument)];
}

/** Finds the calls of a file that call, or pass, functions with one of the names. */
type FindCalls = (context: FileContext, names: ReadonlySet<string>) => readonly CallFact[];

function* passings(evaluator: Evaluator, parameter: ParameterRef, find: FindCalls): Generator<Passing> {
  const { program } = evaluator;
  const calleeContext = program.context(parameter.file);
  if (calleeContext === undefined) return;
  const names = new Set([
    ...(functionNames(calleeContext).get(parameter.function) ?? []),
    ...defaultName(calleeContext),
  ]);
  const graphCalls = find === callsNamed ? callsByGraph(evaluator, parameter) : new Map<string, readonly CallFact[]>();
  let count = 0;
  for (const file of new Set([
    parameter.file,
    ...program.modules.importers(parameter.file, names.has('default') ? undefined : names),
    ...graphCalls.keys(),
  ])) {
    if (count > MAX_CALLERS) break;
    const context = program.context(file);
    if (context === undefined) continue;
    const env = evaluator.env(context, undefined);
    const knownCalls = new Set(graphCalls.get(file));
    for (const call of new Set([...knownCalls, ...find(context, names)])) {
      if (count++ > MAX_CALLERS) break;
      let value =
        find === callsNamed
          ? argumentFor(env, call, parameter, knownCalls.has(call))
          : elementFor(env, call, parameter);
      for (const property of parameter.path) {
        if (value === undefined) break;
        const at = placeIn(context, call.at);
        value = property === EACH ? eachOf(evaluator, value, at) : evaluator.member(value, property, at);
      }
      if (value === undefined) continue;
      const argument = parameter.path.length === 0 && find === callsNamed ? call.args[parameter.index] : undefined;
      yield { value, context, call, ...(argument === undefined ? {} : { argument }) };
    }
  }
}

/** Path segment for a member access that covers every element. */
const EACH = '[…]';

/** Calls that pass a value to the function according to the call graph, by file, whatever the name of the callee. */
function callsByGraph(
  { program }: Evaluator,
  { file, function: index }: ParameterRef,
): ReadonlyMap<string, readonly CallFact[]> {
  const calls = new Map<string, CallFact[]>();
  for (const { file: from, call } of program.modules.reached?.(file)?.callers.get(index)?.values() ?? []) {
    const fact = program.context(from)?.facts.calls[call];
    if (fact !== undefined) addTo(calls, from, fact);
  }
  return calls;
}

/**
 * Returns the argument of a call for a parameter. `isInGraph`: by the call graph, the call reaches the function; only a
 * known callee that is another function disproves this.
 */
function argumentFor(env: Env, call: CallFact, parameter: ParameterRef, isInGraph: boolean): Value | undefined {
  return callsFunctionOf(env, call, parameter) || (isInGraph && isCalleeUnknown(env, call))
    ? argumentOf(env, call, parameter)
    : undefined;
}

/** Value of the argument for a parameter, by position or by name. */
function argumentOf(env: Env, call: CallFact, parameter: ParameterRef): Value | undefined {
  const { file, function: index, index: position } = parameter;
  const args = argumentValues(env, call);
  const indirect = indirectCallees(env, call).some((value) => isFunction(value, parameter)) ? call.callee : undefined;
  if (indirect?.kind === 'member')
    return indirect.property === 'call'
      ? args[position + 1]
      : listAsArguments(env.evaluator, args[1], placeIn(env.context, call.at))[position];
  if (call.named === undefined) return args[position];
  const fact = env.evaluator.program.context(file)?.facts.functions[index];
  const value = argumentForParameter(env.evaluator, { fact, index: position, at: placeIn(env.context, call.at) }, args);
  return value === UNDEFINED ? undefined : value;
}

/** Whether the callee is unknown. */
function isCalleeUnknown(env: Env, { callee }: CallFact): boolean {
  return optionsOf(env.value(callee)).some(
    ({ kind }) => kind === 'unknown' || kind === 'parameter' || kind === 'external',
  );
}

function elementFor(env: Env, call: CallFact, parameter: ParameterRef): Value | undefined {
  const argument = call.args.findIndex(
    (arg) =>
      (arg.kind === 'name' || arg.kind === 'member') &&
      optionsOf(env.value(arg)).some((value) => isFunction(value, parameter)),
  );
  if (argument < 0) return undefined;
  return callbackParameterValue(env, { call, argument }, parameter.index, placeIn(env.context, call.at));
}

/** Functions that `f.call(…)` and `f.apply(…)` call. */
function indirectCallees(env: Env, { callee }: CallFact): readonly Value[] {
  return callee.kind === 'member' && INDIRECT.has(callee.property) ? optionsOf(env.value(callee.object)) : [];
}

/** Methods of a function that call it. */
const INDIRECT: ReadonlySet<string> = new Set(['call', 'apply']);

function isFunction(value: Value, parameter: ParameterRef): boolean {
  return value.kind === 'function' && value.function === parameter.function && value.file === parameter.file;
}

/** Calls with an argument of one of the names, in source order. */
function callsWithArgument(context: FileContext, names: ReadonlySet<string>): readonly CallFact[] {
  const callsByName = callbackNames(context);
  const found = new Set([...names].flatMap((name) => callsByName.get(name) ?? []));
  return [...found].sort((left, right) => left - right).flatMap((index) => context.facts.calls[index] ?? []);
}

const callbackNames = perFile(({ facts }): ReadonlyMap<string, readonly number[]> => {
  const calls = new Map<string, number[]>();
  for (const [index, { args, callee }] of facts.calls.entries()) {
    if (callee.kind !== 'member') continue;
    for (const arg of args) {
      if (arg.kind === 'name') addTo(calls, arg.name, index);
      else if (arg.kind === 'member') addTo(calls, arg.property, index);
    }
  }
  return calls;
});

/** Returns the first calls of one of the names, in source order; a default export can be imported under any name. */
function callsNamed(context: FileContext, names: ReadonlySet<string>): readonly CallFact[] {
  const { byName, imported } = callNames(context);
  const lists = [...[...names].map((name) => byName.get(name) ?? []), names.has('default') ? imported : []];
  // One call more than the limit, so that exceeding it is noticed.
  const first = new Set(lists.flatMap((list) => list.slice(0, MAX_CALLERS + 2)));
  return [...first].sort((left, right) => left - right).flatMap((index) => context.facts.calls[index] ?? []);
}

const callNames = perFile(({ facts, scope }) => {
  const byName = new Map<string, number[]>();
  const imported: number[] = [];
  for (const [index, { callee }] of facts.calls.entries()) {
    const name = callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : undefined;
    if (name === undefined) continue;
    addTo(byName, name, index);
    if (callee.kind === 'member' && callee.object.kind === 'name' && INDIRECT.has(name))
      addTo(byName, callee.object.name, index);
    if (scope.lookup(name, callee.at[0])?.value?.kind === 'imported') imported.push(index);
  }
  return { byName, imported };
});

function callsFunctionOf(env: Env, call: CallFact, parameter: ParameterRef): boolean {
  if (indirectCallees(env, call).some((value) => isFunction(value, parameter))) return true;
  return optionsOf(env.value(call.callee)).some((value) => {
    if (value.kind === 'function') return call.form !== 'new' && isFunction(value, parameter);
    const constructed = mayConstruct(env.context, call) ? classIn(value) : undefined;
    if (constructed?.file !== parameter.file) return false;
    return (
      env.evaluator.program.context(constructed.file)?.facts.classes[constructed.class]?.construct ===
      parameter.function
    );
  });
}

/** Names under which the functions of a file, or the classes that they construct, can be called. */
const functionNames = perFile(({ facts }): ReadonlyMap<number, ReadonlySet<string>> => {
  const names = new Map<number, Set<string>>();
  const add = (index: number | undefined, name: string | undefined): void => {
    if (index === undefined || name === undefined) return;
    const known = names.get(index);
    if (known === undefined) names.set(index, new Set([name]));
    else known.add(name);
  };
  facts.functions.forEach(({ name }, index) => {
    add(index, name);
  });
  for (const { name, value } of facts.bindings) {
    if (value?.kind === 'function') add(value.function, name);
    if (value?.kind === 'class') add(facts.classes[value.class]?.construct, name);
  }
  for (const { properties } of facts.objects) {
    for (const property of properties) {
      if (property.kind === 'property' && property.value.kind === 'function')
        add(property.value.function, property.key);
    }
  }
  for (const { name, construct, members } of facts.classes) {
    for (const member of members) if (member.value?.kind === 'function') add(member.value.function, member.name);
    add(construct, name);
  }
  return names;
});

function defaultName({ facts }: FileContext): readonly string[] {
  return facts.exports.some((fact) => fact.kind === 'assigned' || (fact.kind === 'local' && fact.name === 'default'))
    ? ['default']
    : [];
}

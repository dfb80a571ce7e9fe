import type { CallFact, ExprFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { argumentValues, mayConstruct, enterFunction } from './arguments.js';
import { eachOf, markEach } from './collections.js';
import { helperValue, sentValue } from './compiled-code.js';
import type { Env, Evaluator } from './evaluator.js';
import { externalCall } from './known-functions.js';
import { methodCall } from './method-call.js';
import { resultName, readBy } from './secrets.js';
import { REASON } from '../values/reasons.js';
import { correlated, correlateObjects } from '../values/correlate.js';
import { choiceOf } from '../values/choice.js';
import { atRunTime, classIn, lazyArgs, listOf, maybeUnset, optionsOf, unknownValue } from '../values/value.js';
import type { Args, Frame, FunctionValue, Value } from '../values/value.js';

/** Value of a call expression. */
export function callValue(env: Env, index: number, at: Place): Value {
  const { evaluator, context } = env;
  const call = context.facts.calls[index];
  if (call === undefined) return unknownResult(at);
  const { callee, form } = call;
  const [template] = call.args;
  if (form === 'tag' && template !== undefined) return env.value(template);
  const helperResult = form === 'call' ? (helperValue(env, call, at) ?? sentValue(env, callee, at)) : undefined;
  if (helperResult !== undefined) return helperResult;
  const args = lazyArgs(() => argumentValues(env, call), evaluator.program);
  const callInEnv = { env, form, args, at };
  if (callee.kind === 'member' && form === 'call') {
    const parent = parentConstructed(env, call);
    if (parent !== undefined) return parent;
    const builtin = methodCall(env.value(callee.object), callee.property, callInEnv);
    if (builtin !== undefined) return isSometimesUnset(env.value(callee.object)) ? maybeUnset(builtin) : builtin;
  }
  const results = optionsOf(env.value(callee)).map((target): Value => {
    if (target.kind === 'function' && form !== 'new') return evaluator.apply(target, args, env.frame);
    const construct = form === 'new' ? undefined : constructorOf(evaluator, target);
    if (construct !== undefined) return evaluator.apply(construct, args, env.frame);
    const constructed = mayConstruct(context, call) ? classIn(target) : undefined;
    if (constructed !== undefined) return { kind: 'instance', of: constructed, args };
    return target.kind === 'external' ? externalCall(target, callInEnv) : unknownResult(at);
  });
  return results.length === 0 ? unknownResult(at) : readBy(resultName(call), choiceOf(results, at));
}

function isSometimesUnset(receiver: Value): boolean {
  return receiver.kind === 'choice'
    ? receiver.options.some((option) => option.kind === 'scalar' || option.unset === true)
    : receiver.unset === true;
}

/** The instance that `Parent.call(this, …)` in a constructor returns. */
function parentConstructed(env: Env, { callee, args }: CallFact): Value | undefined {
  const [self] = args;
  if (callee.kind !== 'member' || self?.kind !== 'this') return undefined;
  if (callee.property !== 'call' && callee.property !== 'apply') return undefined;
  return classIn(env.value(callee.object)) !== undefined ? env.value(self) : undefined;
}

/** The constructor function of a class that is written as a function, which can be called without `new`. */
export function constructorOf({ program }: Evaluator, target: Value): FunctionValue | undefined {
  if (target.kind !== 'class') return undefined;
  const { file, frame } = target;
  const facts = program.context(file)?.facts;
  const index = facts?.classes[target.class]?.construct;
  if (index === undefined || facts?.functions[index]?.kind !== 'function') return undefined;
  return { kind: 'function', file, function: index, frame, bound: [] };
}

function unknownResult(at: Place): Value {
  return atRunTime(at, '…()');
}

/** Returns the result of a function of the program for the given arguments. */
export function applyFunction(evaluator: Evaluator, fn: FunctionValue, args: Args, caller: Frame | undefined): Value {
  const context = evaluator.program.context(fn.file);
  const fact = context?.facts.functions[fn.function];
  const at: Place = { file: fn.file, span: fact?.at ?? [0, 0] };
  if (context === undefined || fact === undefined) return unknownResult(at);
  if (fact.returns.length === 0 && fact.yields === undefined) return unknownResult(at);
  const frame = enterFunction(fn, args, caller);
  if (frame === undefined) return unknownValue(REASON.circular, at, fact.name ?? '…');
  if (fact.yields !== undefined) return yieldedValue(evaluator.env(context, frame), fact.yields, at);
  const returned = correlateObjects(fact.returns.map(evaluator.env(context, frame).value));
  const value = correlated(choiceOf(returned, at), fn.correlations);
  // Only an arrow with an expression as its body returns a value on every path.
  const isBody = fact.kind === 'arrow' && fact.returns[0]?.at[1] === fact.at[1];
  const result = isBody ? value : maybeUnset(value);
  return fn.each === true ? markEach(result) : result;
}

/** The values of a generator: a list of unknown length and order. */
function yieldedValue(env: Env, yields: readonly ExprFact[], at: Place): Value {
  const yielded = yields.flatMap((expr) =>
    expr.kind === 'spread' ? optionsOf(eachOf(env.evaluator, env.value(expr.value), at)) : [env.value(expr)],
  );
  return listOf(yielded, true, true);
}

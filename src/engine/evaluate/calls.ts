import type { Place } from '../../model/span.js';
import { argumentValues } from './arguments.js';
import type { Env, Evaluator } from './evaluator.js';
import { externalCall } from './external-call.js';
import { methodCall } from './method-call.js';
import { REASON } from '../values/reasons.js';
import { atRunTime, choiceOf, lazyArgs, optionsOf, unknownValue } from '../values/value.js';
import type { Args, Frame, FrameSource, FunctionValue, Value } from '../values/value.js';

/** Longest chain of calls that is followed. */
export const MAX_CALL_DEPTH = 10;

/** Value that a call expression gives. */
export function callValue(env: Env, index: number, at: Place): Value {
  const { evaluator, context } = env;
  const call = context.facts.calls[index];
  if (call === undefined) return unknownResult(at);
  const { callee, form } = call;
  const [template] = call.args;
  if (form === 'tag' && template !== undefined) return env.value(template);
  const args = lazyArgs(() => argumentValues(env, call), evaluator.program);
  const made = { env, form, args, at };
  if (callee.kind === 'member' && form === 'call') {
    const builtin = methodCall(env.value(callee.object), callee.property, made);
    if (builtin !== undefined) return builtin;
  }
  const results = optionsOf(env.value(callee)).map((target): Value => {
    if (target.kind === 'function' && form !== 'new') return evaluator.apply(target, args, env.frame);
    if (target.kind === 'class' && form === 'new') return { kind: 'instance', of: target, args };
    return target.kind === 'external' ? externalCall(target, made) : unknownResult(at);
  });
  return results.length === 0 ? unknownResult(at) : choiceOf(results, at);
}

function unknownResult(at: Place): Value {
  return atRunTime(at, '…()');
}

/** What a function of the program returns for the given arguments. */
export function applyFunction(evaluator: Evaluator, fn: FunctionValue, args: Args, caller: Frame | undefined): Value {
  const context = evaluator.program.context(fn.file);
  const fact = context?.facts.functions[fn.function];
  const at: Place = { file: fn.file, span: fact?.at ?? [0, 0] };
  if (context === undefined || fact === undefined || fact.returns.length === 0) return unknownResult(at);
  const frame = enterFunction(fn, args, caller);
  if (frame === undefined) return unknownValue(REASON.circular, at, fact.name ?? '…');
  return choiceOf(fact.returns.map(evaluator.env(context, frame).value), at);
}

/** The frame of one followed call; undefined where the chain is too long or turns back on itself. */
export function enterFunction(
  fn: FunctionValue,
  args: Args,
  caller: Frame | undefined,
  source?: FrameSource,
): Frame | undefined {
  const depth = (caller?.depth ?? 0) + 1;
  if (depth > MAX_CALL_DEPTH) return undefined;
  for (let frame = caller; frame !== undefined; frame = frame.caller) {
    if (frame.function === fn.function && frame.file === fn.file) return undefined;
  }
  return {
    file: fn.file,
    function: fn.function,
    args: fn.bound.length === 0 ? args : () => [...fn.bound, ...args()],
    self: fn.self,
    source: fn.bound.length === 0 ? source : undefined,
    parent: fn.frame,
    caller,
    depth,
  };
}

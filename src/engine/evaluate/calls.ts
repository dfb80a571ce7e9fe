import type { Place } from '../../model/span.js';
import { methodCall } from './builtins.js';
import type { Evaluator } from './evaluator.js';
import { externalCall } from './known-functions.js';
import type { FileContext } from './program.js';
import { REASON } from '../values/reasons.js';
import { atRunTime, choiceOf, lazyArgs, optionsOf, unknownValue } from '../values/value.js';
import type { Args, Frame, FunctionValue, Value } from '../values/value.js';

/** Longest chain of calls that is followed. */
export const MAX_CALL_DEPTH = 10;

/** Value that a call expression gives. */
export function callValue(
  evaluator: Evaluator,
  context: FileContext,
  index: number,
  frame: Frame | undefined,
  at: Place,
): Value {
  const call = context.facts.calls[index];
  if (call === undefined) return unknownResult(at);
  const [template] = call.args;
  if (call.form === 'tag' && template !== undefined) return evaluator.value(context, template, frame);
  const args = lazyArgs(() => evaluator.args(context, call, frame), evaluator.program);
  if (call.callee.kind === 'member' && call.form === 'call') {
    const receiver = evaluator.value(context, call.callee.object, frame);
    const builtin = methodCall(evaluator, receiver, call.callee.property, args, at, frame);
    if (builtin !== undefined) return builtin;
  }
  const results: Value[] = [];
  for (const callee of optionsOf(evaluator.value(context, call.callee, frame))) {
    if (callee.kind === 'function' && call.form !== 'new') {
      results.push(evaluator.apply(callee, args, frame));
    } else if (callee.kind === 'class' && call.form === 'new') {
      results.push({ kind: 'instance', of: callee, args });
    } else if (callee.kind === 'external') {
      results.push(externalCall(evaluator, callee, args, call.form, at));
    } else {
      results.push(unknownResult(at));
    }
  }
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
  return choiceOf(
    fact.returns.map((expr) => evaluator.value(context, expr, frame)),
    at,
  );
}

/** The frame of one followed call; undefined where the chain is too long or turns back on itself. */
export function enterFunction(fn: FunctionValue, args: Args, caller: Frame | undefined): Frame | undefined {
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
    parent: fn.frame,
    caller,
    depth,
  };
}

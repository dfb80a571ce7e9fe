import type { BindingFact, ExprFact, FunctionFact } from '../../core/model/facts.js';
import { optionsOf } from '../values/value.js';
import type { Frame, FunctionValue } from '../values/value.js';
import { enterFunction } from './arguments.js';
import type { Env } from './evaluator.js';

/**
 * Steps from an expression to the expressions that give its value, shared by evaluation and the reading of sent data.
 */

/** An expression in the environment in which it is evaluated. */
export interface ExprIn {
  readonly env: Env;
  readonly expr: ExprFact;
}

/** The environment in which a variable is defined. All calls share that of the variables at module level. */
export function homeOf(env: Env, binding: BindingFact): Env {
  return env.context.isModuleLevel(binding) ? env.evaluator.env(env.context, undefined) : env;
}

/** The frame of a parameter; undefined if no call of its function is followed. */
export function frameOf(
  { context, frame }: Env,
  { function: index }: { readonly function: number },
): Frame | undefined {
  let current = frame;
  while (current !== undefined && (current.function !== index || current.file !== context.file))
    current = current.parent;
  return current;
}

/** A function, with the environment of a followed call. */
interface Entered {
  readonly fact: FunctionFact;
  readonly env: Env;
}

/** Enters a function as a call of the file calls it; undefined if it is unknown, or nested too deeply. */
export function enterCalled({ evaluator, context, frame }: Env, index: number, fn: FunctionValue): Entered | undefined {
  const calleeContext = evaluator.program.context(fn.file);
  const fact = calleeContext?.facts.functions[fn.function];
  const call = context.facts.calls[index];
  if (calleeContext === undefined || fact === undefined || call === undefined) return undefined;
  const source = { file: context.file, call: index, frame };
  const calleeFrame = enterFunction(fn, () => evaluator.args(context, call, frame), frame, source);
  return calleeFrame && { fact, env: evaluator.env(calleeContext, calleeFrame) };
}

/**
 * The expressions that the functions of the program return to a call, with `undefined` for a function that is not
 * entered. Undefined if the callee may be anything but such functions.
 */
export function returnedTo(env: Env, index: number): readonly (ExprIn | undefined)[] | undefined {
  const call = env.context.facts.calls[index];
  const targets = call?.form === 'call' ? optionsOf(env.value(call.callee)) : undefined;
  if (targets?.every((target) => target.kind === 'function') !== true) return undefined;
  return targets.flatMap((target) => {
    const entered = enterCalled(env, index, target);
    return entered === undefined ? [undefined] : entered.fact.returns.map((expr) => ({ env: entered.env, expr }));
  });
}

import type { FunctionFact, CallFact, ExprFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { UNDEFINED, atRunTime, MAX_ELEMENTS, optionsOf } from '../values/value.js';
import type { ObjectValue, Value, Args, Frame, FrameSource, FunctionValue } from '../values/value.js';
import type { Evaluator, Env } from './evaluator.js';
import type { FileContext } from './program.js';
import { describeExpr } from '../../languages/facts/expressions.js';
import { elementAt } from './collections.js';
import { placeIn } from './program.js';
import { choiceOf } from '../values/choice.js';
import { work } from '../../core/lib/work.js';

/** The named arguments of a call, which come last. */
export function namedArguments(args: readonly Value[]): ObjectValue | undefined {
  const last = args.at(-1);
  return last?.kind === 'object' && last.named === true ? last : undefined;
}

/** Returns the argument for a parameter: by position, otherwise by name. */
export function argumentForParameter(
  evaluator: Evaluator,
  { fact, index, at }: { readonly fact: FunctionFact | undefined; readonly index: number; readonly at: Place },
  args: readonly Value[],
): Value {
  const namedObject = namedArguments(args);
  // Parameters after the rest parameter have no position.
  const isPositional = fact?.rest === undefined || index <= fact.rest;
  if (namedObject === undefined) return (isPositional ? args[index] : undefined) ?? UNDEFINED;
  if (fact?.namedRest === index) return namedObject;
  if (isPositional && index < args.length - 1) return args[index] ?? UNDEFINED;
  const name = fact?.parameterNames?.[index];
  return name === undefined ? UNDEFINED : evaluator.member(namedObject, name, at);
}

/** Returns the arguments for a rest parameter. */
export function restArguments(index: number, args: readonly Value[]): readonly Value[] {
  return args.slice(index, namedArguments(args) === undefined ? undefined : -1);
}

/** Whether a call constructs an instance if its callee is a class: by `new`, or by any call in some languages. */
export function mayConstruct({ facts }: FileContext, { form }: CallFact): boolean {
  return form === 'new' || (form === 'call' && facts.callsConstruct === true);
}

/**
 * Returns the arguments of a call: one value per parameter, as far as spread lists are known, then the named arguments.
 */
export function argumentValues(env: Env, call: CallFact): readonly Value[] {
  const positional = positionalValues(env, call);
  const named = call.named === undefined ? undefined : env.value(call.named);
  return named?.kind === 'object' ? [...positional, { ...named, named: true }] : positional;
}

function positionalValues(env: Env, call: CallFact): readonly Value[] {
  const values: Value[] = [];
  for (const arg of call.args) {
    const value = env.value(arg);
    if (arg.kind !== 'spread') values.push(value);
    else if (value.kind === 'array' && !value.open && values.length < MAX_ELEMENTS) values.push(...value.elements);
    else return [...values, ...spreadArguments(env, arg, value)];
  }
  return values;
}

/** Maximum number of arguments that are assumed for a spread list of unknown length. */
const MAX_SPREAD_ARGUMENTS = 7;

/** Returns the arguments that a spread list of unknown length passes to the parameters from its position on. */
function spreadArguments(env: Env, arg: ExprFact, list: Value): readonly Value[] {
  const at = placeIn(env.context, arg.at);
  if (list.kind === 'array' || isArgumentsList(list)) return listAsArguments(env.evaluator, list, at);
  const options = optionsOf(list);
  const lists = options.filter((option) => option.kind === 'array');
  if (lists.length === options.length) {
    const length = Math.max(...lists.map(({ open, elements }) => (open ? MAX_SPREAD_ARGUMENTS : elements.length)));
    return Array.from({ length }, (_, index) =>
      choiceOf(
        lists.map((items) => elementAt(env.evaluator, items, index, at)),
        at,
      ),
    );
  }
  const unknownArgument = atRunTime(at, describeExpr(arg));
  return [list, ...Array.from({ length: MAX_SPREAD_ARGUMENTS - 1 }, () => unknownArgument)];
}

/** Returns the arguments of a function that is called with a list, for example by `apply`. */
export function listAsArguments(evaluator: Evaluator, list: Value | undefined, at: Place): readonly Value[] {
  if (list?.kind === 'array') {
    if (!list.open) return list.elements;
    return Array.from({ length: MAX_SPREAD_ARGUMENTS }, (_, index) => elementAt(evaluator, list, index, at));
  }
  if (list === undefined || !isArgumentsList(list)) return [];
  return Array.from({ length: MAX_SPREAD_ARGUMENTS }, (_, index) => restElement(list, index));
}

type ParameterValue = Extract<Value, { readonly kind: 'parameter' }>;

/** Whether a value is `arguments`, or a rest parameter, of a function that is not followed. */
function isArgumentsList(value: Value): value is ParameterValue {
  return value.kind === 'parameter' && value.parameter.rest && value.parameter.path.length === 0;
}

/** Returns one of the arguments that a rest parameter collects. */
export function restElement(restParameter: ParameterValue, index: number): Value {
  const { parameter } = restParameter;
  const positional = { ...parameter, index: parameter.index + index, rest: false };
  return { ...restParameter, parameter: positional, name: `${restParameter.name}[${String(index)}]` };
}

/** Maximum length of a chain of calls that is followed. */
export const MAX_CALL_DEPTH = 10;

/** The frame of one followed call; undefined if the call chain is too long or recursive. */
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
  work.callsFollowed++;
  return {
    file: fn.file,
    function: fn.function,
    args: fn.bound.length === 0 ? args : () => [...fn.bound, ...args()],
    self: fn.self,
    source: fn.bound.length === 0 ? source : undefined,
    ...(fn.lexical === true ? { lexical: true } : {}),
    parent: fn.frame,
    caller,
    depth,
  };
}

import type { FunctionFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import { UNDEFINED } from '../values/value.js';
import type { ObjectValue, Value } from '../values/value.js';
import type { Evaluator } from './evaluator.js';

/** The named arguments of a call, which come last. */
export function namedArguments(args: readonly Value[]): ObjectValue | undefined {
  const last = args.at(-1);
  return last?.kind === 'object' && last.named === true ? last : undefined;
}

/** Returns the argument for a parameter: by position, otherwise by name. */
export function givenTo(
  evaluator: Evaluator,
  { fact, index, at }: { readonly fact: FunctionFact | undefined; readonly index: number; readonly at: Place },
  args: readonly Value[],
): Value {
  const named = namedArguments(args);
  // Parameters after the rest parameter have no position.
  const isPlaced = fact?.rest === undefined || index <= fact.rest;
  if (named === undefined) return (isPlaced ? args[index] : undefined) ?? UNDEFINED;
  if (fact?.namedRest === index) return named;
  if (isPlaced && index < args.length - 1) return args[index] ?? UNDEFINED;
  const name = fact?.parameterNames?.[index];
  return name === undefined ? UNDEFINED : evaluator.member(named, name, at);
}

/** Returns the arguments for a rest parameter. */
export function givenFrom(index: number, args: readonly Value[]): readonly Value[] {
  return args.slice(index, namedArguments(args) === undefined ? undefined : -1);
}

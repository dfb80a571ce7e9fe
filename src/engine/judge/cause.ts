import type { Cause } from '../../model/finding.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import { perFile } from '../evaluate/per-file.js';
import { optionsOf } from '../values/value.js';
import type { ExternalValue, HolePart, ParameterRef, Value } from '../values/value.js';

/** Returns the place of the value behind a hole: requests with the same place are open for the same reason. */
export function causeOfHole(evaluator: Evaluator, { parameter, external, at }: HolePart): Cause {
  if (parameter !== undefined) return { at: parameterPlace(evaluator, parameter) };
  return external === undefined ? { at } : externalCause(external, at);
}

/** Returns the place of the first unknown part of a value; undefined if all of it is known. */
export function causeOfValue(evaluator: Evaluator, value: Value, at: Place): Cause | undefined {
  for (const option of optionsOf(value)) {
    if (option.kind === 'parameter') return { at: parameterPlace(evaluator, option.parameter) };
    if (option.kind === 'unknown') return { at: option.at };
    if (option.kind === 'external') return externalCause(option, at);
  }
  return undefined;
}

/**
 * The place of an external value. The result of a call has the place of the call; a value reached by names alone, such
 * as an environment variable, has the same place everywhere.
 */
function externalCause({ steps }: ExternalValue, at: Place): Cause {
  const made = steps.findLast((step) => step.kind === 'call');
  return made === undefined ? { at, everywhere: true } : { at: made.at };
}

/** Returns the place where a parameter is declared; that of its function if the parameter has no name. */
function parameterPlace({ program }: Evaluator, { file, function: of, index }: ParameterRef): Place {
  const context = program.context(file);
  const span = context && (declared(context).get(`${of} ${index}`) ?? context.facts.functions[of]?.at);
  return { file, span: span ?? [0, 0] };
}

const declared = perFile(({ facts }) => {
  const places = new Map<string, readonly [number, number]>();
  for (const { value, at } of facts.bindings)
    if (value?.kind === 'parameter') {
      const key = `${value.function} ${value.index}`;
      if (!places.has(key)) places.set(key, at);
    }
  return places;
});

import type { Evaluator } from '../../evaluate/evaluator.js';
import { optionsOf } from '../../values/value.js';
import type { Value } from '../../values/value.js';

/**
 * Returns the possible results of a function of the program, with its parameters left open; none for any other value.
 */
export function returnedValues(evaluator: Evaluator, fn: Value): readonly Value[] {
  const context = fn.kind === 'function' ? evaluator.program.context(fn.file) : undefined;
  if (fn.kind !== 'function' || context === undefined) return [];
  const returns = context.facts.functions[fn.function]?.returns ?? [];
  return returns.flatMap((expr) => optionsOf(evaluator.value(context, expr, fn.frame)));
}

import { comparisonAnswer, comparisonAt } from './comparisons.js';
import { callAt } from './call-at.js';
import { enterFunction } from './enter-function.js';
import { truthOf } from './choices.js';
import type { Env } from './evaluator.js';
import type { Span } from '../../model/span.js';
import { MAYBE_TAKEN_OUT } from '../values/correlation.js';
import { correlated } from '../values/correlate.js';
import { plainTexts } from '../values/text.js';
import type { Args, FunctionValue, Value } from '../values/value.js';

/** Elements of a list that pass a test; an element with an unknown result is in doubt. */
export function keptElements(
  env: Env,
  test: FunctionValue,
  elements: readonly Value[],
  argsOf: (element: Value, index: number) => readonly Value[],
): { readonly elements: readonly Value[]; readonly isExact: boolean } {
  const answers = elements.map((element, index) => answerFor(env, test, () => argsOf(element, index)));
  const kept = elements.flatMap((element, index) => {
    if (answers[index] === false) return [];
    return [answers[index] === true || !isKnown(element) ? element : correlated(element, [MAYBE_TAKEN_OUT])];
  });
  return { elements: kept, isExact: answers.every((answer) => answer !== undefined) };
}

function isKnown(element: Value): boolean {
  return element.kind === 'object' || element.kind === 'array' || plainTexts(element) !== undefined;
}

/** Boolean result of a function for these arguments; undefined if unknown. */
function answerFor(env: Env, fn: FunctionValue, args: Args): boolean | undefined {
  const { evaluator } = env;
  const context = evaluator.program.context(fn.file);
  const [returned, ...others] = context?.facts.functions[fn.function]?.returns ?? [];
  if (context === undefined || returned === undefined || others.length > 0) return undefined;
  const frame = enterFunction(fn, args, env.frame);
  if (frame === undefined) return undefined;
  const inner = evaluator.env(context, frame);
  const guards = context.facts.guards.filter(({ answers }) => answers === fn.function);
  const answers = guards.map(({ test }) => answerAt(inner, test));
  // `!test`, `a && test`: true only if each part has the required result.
  if (answers.some((answer, index) => answer !== undefined && answer !== guards[index]?.met)) return false;
  const isWhole = answers.every((answer) => answer !== undefined);
  if (isWhole && guards.some(({ test }) => isNegated(returned.at, test))) return true;
  const whole = answerAt(inner, returned.at) ?? truthOf(inner.value(returned));
  return whole === true && !isWhole ? undefined : whole;
}

/** Result of a comparison or a call used as a condition. */
export function answerAt(env: Env, test: Span): boolean | undefined {
  const comparison = comparisonAt(env.context, test);
  if (comparison !== undefined)
    return comparisonAnswer(comparison, env.value(comparison.value), comparison.among.map(env.value));
  const call = callAt(env.context, test);
  return call === undefined ? undefined : truthOf(env.value({ kind: 'call', call, at: test }));
}

/** Whether a condition is `!test` and nothing else. */
function isNegated(whole: Span, test: Span): boolean {
  return whole[0] + 1 === test[0] && whole[1] === test[1];
}

import { conditionTruth } from '../evaluate/list-methods.js';
import { comparisonAnswer, comparisonAt, callAt } from '../evaluate/positions.js';
import { truthOf } from '../evaluate/choices.js';
import type { Env } from '../evaluate/evaluator.js';
import type { Span } from '../../core/model/span.js';
import { guardsAround } from '../requests/calling/ruled-out.js';
import { areExclusive, MAYBE_REMOVED } from '../values/correlation.js';
import type { Correlations } from '../values/correlation.js';
import { correlationsOf, textCorrelations } from '../values/correlate.js';
import { choiceOf } from '../values/choice.js';
import { optionsOf } from '../values/value.js';
import type { Parts, Value } from '../values/value.js';
import type { CallSite } from './site-view.js';

/**
 * Returns whether the conditions around a request skip one of its URLs, which contains elements of a collection:
 * `skipped` by `if (path === 'bells') continue;`, `perhaps` by a condition that is not followed.
 */
export function skippedByCondition(
  { finder, context, index }: CallSite,
  url: Parts,
): 'skipped' | 'perhaps' | undefined {
  const correlations = textCorrelations(url);
  if (correlations.length === 0) return undefined;
  const env = finder.evaluator.env(context, undefined);
  let mayBeSkipped = correlations.includes(MAYBE_REMOVED);
  for (const { test, met } of guardsAround(context, index)) {
    const answer = conditionResult(env, test, correlations);
    if (answer === undefined) continue;
    if (answer === 'open') mayBeSkipped = true;
    else if (answer !== met) return 'skipped';
  }
  return mayBeSkipped ? 'perhaps' : undefined;
}

/** Returns the result of a condition for the elements of a URL; undefined if it tests something else. */
function conditionResult(env: Env, test: Span, correlations: Correlations): boolean | 'open' | undefined {
  const comparison = comparisonAt(env.context, test);
  if (comparison !== undefined) {
    const comparedValue = valueOfSameElements(env.value(comparison.value), correlations);
    return comparedValue && comparisonAnswer(comparison, comparedValue, comparison.among.map(env.value));
  }
  const index = callAt(env.context, test);
  const call = index === undefined ? undefined : env.context.facts.calls[index];
  if (index === undefined || call === undefined) return undefined;
  const operands = [...call.args, ...(call.callee.kind === 'member' ? [call.callee.object] : [])];
  if (!operands.some((expr) => valueOfSameElements(env.value(expr), correlations) !== undefined)) return undefined;
  const value = valueOfSameElements(env.value({ kind: 'call', call: index, at: test }), correlations);
  return (value === undefined ? conditionTruth(env, test) : truthOf(value)) ?? 'open';
}

/** Values that occur together with a URL; undefined if the value is not read from the same elements. */
function valueOfSameElements(value: Value, correlations: Correlations): Value | undefined {
  const options = optionsOf(value);
  const isSameCollection = options.some((option) =>
    correlationsOf(option).some(
      ({ reading }) =>
        reading !== MAYBE_REMOVED.reading && correlations.some((correlation) => correlation.reading === reading),
    ),
  );
  const compatible = options.filter((option) => !areExclusive(correlationsOf(option), correlations));
  return isSameCollection && compatible.length > 0 ? choiceOf(compatible, { file: '', span: [0, 0] }) : undefined;
}

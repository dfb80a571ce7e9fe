import type { ComparisonFact, ExprFact, GuardFact } from '../../../core/model/facts.js';
import { comparisonAnswer, comparisonAt } from '../../evaluate/positions.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import type { Frame, Value } from '../../values/value.js';

/**
 * Whether a call in a followed function is unreachable with the arguments of that function, as after `if (method ===
 * 'GET')` with the argument `PATCH`. True only if all compared values are known.
 */
export function isRuledOut(evaluator: Evaluator, context: FileContext, index: number, frame: Frame): boolean {
  return conditionsAround(context)
    .at(index)
    .some((test) => isUnmet(evaluator, context, test, frame));
}

interface KnownCondition extends Pick<GuardFact, 'met'> {
  readonly comparison: ComparisonFact;
}

function isUnmet(
  evaluator: Evaluator,
  context: FileContext,
  { comparison, met }: KnownCondition,
  frame: Frame,
): boolean {
  const valueOf = (expr: ExprFact): Value => evaluator.value(context, expr, frame);
  const answer = comparisonAnswer(comparison, valueOf(comparison.value), comparison.among.map(valueOf));
  return answer !== undefined && answer !== met;
}

/** Comparisons whose result is known at each call of a file, by the call's index; computed on demand. */
const conditionsAround = perFile((context) => {
  const { calls, guards } = context.facts;
  const conditions = guards.flatMap(({ test, met, holds, answers }) => {
    const comparison = answers === undefined ? comparisonAt(context, test) : undefined;
    return comparison === undefined ? [] : [{ comparison, met, holds }];
  });
  const byCall = new Map<number, readonly KnownCondition[]>();
  return {
    at(index: number): readonly KnownCondition[] {
      const start = calls[index]?.at[0] ?? -1;
      const found = byCall.get(index) ?? conditions.filter(({ holds }) => holds[0] <= start && start < holds[1]);
      byCall.set(index, found);
      return found;
    },
  };
});

/** Conditions whose result is known at a call: comparisons and calls. */
export function guardsAround({ facts }: FileContext, index: number): readonly GuardFact[] {
  const start = facts.calls[index]?.at[0] ?? -1;
  return facts.guards.filter(({ holds, answers }) => answers === undefined && holds[0] <= start && start < holds[1]);
}

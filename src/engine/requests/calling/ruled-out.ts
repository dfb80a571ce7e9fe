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
  return testsAround(context)
    .at(index)
    .some((test) => isUnmet(evaluator, context, test, frame));
}

interface Test extends Pick<GuardFact, 'met'> {
  readonly comparison: ComparisonFact;
}

function isUnmet(evaluator: Evaluator, context: FileContext, { comparison, met }: Test, frame: Frame): boolean {
  const valueOf = (expr: ExprFact): Value => evaluator.value(context, expr, frame);
  const answer = comparisonAnswer(comparison, valueOf(comparison.value), comparison.among.map(valueOf));
  return answer !== undefined && answer !== met;
}

/** Comparisons that are true at each call of a file, by the call's index; computed on demand. */
const testsAround = perFile((context) => {
  const { calls, guards } = context.facts;
  const tests = guards.flatMap(({ test, met, holds, answers }) => {
    const comparison = answers === undefined ? comparisonAt(context, test) : undefined;
    return comparison === undefined ? [] : [{ comparison, met, holds }];
  });
  const known = new Map<number, readonly Test[]>();
  return {
    at(index: number): readonly Test[] {
      const start = calls[index]?.at[0] ?? -1;
      const around = known.get(index) ?? tests.filter(({ holds }) => holds[0] <= start && start < holds[1]);
      known.set(index, around);
      return around;
    },
  };
});

/** Conditions that are true at a call: comparisons and calls, by their indices. */
export function guardsAround({ facts }: FileContext, index: number): readonly GuardFact[] {
  const start = facts.calls[index]?.at[0] ?? -1;
  return facts.guards.filter(({ holds, answers }) => answers === undefined && holds[0] <= start && start < holds[1]);
}

import type { ExprFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { perEvaluated } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import { onlyTells } from './looks-only.js';

/** Whether a text is only used in a log, an error, a comparison or the expectation of a test. */
export function isTold(evaluator: Evaluator, context: FileContext, { at }: Pick<ExprFact, 'at'>): boolean {
  return spansForPeople(evaluator, context).some((span) => span[0] <= at[0] && at[1] <= span[1]);
}

const spansForPeople = perEvaluated((evaluator, context): readonly Span[] =>
  context.facts.calls.flatMap((call) =>
    call.args.length > 0 && onlyTells({ evaluator, context }, call)
      ? call.args.filter(({ kind }) => kind !== 'function' && kind !== 'call').map(({ at }) => at)
      : [],
  ),
);

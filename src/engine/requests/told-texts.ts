import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';
import { callNames } from './call-names.js';

/** Whether a text goes into a log, an error, a comparison or the expectation of a test, and nowhere else. */
export function isTold(context: FileContext, { at }: ExprFact): boolean {
  return toldSpans(context).some((span) => span[0] <= at[0] && at[1] <= span[1]);
}

const toldSpans = perFile(({ facts }): readonly Span[] =>
  facts.calls.flatMap(({ callee, args }) => {
    if (!callNames(callee).tells) return [];
    return args.filter(({ kind }) => kind !== 'function' && kind !== 'call').map(({ at }) => at);
  }),
);

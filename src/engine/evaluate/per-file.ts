import { memoByObject } from '../../core/lib/collections.js';
import type { Evaluator } from './evaluator.js';
import { memoised } from '../../core/model/query-log.js';
import type { Tracked } from '../../core/model/query-log.js';
import type { FileContext } from './program.js';

/** Memoises a look-up over one file while the context of the file is in memory. */
export function perFile<T extends object>(compute: (context: FileContext) => T): (context: FileContext) => T {
  return memoByObject(compute);
}

/** Memoises a value that an evaluator derives from a file, also from facts of other files. */
export function perEvaluated<T>(
  compute: (evaluator: Evaluator, context: FileContext) => T,
): (evaluator: Evaluator, context: FileContext) => T {
  const memoOf = memoByObject((_: Evaluator) => new Map<string, Tracked<T>>());
  return (evaluator, context) =>
    memoised(evaluator.program.modules.log, memoOf(evaluator), context.file, () => compute(evaluator, context));
}

import { memoByObject } from '../../core/lib/collections.js';
import type { Evaluator } from './evaluator.js';
import { memoised } from '../../core/model/query-log.js';
import type { Tracked } from '../../core/model/query-log.js';
import type { FileContext } from './program.js';

/** Memoises a look-up over one file for as long as the file is held. */
export function perFile<T extends object>(make: (context: FileContext) => T): (context: FileContext) => T {
  return memoByObject(make);
}

/** Memoises a value that an evaluator derives from a file, and from all that it reads for it. */
export function perEvaluated<T>(
  make: (evaluator: Evaluator, context: FileContext) => T,
): (evaluator: Evaluator, context: FileContext) => T {
  const of = memoByObject((_: Evaluator) => new Map<string, Tracked<T>>());
  return (evaluator, context) =>
    memoised(evaluator.program.modules.log, of(evaluator), context.file, () => make(evaluator, context));
}

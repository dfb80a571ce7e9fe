import { remembered } from '../../lib/collections.js';
import type { Evaluator } from './evaluator.js';
import { shared } from './program.js';
import type { FileContext, Shared } from './program.js';

/** Memoises a look-up over one file for as long as the file is held. */
export function perFile<T extends object>(make: (context: FileContext) => T): (context: FileContext) => T {
  return remembered(make);
}

/** Memoises a value that an evaluator derives from a file, and from all that it reads for it. */
export function perEvaluated<T>(
  make: (evaluator: Evaluator, context: FileContext) => T,
): (evaluator: Evaluator, context: FileContext) => T {
  const of = remembered((_: Evaluator) => new Map<string, Shared<T>>());
  return (evaluator, context) => shared(evaluator.program, of(evaluator), context.file, () => make(evaluator, context));
}

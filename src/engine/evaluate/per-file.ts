import { remembered } from '../../lib/remembered.js';
import type { Evaluator } from './evaluator.js';
import type { FileContext } from './program.js';

/** A look-up over one file that is made when it is first asked for, and goes with the file. */
export function perFile<T extends object>(make: (context: FileContext) => T): (context: FileContext) => T {
  return remembered(make);
}

/** The same for something that an evaluator derives from a file. */
export function perEvaluated<T extends object>(
  make: (evaluator: Evaluator, context: FileContext) => T,
): (evaluator: Evaluator, context: FileContext) => T {
  const of = remembered((evaluator: Evaluator) => remembered((context: FileContext) => make(evaluator, context)));
  return (evaluator, context) => of(evaluator)(context);
}

import { remembered } from '../../lib/remembered.js';
import type { Evaluator } from './evaluator.js';
import { shared } from './program.js';
import type { FileContext, Shared } from './program.js';

/** A look-up over one file that is made when it is first asked for, and goes with the file. */
export function perFile<T extends object>(make: (context: FileContext) => T): (context: FileContext) => T {
  return remembered(make);
}

/** The same for something that an evaluator derives from a file, and from all that it asks for that. */
export function perEvaluated<T>(
  make: (evaluator: Evaluator, context: FileContext) => T,
): (evaluator: Evaluator, context: FileContext) => T {
  const of = remembered((_: Evaluator) => new Map<string, Shared<T>>());
  return (evaluator, context) => shared(evaluator.program, of(evaluator), context.file, () => make(evaluator, context));
}

import type { CallFact, ExprFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { Args, Frame, FunctionValue, Value } from '../values/value.js';
import type { FileContext, Program } from './program.js';

/** Evaluates expressions of the program to what can be known of them without running it. */
export interface Evaluator {
  readonly program: Program;
  /** Value of an expression inside `frame`, or as it stands in the source without one. */
  value(context: FileContext, expr: ExprFact, frame: Frame | undefined): Value;
  member(object: Value, property: string, at: Place): Value;
  apply(fn: FunctionValue, args: Args, caller: Frame | undefined): Value;
  args(context: FileContext, call: CallFact, frame: Frame | undefined): readonly Value[];
}

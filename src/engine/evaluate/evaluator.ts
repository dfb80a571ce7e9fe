import type { CallFact, ExprFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import type { Args, Frame, FunctionValue, Value } from '../values/value.js';
import type { FileContext, Program } from './program.js';

/** Evaluates expressions of the program, as far as their values can be known without running it. */
export interface Evaluator {
  readonly program: Program;
  /** Returns the environment for expressions of a file: inside `frame`, or outside any followed call. */
  env(context: FileContext, frame: Frame | undefined): Env;
  /** Returns the value of an expression inside `frame`, or outside any followed call. */
  value(context: FileContext, expr: ExprFact, frame: Frame | undefined): Value;
  member(object: Value, property: string, at: Place): Value;
  apply(fn: FunctionValue, args: Args, caller: Frame | undefined): Value;
  args(context: FileContext, call: CallFact, frame: Frame | undefined): readonly Value[];
}

/**
 * Environment in which expressions are evaluated: a file of the program, and the followed call in it. Each file and
 * each followed call has one.
 */
export interface Env {
  readonly evaluator: Evaluator;
  readonly context: FileContext;
  /** Absent if no call is followed. */
  readonly frame: Frame | undefined;
  readonly value: (expr: ExprFact) => Value;
}

/** A call whose callee may be defined by the language or a library. */
export interface CallInEnv {
  readonly env: Env;
  readonly form: CallFact['form'];
  readonly args: Args;
  readonly at: Place;
}

/** A read of a property. */
export interface PropertyRead {
  readonly evaluator: Evaluator;
  readonly property: string;
  readonly at: Place;
}

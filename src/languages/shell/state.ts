import type { FactsBuilder } from '../../facts/builder.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import type { ParsedScript } from 'unbash';
import type { Flow } from './flow.js';
import type { Names } from './names.js';
import type { Positional } from './positional.js';

/** State of the lowering of a script. */
export interface ShellState {
  readonly builder: FactsBuilder;
  readonly names: Names;
  /** Text of the script, in which the offsets of the tree are. */
  readonly source: string;
  /** Range of the file for a range of the tree. */
  span(start: number, end: number): Span;
  /** Values of `$1` and `$@`. */
  positional: Positional;
  /** Output so far. */
  flow: Flow;
  /** Standard input of commands. */
  stdin: ExprFact | undefined;
  /** Returns the output of `$(…)`. */
  substituted(script: ParsedScript | undefined, at: Span): ExprFact;
}

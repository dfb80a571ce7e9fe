import { unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import type { Word } from 'unbash';
import type { ShellState } from './state.js';

/** What `jq` prints; undefined where it reads what nobody knows. */
export function jqValue(_state: ShellState, _words: readonly Word[], at: Span): ExprFact | undefined {
  return unknownExpression('function-result', at);
}

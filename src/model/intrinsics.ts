import type { ExprFact } from './facts.js';

/**
 * Functions of languages and their libraries, each under one name. A lowering writes the name in the facts if its
 * language has a word of its own for it; for JavaScript, whose words stay in the facts, the engine has a table. Names
 * in programs have no slash.
 */
export type Intrinsic =
  | 'context/value'
  | `function/${'bind' | 'partial' | 'result'}`
  | `json/${'read' | 'write'}`
  | 'list/of'
  | `map/${'entries' | 'keys' | 'merge' | 'mergeDeep' | 'of' | 'ownKeys' | 'values'}`
  | 'path/join'
  | `promise/${'all' | 'of'}`
  | 'request/of'
  | 'set/of'
  | `text/${'format' | 'of'}`
  | `url/${'decode' | 'decodePart' | 'encode' | 'encodePart' | 'format' | 'parse' | 'resolve' | 'resolveFrom'}`
  | `value/${'copy' | 'orDefault' | 'same'}`;

/** Whether an expression is an intrinsic: a given one, or any. */
export function isIntrinsic(expr: ExprFact, name?: Intrinsic): boolean {
  return expr.kind === 'name' && (name === undefined ? expr.name.includes('/') : expr.name === name);
}

import { visitExprs } from '../facts/visit-exprs.js';
import { remembered } from '../lib/remembered.js';
import type { ExprFact, FileFacts } from '../model/facts.js';

type ExprOf<K extends ExprFact['kind']> = Extract<ExprFact, { readonly kind: K }>;

/** Expressions of a file that consist of no others, by kind, each once. */
export interface Leaves {
  readonly names: readonly ExprOf<'name'>[];
  readonly imports: readonly ExprOf<'imported'>[];
  readonly texts: readonly (ExprOf<'literal'> & { readonly value: string })[];
}

/** The leaves of a file's expressions: each API asks for them. */
export const leavesOf = remembered((facts: FileFacts): Leaves => {
  const names: ExprOf<'name'>[] = [];
  const imports: ExprOf<'imported'>[] = [];
  const texts: (ExprOf<'literal'> & { readonly value: string })[] = [];
  visitExprs(facts, (expr) => {
    if (expr.kind === 'name') names.push(expr);
    else if (expr.kind === 'imported') imports.push(expr);
    else if (isText(expr)) texts.push(expr);
  });
  return { names, imports, texts };
});

function isText(expr: ExprFact): expr is ExprOf<'literal'> & { readonly value: string } {
  return expr.kind === 'literal' && typeof expr.value === 'string';
}

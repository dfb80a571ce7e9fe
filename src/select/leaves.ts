import { visitExprs } from '../facts/visit-exprs.js';
import { remembered } from '../lib/collections.js';
import type { ExprFact, FileFacts } from '../model/facts.js';

type ExprOf<K extends ExprFact['kind']> = Extract<ExprFact, { readonly kind: K }>;

/** Expressions of a file without parts, by kind, each once. */
export interface Leaves {
  readonly names: readonly ExprOf<'name'>[];
  readonly imports: readonly ExprOf<'imported'>[];
  readonly texts: readonly (ExprOf<'literal'> & { readonly value: string })[];
}

/**
 * The leaves of a file's expressions, memoised for all APIs. The tag of a JSX element is none: to show a component is
 * no use of the API, and its properties are followed separately.
 */
export const leavesOf = remembered((facts: FileFacts): Leaves => {
  const names: ExprOf<'name'>[] = [];
  const imports: ExprOf<'imported'>[] = [];
  const texts: (ExprOf<'literal'> & { readonly value: string })[] = [];
  const tags = new Set(facts.calls.flatMap(({ form, callee }) => (form === 'component' ? rootOf(callee) : [])));
  visitExprs(facts, (expr) => {
    if (tags.has(expr)) return;
    if (expr.kind === 'name') names.push(expr);
    else if (expr.kind === 'imported') imports.push(expr);
    else if (isText(expr)) texts.push(expr);
  });
  return { names, imports, texts };
});

/** `Clock` of `Clock.Face`. */
function rootOf(tag: ExprFact): ExprFact {
  return tag.kind === 'member' ? rootOf(tag.object) : tag;
}

function isText(expr: ExprFact): expr is ExprOf<'literal'> & { readonly value: string } {
  return expr.kind === 'literal' && typeof expr.value === 'string';
}

import type { ExprFact } from '../../core/model/facts.js';

/** A short name for an unknown expression. */
export function describeExpr(expr: ExprFact): string {
  switch (expr.kind) {
    case 'name':
      return expr.name;
    case 'this':
      return 'this';
    case 'member':
      return `${describeExpr(expr.object)}.${expr.property}`;
    case 'element':
      return `${describeExpr(expr.object)}[…]`;
    default:
      return '…';
  }
}

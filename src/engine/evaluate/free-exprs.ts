import { partsOf } from '../../languages/facts/expressions.js';
import type { BindingFact, ExprFact } from '../../core/model/facts.js';
import { mayChange } from './mutations.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { propertyAssignments } from './writes.js';

/** Maximum length of a chain of names and pieces that is followed; an expression with a longer one is not free. */
const MAX_CHAIN = 100;

/**
 * Whether an expression has the same value in every call of its function: it contains no parameter, no `this`, no
 * variable that is reassigned or changed, and no closure over the call.
 */
export function isFree(context: FileContext, expr: ExprFact): boolean {
  return freeExprTest(context)(expr, 0);
}

const freeExprTest = perFile((context) => {
  const { facts, scope } = context;
  const memo = new Map<ExprFact, boolean>();
  const isFreeName = (binding: BindingFact | undefined, depth: number): boolean => {
    if (binding === undefined) return true;
    if (binding.value === undefined || binding.kind === 'parameter') return false;
    if (scope.assignmentsTo(binding).length > 0 || mayChange(context, binding)) return false;
    if (propertyAssignments(context).has(binding)) return false;
    return context.isModuleLevel(binding) || isFreeExpr(binding.value, depth + 1);
  };
  const isFreeUncached = (expr: ExprFact, depth: number): boolean => {
    switch (expr.kind) {
      case 'this':
      case 'super':
      case 'parameter':
      case 'function':
      case 'class':
      case 'object':
        return false;
      case 'name':
        return isFreeName(scope.lookup(expr.name, expr.at[0]), depth);
      case 'call': {
        const call = facts.calls[expr.call];
        if (call === undefined) return true;
        const { callee, args, named } = call;
        return [callee, ...args, ...(named === undefined ? [] : [named])].every((child) =>
          isFreeExpr(child, depth + 1),
        );
      }
      default:
        if (
          expr.kind === 'choice' &&
          expr.operator === '?:' &&
          !expr.tests.every((test) => isFreeExpr(test, depth + 1))
        )
          return false;
        return partsOf(expr).every((part) => isFreeExpr(part, depth + 1));
    }
  };
  const isFreeExpr = (expr: ExprFact, depth: number): boolean => {
    let answer = memo.get(expr);
    if (answer === undefined) {
      // Set to false first, so that the search ends for a recursive expression.
      memo.set(expr, false);
      memo.set(expr, (answer = depth < MAX_CHAIN && isFreeUncached(expr, depth)));
    }
    return answer;
  };
  return isFreeExpr;
});

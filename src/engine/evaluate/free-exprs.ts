import { partsOf } from '../../languages/facts/expressions.js';
import type { BindingFact, ExprFact } from '../../core/model/facts.js';
import { mayChange } from './mutations.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { propertyAssignments } from './writes.js';

/** Maximum length of a chain of names and pieces that is followed; a longer one counts as bound to the call. */
const MAX_CHAIN = 100;

/**
 * Whether an expression has the same value in every call of its function: it has no parameter, no `this`, no variable
 * that is reassigned or changed, and no closure over the call.
 */
export function isFree(context: FileContext, expr: ExprFact): boolean {
  return freeIn(context)(expr, 0);
}

const freeIn = perFile((context) => {
  const { facts, scope } = context;
  const known = new Map<ExprFact, boolean>();
  const isFreeName = (binding: BindingFact | undefined, depth: number): boolean => {
    if (binding === undefined) return true;
    if (binding.value === undefined || binding.kind === 'parameter') return false;
    if (scope.assignmentsTo(binding).length > 0 || mayChange(context, binding)) return false;
    if (propertyAssignments(context).has(binding)) return false;
    return context.isModuleLevel(binding) || isFreeExpr(binding.value, depth + 1);
  };
  const look = (expr: ExprFact, depth: number): boolean => {
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
    let free = known.get(expr);
    if (free === undefined) {
      // A recursive expression is set to false first, so that the search ends.
      known.set(expr, false);
      known.set(expr, (free = depth < MAX_CHAIN && look(expr, depth)));
    }
    return free;
  };
  return isFreeExpr;
});

import type { ExprFact, FileFacts } from '../model/facts.js';

/** Calls `visit` for every expression in the facts of a file, each once. */
export function visitExprs(facts: FileFacts, visit: (expr: ExprFact) => void): void {
  const seen = new Set<ExprFact>();
  const stack: ExprFact[] = [];
  const push = (expr: ExprFact | undefined): void => {
    if (expr !== undefined && !seen.has(expr)) {
      seen.add(expr);
      stack.push(expr);
    }
  };
  for (const { value } of facts.bindings) push(value);
  for (const { value } of facts.assignments) push(value);
  for (const call of facts.calls)
    [call.callee, ...call.args, ...(call.named === undefined ? [] : [call.named])].forEach(push);
  for (const { returns, yields } of facts.functions) {
    returns.forEach(push);
    yields?.forEach(push);
  }
  for (const { properties } of facts.objects) for (const { value } of properties) push(value);
  for (const { members } of facts.classes) for (const { value } of members) push(value);
  for (const fact of facts.exports) if (fact.kind === 'local' || fact.kind === 'assigned') push(fact.value);
  facts.texts.forEach(push);
  for (let expr = stack.pop(); expr !== undefined; expr = stack.pop()) {
    visit(expr);
    partsOf(expr).forEach(push);
  }
}

/** The direct parts of an expression, in source order. */
export function partsOf(expr: ExprFact): readonly ExprFact[] {
  switch (expr.kind) {
    case 'concat':
      return expr.parts;
    case 'choice':
      return expr.options;
    case 'array':
      return expr.elements;
    case 'member':
      return [expr.object];
    case 'element':
      return [expr.object, expr.index];
    case 'spread':
    case 'each':
    case 'each-key':
    case 'rest':
      return [expr.value];
    case 'default':
      return [expr.value, expr.fallback];
    default:
      return [];
  }
}

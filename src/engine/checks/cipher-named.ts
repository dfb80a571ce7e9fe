import type { ExprFact, FileFacts } from '../../model/facts.js';

const CIPHER = /cipher|suite/i;

/** Expressions that are the value, or a list element of the value, of a thing named like a cipher or suite. */
export function cipherNamed(facts: FileFacts): ReadonlySet<ExprFact> {
  const named = new Set<ExprFact>();
  const stack: ExprFact[] = [];
  const offer = (name: string | undefined, value: ExprFact | undefined): void => {
    if (name !== undefined && value !== undefined && CIPHER.test(name)) stack.push(value);
  };
  for (const { name, value } of facts.bindings) offer(name, value);
  for (const { target, value } of facts.assignments) offer(nameOf(target), value);
  for (const { properties } of facts.objects)
    for (const property of properties) if (property.kind === 'property') offer(property.key, property.value);
  for (const { members } of facts.classes) for (const { name, value } of members) offer(name, value);
  for (const { callee, args, form } of facts.calls)
    if (form === 'call') for (const arg of args) offer(nameOf(callee), arg);
  for (let expr = stack.pop(); expr !== undefined; expr = stack.pop()) {
    if (named.has(expr)) continue;
    named.add(expr);
    stack.push(...heldBy(expr, facts));
  }
  return named;
}

function nameOf(expr: ExprFact): string | undefined {
  if (expr.kind === 'name') return expr.name;
  return expr.kind === 'member' ? expr.property : undefined;
}

/**
 * Parts of a value: `[...].join(':')` is made of the array. Properties of an object are left out: they have their own
 * names.
 */
function heldBy(expr: ExprFact, { calls }: FileFacts): readonly ExprFact[] {
  switch (expr.kind) {
    case 'array':
      return expr.elements;
    case 'concat':
      return expr.parts;
    case 'choice':
      return expr.options;
    case 'spread':
      return [expr.value];
    case 'call': {
      const call = calls[expr.call];
      if (call === undefined) return [];
      return call.callee.kind === 'member' ? [call.callee.object, ...call.args] : call.args;
    }
    default:
      return [];
  }
}

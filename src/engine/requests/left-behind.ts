import { visitExprs } from '../../facts/visit-exprs.js';
import { addTo } from '../../lib/multimap.js';
import type { BindingFact, ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import { perFile } from '../evaluate/per-file.js';
import type { FileContext } from '../evaluate/program.js';

/** Whether a text is compared with something and nothing else is done with it, by itself or by the name that it has. */
export function isOnlyCompared(context: FileContext, text: ExprFact): boolean {
  const { spans, bindings } = compared(context);
  if (spans.has(text.at.join(':'))) return true;
  const binding = context.facts.bindings.find(({ value }) => value?.at[0] === text.at[0] && value.at[1] === text.at[1]);
  return binding !== undefined && bindings.has(binding) && !occurrences(context).has(binding);
}

/** Whether the text that starts here has a name, and that is used in this part of the file alone, if not compared. */
export function isNamedOnlyFor(context: FileContext, start: number, span: Span): boolean {
  const binding = context.facts.bindings.findLast(
    ({ value }) => value !== undefined && value.at[0] <= start && start < value.at[1],
  );
  const used = binding === undefined ? [] : (occurrences(context).get(binding) ?? []);
  return used.length > 0 && used.every((at) => span[0] <= at[0] && at[1] <= span[1]);
}

/** What is compared in a file: spans of operands, and the names among them. */
const compared = perFile(({ facts, scope }) => {
  const spans = new Set<string>();
  const bindings = new Set<BindingFact>();
  for (const { value, among } of facts.comparisons) {
    for (const operand of [value, ...among]) {
      spans.add(operand.at.join(':'));
      const binding = operand.kind === 'name' ? scope.lookup(operand.name, operand.at[0]) : undefined;
      if (binding !== undefined) bindings.add(binding);
    }
  }
  return { spans, bindings };
});

/** Where a file uses its names, but for comparisons and what is set on them. */
const occurrences = perFile(({ facts, scope }): ReadonlyMap<BindingFact, readonly Span[]> => {
  const found = new Map<BindingFact, Span[]>();
  visitExprs(facts, (expr) => {
    const binding = expr.kind === 'name' ? scope.lookup(expr.name, expr.at[0]) : undefined;
    if (binding !== undefined) addTo(found, binding, expr.at);
  });
  return found;
});

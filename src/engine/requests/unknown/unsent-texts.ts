import { wordTest } from '../../../knowledge/clients/words.js';
import { visitExprs } from '../../../languages/facts/expressions.js';
import { addTo } from '../../../core/lib/collections.js';
import type { BindingFact, CallFact, ExprFact } from '../../../core/model/facts.js';
import { spanKey } from '../../../core/model/span.js';
import type { Span } from '../../../core/model/span.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import { callNames } from './call-names.js';
import { globalName } from '../calling/global-calls.js';

/** Maximum nesting of names and lists through which a text is followed. */
const MAX_DEPTH = 4;

/**
 * Whether a text is only compared: directly, through a variable, or in a list, a set or the keys of a map in which
 * values are looked up.
 */
export function isOnlyCompared(context: FileContext, { at }: Pick<ExprFact, 'at'>, depth = 0): boolean {
  const key = spanKey(at);
  const { spans, bindings } = comparedValues(context);
  if (spans.has(key)) return true;
  if (depth > MAX_DEPTH) return false;
  const { containers, bindingsByText, usesByBinding } = textPlaces(context);
  const list = containers.get(key);
  if (list !== undefined) return isOnlyCompared(context, list, depth + 1);
  const textBindings = bindingsByText.get(key) ?? [];
  return (
    textBindings.length > 0 &&
    textBindings.every((binding) => {
      const uses = usesByBinding.get(binding) ?? [];
      return (
        (uses.length > 0 || bindings.has(binding)) &&
        uses.every((use) => isOnlyCompared(context, { at: use }, depth + 1))
      );
    })
  );
}

/** Whether the text at an offset is the value of a variable that is only used in this part of the file. */
export function isNamedOnlyFor(context: FileContext, start: number, span: Span, depth = 0): boolean {
  const binding = context.facts.bindings.findLast(
    ({ value }) => value !== undefined && value.at[0] <= start && start < value.at[1],
  );
  const uses = binding === undefined ? [] : (textPlaces(context).usesByBinding.get(binding) ?? []);
  return (
    uses.length > 0 &&
    uses.every(
      (at) =>
        (span[0] <= at[0] && at[1] <= span[1]) ||
        (depth < MAX_DEPTH && isNamedOnlyFor(context, at[0], span, depth + 1)),
    )
  );
}

/**
 * Whether a text is the value of unexported variables that are only the beginning of longer paths: `${TUNNELS}/${id}`.
 * These are examined by themselves.
 */
export function isOnlyPathPrefix(context: FileContext, { at }: Pick<ExprFact, 'at'>): boolean {
  const { bindingsByText, usesByBinding, pathFronts } = textPlaces(context);
  const textBindings = bindingsByText.get(spanKey(at)) ?? [];
  const { exports } = context.facts;
  const isExported = ({ name }: BindingFact): boolean =>
    exports.some(
      (exported) =>
        exported.kind === 'local' &&
        (exported.name === name || (exported.value.kind === 'name' && exported.value.name === name)),
    );
  return (
    textBindings.length > 0 &&
    textBindings.every((binding) => {
      if (isExported(binding)) return false;
      const uses = usesByBinding.get(binding) ?? [];
      return uses.length > 0 && uses.every((use) => pathFronts.has(spanKey(use)));
    })
  );
}

/** Whether another path segment follows: a slash alone ends the last segment. */
function hasNextSegment([next, ...rest]: readonly ExprFact[]): boolean {
  if (next?.kind !== 'literal' || typeof next.value !== 'string') return false;
  return /^\/[^/?#]/.test(next.value) || (next.value === '/' && rest.length > 0);
}

const isLookup = wordTest('looks-up');

/** Comparisons of a file: spans of the operands and of the searched values, and the variables among them. */
const comparedValues = perFile(({ facts, scope }) => {
  const spans = new Set<number>();
  const bindings = new Set<BindingFact>();
  for (const { value, among } of facts.comparisons) {
    for (const operand of [value, ...among]) {
      spans.add(spanKey(operand.at));
      const binding = scope.bindingOf(operand);
      if (binding !== undefined) bindings.add(binding);
    }
  }
  for (const { callee, args } of facts.calls) {
    if (callee.kind !== 'member') continue;
    if (isLookup(callee.property)) spans.add(spanKey(callee.object.at));
    if (args[0] !== undefined && callNames(callee).isComparing) spans.add(spanKey(args[0].at));
  }
  return { spans, bindings };
});

/**
 * Positions of the texts of a file: in lists and collections, under names, and at the uses of the names except
 * comparisons.
 */
const textPlaces = perFile((context) => {
  const { facts, scope } = context;
  const containers = new Map<number, Pick<ExprFact, 'at'>>();
  const bindingsByText = new Map<number, BindingFact[]>();
  const usesByBinding = new Map<BindingFact, Span[]>();
  const pathFronts = new Set<number>();
  const mapEntries = new Set<ExprFact>();
  // Of a list entry, only the key is compared.
  const addElements = (list: Extract<ExprFact, { readonly kind: 'array' }>): void => {
    for (const element of list.elements) {
      const isEntry = element.kind === 'array';
      if (isEntry) mapEntries.add(element);
      const key = isEntry ? element.elements[0] : element;
      if (key !== undefined) containers.set(spanKey(key.at), list);
    }
  };
  visitExprs(facts, (expr) => {
    if (expr.kind === 'array' && !mapEntries.has(expr)) addElements(expr);
    if (expr.kind === 'concat')
      for (const [index, part] of expr.parts.entries())
        if (hasNextSegment(expr.parts.slice(index + 1, index + 3))) pathFronts.add(spanKey(part.at));
    const binding = scope.bindingOf(expr);
    if (binding !== undefined) addTo(usesByBinding, binding, expr.at);
  });
  for (const call of facts.calls) {
    const [list] = call.args;
    if (list !== undefined && isCollection(context, call)) containers.set(spanKey(list.at), call);
  }
  for (const binding of facts.bindings)
    if (binding.value !== undefined) addTo(bindingsByText, spanKey(binding.value.at), binding);
  return { containers, bindingsByText, usesByBinding, pathFronts };
});

/** Whether a call returns a collection of the elements of its list: `new Set(list)`, `Object.freeze(list)`. */
function isCollection(context: FileContext, { callee }: CallFact): boolean {
  return /^(?:map\/of|set\/of|value\/same)$/.test(globalName(context, callee) ?? '');
}

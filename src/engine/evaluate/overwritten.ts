import { visitExprs } from '../../facts/expressions.js';
import { addTo } from '../../lib/collections.js';
import type { AssignmentFact, BindingFact, ExprFact } from '../../model/facts.js';
import { spanKey } from '../../model/span.js';
import type { Span } from '../../model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { targetOf } from './property-assignments.js';

/** Whether a variable or property is overwritten before this value can be read: `u = old; u = new;`. */
export function isOverwritten(context: FileContext, { at }: Pick<ExprFact, 'at'>): boolean {
  return overwritten(context).has(spanKey(at));
}

/** A write to a variable, or to a property of its value. */
interface Write {
  readonly path: string;
  readonly value: Span;
  readonly by?: AssignmentFact;
}

const overwritten = perFile((context): ReadonlySet<number> => {
  const found = new Set<number>();
  const writes = writesIn(context);
  if (writes.size === 0) return found;
  const calls = context.facts.calls.map(({ at }) => at[0]).sort(ascending);
  const reads = readsOf(context, writes);
  for (const [binding, list] of writes) {
    const last = new Map<string, Write>();
    for (const write of list.toSorted((one, other) => one.value[0] - other.value[0])) {
      const before = last.get(write.path);
      last.set(write.path, write);
      if (before === undefined || write.by === undefined) continue;
      const between: Span = [before.value[1], write.value[1]];
      const isSeen = hasIn(calls, between) || hasIn(reads.get(binding) ?? [], between);
      if (!isSeen && isSameRun(context, before, write.by)) found.add(spanKey(before.value));
    }
  }
  return found;
});

/** The writes to each variable of a file that is written more than once. */
function writesIn({ facts, scope }: FileContext): ReadonlyMap<BindingFact, readonly Write[]> {
  const found = new Map<BindingFact, Write[]>();
  for (const assignment of facts.assignments) {
    if (assignment.operator !== '=') continue;
    const { path, target } = targetOf(assignment.target);
    const binding = target.kind === 'name' ? scope.lookup(target.name, target.at[0]) : undefined;
    if (binding === undefined || !path.every((step) => typeof step === 'string')) continue;
    addTo(found, binding, { path: JSON.stringify(path), value: assignment.value.at, by: assignment });
  }
  for (const [binding, list] of found) {
    const { value } = binding;
    if (value === undefined || value.kind === 'parameter') continue;
    list.push({ path: '[]', value: value.at });
    for (const one of value.kind === 'object' ? (facts.objects[value.object]?.properties ?? []) : [])
      if (one.kind === 'property' && one.key !== undefined)
        list.push({ path: JSON.stringify([one.key]), value: one.value.at });
  }
  return found;
}

/** Returns the reads of the written variables, in order. */
function readsOf(
  { facts, scope }: FileContext,
  writes: ReadonlyMap<BindingFact, unknown>,
): ReadonlyMap<BindingFact, readonly number[]> {
  const targets = new Set(
    facts.assignments.map(({ target }) => {
      const root = targetOf(target).target;
      return spanKey(root.at);
    }),
  );
  const reads = new Map<BindingFact, number[]>();
  visitExprs(facts, (expr) => {
    if (expr.kind !== 'name' || targets.has(spanKey(expr.at))) return;
    const binding = scope.lookup(expr.name, expr.at[0]);
    if (binding !== undefined && writes.has(binding)) addTo(reads, binding, expr.at[0]);
  });
  for (const list of reads.values()) list.sort(ascending);
  return reads;
}

/** Whether a write is always reached after an earlier one in the same function. */
function isSameRun(context: FileContext, { value }: Write, { block, within }: AssignmentFact): boolean {
  return block[0] <= value[0] && value[1] <= block[1] && context.functionAt(value[0]) === within;
}

function ascending(one: number, other: number): number {
  return one - other;
}

/** Whether a sorted list has a number in a range. */
function hasIn(sorted: readonly number[], [start, end]: Span): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (sorted[low] ?? Infinity) < end;
}

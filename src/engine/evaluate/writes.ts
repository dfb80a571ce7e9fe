import { addTo } from '../../core/lib/collections.js';
import type { AssignmentFact, BindingFact, CallFact, ExprFact } from '../../core/model/facts.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { sameVariable } from './positions.js';
import { visitExprs } from '../../languages/facts/expressions.js';
import { spanKey } from '../../core/model/span.js';
import type { Span } from '../../core/model/span.js';
import type { Evaluator } from './evaluator.js';
import { classIn, optionsOf } from '../values/value.js';
import type { ClassValue, Value } from '../values/value.js';

/**
 * Assignment to properties of a declared name: `options.method = 'POST'`, `options[key] = 'POST'`,
 * `Object.assign(options, more)`.
 */
export interface PropertyAssignment {
  /** Names of the properties, or the expressions for them; for a call such as `Object.assign`, those of its target. */
  readonly path: readonly (string | ExprFact)[];
  readonly writtenAt: Pick<AssignmentFact, 'at' | 'within' | 'block'>;
  readonly fact: AssignmentFact | CallFact;
}

/** Names of functions that merge objects into their first argument, as members of any object. */
const MERGE_METHODS = new Set(['assign', 'extend', 'merge']);

/** A property of a parameter that a function writes to. */
interface ParameterWrite {
  readonly index: number;
  readonly path: PropertyAssignment['path'];
  readonly fact: AssignmentFact;
}

/** Writes of functions to properties of their parameters, by function: `function fill(record) { record.data = data }`. */
export const parameterWrites = perFile(({ facts, scope }): ReadonlyMap<number, readonly ParameterWrite[]> => {
  const found = new Map<number, ParameterWrite[]>();
  for (const fact of facts.assignments) {
    const { path, target } = targetOf(fact.target);
    const value = path.length === 0 ? undefined : scope.bindingOf(target)?.value;
    if (value?.kind === 'parameter') addTo(found, value.function, { index: value.index, path, fact });
  }
  return found;
});

/** The function of the file that a call refers to by name. */
export function calledByName({ scope }: FileContext, { callee, form }: CallFact): number | undefined {
  const value = form === 'call' ? scope.bindingOf(callee)?.value : undefined;
  return value?.kind === 'function' ? value.function : undefined;
}

/** The target of a write, and the properties below it. */
export function targetOf(written: ExprFact): Pick<PropertyAssignment, 'path'> & { readonly target: ExprFact } {
  const path: (string | ExprFact)[] = [];
  let target = written;
  while (target.kind === 'member' || target.kind === 'element') {
    path.unshift(target.kind === 'member' ? target.property : target.index);
    target = target.object;
  }
  return { path, target };
}

/** Property assignments of a file to each variable, in source order. */
export const propertyAssignments = perFile((context): ReadonlyMap<BindingFact, readonly PropertyAssignment[]> => {
  const { facts, scope, length } = context;
  const found = new Map<BindingFact, PropertyAssignment[]>();
  const writers = parameterWrites(context);
  const addAssignment = (
    written: ExprFact,
    minLength: number,
    { below = [], ...rest }: Omit<PropertyAssignment, 'path'> & { readonly below?: PropertyAssignment['path'] },
  ): void => {
    const { path: ownPath, target } = targetOf(written);
    const path = [...ownPath, ...below];
    if (path.length < minLength) return;
    const aliases = new Set<BindingFact>();
    let binding = scope.bindingOf(target);
    for (; binding !== undefined && !aliases.has(binding); binding = sameVariable(context, binding)) {
      aliases.add(binding);
      addTo(found, binding, { path, ...rest });
    }
  };
  for (const fact of facts.assignments) addAssignment(fact.target, 1, { writtenAt: fact, fact });
  for (const fact of facts.calls) {
    const { callee, args, at, within, block = [0, length] } = fact;
    const position = { at, block, ...(within === undefined ? {} : { within }) };
    const [target, layer] = args;
    if (target !== undefined && layer !== undefined && callee.kind === 'member' && MERGE_METHODS.has(callee.property))
      addAssignment(target, 0, { writtenAt: position, fact });
    const called = writers.size === 0 ? undefined : calledByName(context, fact);
    for (const { index, path, fact: write } of (called === undefined ? undefined : writers.get(called)) ?? []) {
      const arg = args[index];
      if (arg !== undefined) addAssignment(arg, 1, { writtenAt: position, fact: write, below: path });
    }
  }
  for (const list of found.values()) list.sort((left, right) => left.writtenAt.at[0] - right.writtenAt.at[0]);
  return found;
});

/** Whether a variable or property is overwritten before this value can be read: `u = old; u = new;`. */
export function isOverwritten(context: FileContext, { at }: Pick<ExprFact, 'at'>): boolean {
  return overwrittenValues(context).has(spanKey(at));
}

/** A write to a variable, or to a property of its value. */
interface Write {
  readonly path: string;
  readonly value: Span;
  readonly assignment?: AssignmentFact;
}

const overwrittenValues = perFile((context): ReadonlySet<number> => {
  const found = new Set<number>();
  const writes = writesIn(context);
  if (writes.size === 0) return found;
  const calls = context.facts.calls.map(({ at }) => at[0]).sort(ascending);
  const reads = readsOf(context, writes);
  for (const [binding, list] of writes) {
    const last = new Map<string, Write>();
    for (const write of list.toSorted((left, right) => left.value[0] - right.value[0])) {
      const previous = last.get(write.path);
      last.set(write.path, write);
      if (previous === undefined || write.assignment === undefined) continue;
      const between: Span = [previous.value[1], write.value[1]];
      const mayBeRead = hasNumberIn(calls, between) || hasNumberIn(reads.get(binding) ?? [], between);
      if (!mayBeRead && isAlwaysReachedAfter(context, previous, write.assignment)) found.add(spanKey(previous.value));
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
    const binding = scope.bindingOf(target);
    if (binding === undefined || !path.every((step) => typeof step === 'string')) continue;
    addTo(found, binding, { path: JSON.stringify(path), value: assignment.value.at, assignment });
  }
  for (const [binding, list] of found) {
    const { value } = binding;
    if (value === undefined || value.kind === 'parameter') continue;
    list.push({ path: '[]', value: value.at });
    for (const property of value.kind === 'object' ? (facts.objects[value.object]?.properties ?? []) : [])
      if (property.kind === 'property' && property.key !== undefined)
        list.push({ path: JSON.stringify([property.key]), value: property.value.at });
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
function isAlwaysReachedAfter(context: FileContext, { value }: Write, { block, within }: AssignmentFact): boolean {
  return block[0] <= value[0] && value[1] <= block[1] && context.functionAt(value[0]) === within;
}

function ascending(left: number, right: number): number {
  return left - right;
}

/** Whether a sorted list has a number in a range. */
function hasNumberIn(sorted: readonly number[], [start, end]: Span): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (sorted[low] ?? Infinity) < end;
}

/** Names of members whose empty value means the origin of the page. */
const ORIGIN = /url|base|host|origin|prefix|server|domain|proxy/i;

/**
 * Whether a subclass may override a member of the class: one in the same file does, or the class leaves the member
 * empty (`resource = ''`).
 */
export function isOverridden(
  evaluator: Evaluator,
  owner: ClassValue,
  property: string,
  values: readonly Value[],
): boolean {
  if (values.every(isBlank)) return !ORIGIN.test(property);
  const { program } = evaluator;
  const { overrides } = program.memory;
  const key = `${owner.file} ${String(owner.class)} ${property}`;
  const memoised = overrides.get(key);
  if (memoised !== undefined) {
    if (memoised.isDoubtful) program.doubts++;
    return memoised.answer;
  }
  overrides.set(key, { answer: false, isDoubtful: true });
  const { doubts } = program;
  const isSetBelow = isSetInSubclass(evaluator, owner, property);
  overrides.set(key, { answer: isSetBelow, isDoubtful: program.doubts > doubts });
  return isSetBelow;
}

function isBlank(value: Value): boolean {
  return value.kind === 'text' ? value.parts.length === 0 : value.kind === 'scalar' && value.value !== true;
}

function isSetInSubclass(evaluator: Evaluator, owner: ClassValue, property: string): boolean {
  const { program } = evaluator;
  const context = program.context(owner.file);
  if (context === undefined) return false;
  // Memoised by file and property, so that thousands of subclasses do not each search all other classes.
  const key = `${owner.file} ${property}`;
  const memoised = program.memory.overridden.get(key);
  if (memoised !== undefined) return memoised.has(owner.class);
  const { doubts } = program;
  const parents = new Set<number>();
  for (const [index, fact] of context.facts.classes.entries()) {
    if (fact.extends === undefined) continue;
    const isSetHere =
      fact.members.some(({ name }) => name === property) ||
      context.scope.memberAssignments(index).some(({ name }) => name === property);
    if (!isSetHere) continue;
    for (const value of optionsOf(evaluator.value(context, fact.extends, undefined))) {
      const parent = classIn(value);
      if (parent?.file === owner.file && parent.class !== index) parents.add(parent.class);
    }
  }
  if (program.doubts === doubts) program.memory.overridden.set(key, parents);
  return parents.has(owner.class);
}

import { addTo } from '../../lib/collections.js';
import type { AssignmentFact, BindingFact, CallFact, ExprFact } from '../../model/facts.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { sameVariable } from './run-once.js';

/**
 * Assignment to properties of a declared name: `options.method = 'POST'`, `options[key] = 'POST'`,
 * `Object.assign(options, more)`.
 */
export interface PropertyAssignment {
  /** Names of the properties, or the expressions for them; for a call such as `Object.assign`, those of its target. */
  readonly path: readonly (string | ExprFact)[];
  readonly done: Pick<AssignmentFact, 'at' | 'within' | 'block'>;
  readonly fact: AssignmentFact | CallFact;
}

/** Names of functions that merge objects into their first argument, as members of any object. */
const LAYS_OVER = new Set(['assign', 'extend', 'merge']);

/** A property of a parameter that a function writes to. */
export interface ParameterWrite {
  readonly index: number;
  readonly path: PropertyAssignment['path'];
  readonly fact: AssignmentFact;
}

/** Writes of functions to properties of their parameters, by function: `function fill(record) { record.data = data }`. */
export const parameterWrites = perFile(({ facts, scope }): ReadonlyMap<number, readonly ParameterWrite[]> => {
  const found = new Map<number, ParameterWrite[]>();
  for (const fact of facts.assignments) {
    const { path, target } = targetOf(fact.target);
    if (path.length === 0 || target.kind !== 'name') continue;
    const value = scope.lookup(target.name, target.at[0])?.value;
    if (value?.kind === 'parameter') addTo(found, value.function, { index: value.index, path, fact });
  }
  return found;
});

/** The function of the file that a call refers to by name. */
export function calledByName({ scope }: FileContext, { callee, form }: CallFact): number | undefined {
  const value = form === 'call' && callee.kind === 'name' ? scope.lookup(callee.name, callee.at[0])?.value : undefined;
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
  const add = (
    set: ExprFact,
    least: number,
    { below = [], ...rest }: Omit<PropertyAssignment, 'path'> & { readonly below?: PropertyAssignment['path'] },
  ): void => {
    const { path: own, target } = targetOf(set);
    const path = [...own, ...below];
    if (path.length < least || target.kind !== 'name') return;
    const aliases = new Set<BindingFact>();
    let binding = scope.lookup(target.name, target.at[0]);
    for (; binding !== undefined && !aliases.has(binding); binding = sameVariable(context, binding)) {
      aliases.add(binding);
      addTo(found, binding, { path, ...rest });
    }
  };
  for (const fact of facts.assignments) add(fact.target, 1, { done: fact, fact });
  for (const fact of facts.calls) {
    const { callee, args, at, within, block = [0, length] } = fact;
    const done = { at, block, ...(within === undefined ? {} : { within }) };
    const [target, layer] = args;
    if (target !== undefined && layer !== undefined && callee.kind === 'member' && LAYS_OVER.has(callee.property))
      add(target, 0, { done, fact });
    const called = writers.size === 0 ? undefined : calledByName(context, fact);
    for (const { index, path, fact: write } of (called === undefined ? undefined : writers.get(called)) ?? []) {
      const given = args[index];
      if (given !== undefined) add(given, 1, { done, fact: write, below: path });
    }
  }
  for (const list of found.values()) list.sort((one, other) => one.done.at[0] - other.done.at[0]);
  return found;
});

import { addTo } from '../../lib/multimap.js';
import type { AssignmentFact, BindingFact, CallFact, ExprFact } from '../../model/facts.js';
import { perFile } from './per-file.js';
import { sameVariable } from './run-once.js';

/** What sets properties of a declared name: `options.method = 'POST'`, `options[key] = 'POST'`, `Object.assign(options, more)`. */
export interface PropertyAssignment {
  /** Names of the properties, or the expressions that compute them; for a call such as `Object.assign`, of its target. */
  readonly path: readonly (string | ExprFact)[];
  readonly done: Pick<AssignmentFact, 'at' | 'within' | 'block'>;
  readonly fact: AssignmentFact | CallFact;
}

/** Names of functions that lay objects over their first argument, whatever they are members of. */
const LAYS_OVER = new Set(['assign', 'extend', 'merge']);

/** What a file sets on properties of each variable, in source order. */
export const propertyAssignments = perFile((context): ReadonlyMap<BindingFact, readonly PropertyAssignment[]> => {
  const { facts, scope, length } = context;
  const found = new Map<BindingFact, PropertyAssignment[]>();
  const add = (set: ExprFact, least: number, rest: Omit<PropertyAssignment, 'path'>): void => {
    const path: (string | ExprFact)[] = [];
    let target = set;
    while (target.kind === 'member' || target.kind === 'element') {
      path.unshift(target.kind === 'member' ? target.property : target.index);
      target = target.object;
    }
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
    const [target, layer] = args;
    if (target === undefined || layer === undefined || callee.kind !== 'member') continue;
    if (LAYS_OVER.has(callee.property))
      add(target, 0, { done: { at, block, ...(within === undefined ? {} : { within }) }, fact });
  }
  for (const list of found.values()) list.sort((one, other) => one.done.at[0] - other.done.at[0]);
  return found;
});

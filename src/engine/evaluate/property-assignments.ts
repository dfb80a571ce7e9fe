import { addTo } from '../../lib/multimap.js';
import type { AssignmentFact, BindingFact, ExprFact } from '../../model/facts.js';
import { perFile } from './per-file.js';
import { sameVariable } from './run-once.js';

/** An assignment to a property of a declared name: `options.method = 'POST'`, `options[key] = 'POST'`. */
export interface PropertyAssignment {
  /** Names of the properties, or what gives them. */
  readonly path: readonly (string | ExprFact)[];
  readonly fact: AssignmentFact;
}

/** Most names that one variable goes by, each a parameter of a function that is called where it stands. */
const MAX_ALIASES = 4;

/** What a file sets on properties of each variable, in source order. */
export const propertyAssignments = perFile((context): ReadonlyMap<BindingFact, readonly PropertyAssignment[]> => {
  const { facts, scope } = context;
  const found = new Map<BindingFact, PropertyAssignment[]>();
  for (const fact of facts.assignments) {
    const path: (string | ExprFact)[] = [];
    let target = fact.target;
    while (target.kind === 'member' || target.kind === 'element') {
      path.unshift(target.kind === 'member' ? target.property : target.index);
      target = target.object;
    }
    if (path.length === 0 || target.kind !== 'name') continue;
    let binding = scope.lookup(target.name, target.at[0]);
    if (binding === undefined) continue;
    addTo(found, binding, { path, fact });
    for (let hops = 0; hops < MAX_ALIASES && binding !== undefined; hops++) {
      binding = sameVariable(context, binding);
      if (binding !== undefined) addTo(found, binding, { path, fact });
    }
  }
  return found;
});

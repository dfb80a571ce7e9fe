import { addTo } from '../../lib/multimap.js';
import type { AssignmentFact, BindingFact, CallFact, ExprFact } from '../../model/facts.js';
import { isIntrinsic } from '../../model/intrinsics.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import { sameVariable } from './run-once.js';

/** What sets properties of a declared name: `options.method = 'POST'`, `options[key] = 'POST'`, `Object.assign(options, more)`. */
export interface PropertyAssignment {
  /** Names of the properties, or the expressions that compute them; for a call such as `Object.assign`, of its target. */
  readonly path: readonly (string | ExprFact)[];
  readonly done: Pick<AssignmentFact, 'at' | 'within' | 'block'>;
  readonly fact: AssignmentFact | CallFact;
  /** It stands in a function that is handed the object: on every way through it, or on some. */
  readonly handedOn?: 'always' | 'maybe';
}

/** Most names that one variable goes by, each a parameter of a function that is called where it stands. */
const MAX_ALIASES = 32;

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
    let binding = scope.lookup(target.name, target.at[0]);
    for (let hops = 0; hops <= MAX_ALIASES && binding !== undefined; hops++) {
      addTo(found, binding, { path, ...rest });
      binding = sameVariable(context, binding) ?? aliased(context, binding);
    }
  };
  for (const fact of facts.assignments) add(fact.target, 1, { done: fact, fact });
  for (const fact of facts.calls) {
    const { callee, args, at, within, block = [0, length] } = fact;
    const [target, layer] = args;
    if (target === undefined || layer === undefined) continue;
    if (isIntrinsic(callee, 'map/merge') || (callee.kind === 'member' && LAYS_OVER.has(callee.property)))
      add(target, 0, { done: { at, block, ...(within === undefined ? {} : { within }) }, fact });
  }
  addHandedOn(context, found);
  for (const list of found.values()) list.sort((one, other) => one.done.at[0] - other.done.at[0]);
  for (const binding of facts.bindings) {
    const list = found.get(aliased(context, binding) ?? binding);
    if (list !== undefined && binding.value?.kind === 'name')
      found.set(
        binding,
        list.filter(({ done }) => done.at[0] > binding.at[0]),
      );
  }
  return found;
});

/** The variable whose object a constant has as well: `const same = options`. */
function aliased({ scope }: FileContext, { kind, value }: BindingFact): BindingFact | undefined {
  return kind === 'const' && value?.kind === 'name' ? scope.lookup(value.name, value.at[0]) : undefined;
}

/** What functions set on objects that they are handed: `function configure(options) { options.path = '/bells'; }`. */
function addHandedOn({ facts, scope, length }: FileContext, found: Map<BindingFact, PropertyAssignment[]>): void {
  const byFunction = new Map<number, (readonly [number, readonly PropertyAssignment[]])[]>();
  for (const [{ kind, value }, list] of found)
    if (kind === 'parameter' && value?.kind === 'parameter') addTo(byFunction, value.function, [value.index, list]);
  if (byFunction.size === 0) return;
  const bindingOf = (expr: ExprFact | undefined): BindingFact | undefined =>
    expr?.kind === 'name' ? scope.lookup(expr.name, expr.at[0]) : undefined;
  for (const { callee, args, at, within, block } of facts.calls) {
    const called = bindingOf(callee)?.value;
    if (called?.kind !== 'function') continue;
    const end = facts.functions[called.function]?.at[1];
    const call: PropertyAssignment['done'] = {
      at,
      block: block ?? [0, length],
      ...(within === undefined ? {} : { within }),
    };
    for (const [index, list] of byFunction.get(called.function) ?? []) {
      const binding = bindingOf(args[index]);
      for (const { path, done, fact } of binding === undefined ? [] : list)
        if (binding !== undefined && !('callee' in fact))
          addTo(found, binding, { path, fact, done: call, handedOn: done.block[1] === end ? 'always' : 'maybe' });
    }
  }
}

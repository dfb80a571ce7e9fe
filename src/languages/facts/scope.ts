import { addTo, groupBy } from '../../core/lib/collections.js';
import type { AssignmentFact, BindingFact, ExprFact, FileFacts, TypeFact } from '../../core/model/facts.js';
import { isSameSpan, lastStartingBy } from '../../core/model/span.js';
import type { Span } from '../../core/model/span.js';

/** An assignment to `this.name` in a class. */
interface MemberAssignment {
  readonly name: string;
  readonly static: boolean;
  readonly assignment: AssignmentFact;
}

/** Position of a function as an argument. */
interface Callback {
  readonly call: number;
  readonly argument: number;
}

/** Name resolution and look-ups over the facts of one file. */
export interface Scope {
  /**
   * The binding of `name` at `offset` in the innermost scope. Of several declarations in one scope, the last function
   * declaration is preferred, else the first declaration with a value, else the first.
   */
  lookup(name: string, offset: number): BindingFact | undefined;
  /** The binding that an expression names; undefined if it is not a name, or not a declared one. */
  bindingOf(expr: ExprFact): BindingFact | undefined;
  /** All declarations of the binding's name in the binding's scope, itself included, in source order. */
  declarationsOf(binding: BindingFact): readonly BindingFact[];
  /** Assignments to the bare name, in source order. */
  assignmentsTo(binding: BindingFact): readonly AssignmentFact[];
  /** The call that has a function as an inline argument. */
  callbackOf(functionIndex: number): Callback | undefined;
  /** Assignments to members of `this` in a class's own methods and initialisers, in source order. */
  memberAssignments(classIndex: number): readonly MemberAssignment[];
}

/** Returns the end of a file's outermost scope: its length in UTF-16 code units, 0 if nothing is declared. */
export function endOfModule({ bindings }: FileFacts): number {
  return bindings.reduce((longest, { scope }) => Math.max(longest, scope[1]), 0);
}

/** The name that a file has to declare or import for a type: `Api` of `Api.Client`. */
export function firstNameOf({ name }: TypeFact): string {
  return name.split('.', 1)[0] ?? name;
}

/** The declarations of one name in one scope. */
interface Declared {
  readonly scope: Span;
  readonly bindings: BindingFact[];
  /** The preferred declaration, memoised. */
  preferred: BindingFact | undefined;
  /** The next wider scope that declares the name. */
  outer: Declared | undefined;
}

/** Makes the look-ups over a file's facts; each index is built on demand. */
export function createScope(facts: FileFacts): Scope {
  const bindingsByName = once(() => groupBy(facts.bindings, ({ name }) => name));
  const declaredByName = new Map<string, readonly Declared[]>();
  const assignments = once(() => assignmentsByBinding(facts, find));
  const callbacks = once(() => callbacksByFunction(facts));
  const members = once(() => membersByClass(facts, thisNamed));

  /** The `this` behind an alias: `var self = this`. */
  function thisNamed(name: string, offset: number): ThisFact | undefined {
    const declared = find(name, offset);
    if (declared === undefined) return undefined;
    const own = thisIn(facts, preferred(declared)?.value);
    if (own !== undefined) return own;
    const [first] = assignments().get(declared) ?? [];
    return thisIn(facts, first?.value);
  }

  function declaredAs(name: string): readonly Declared[] {
    const known = declaredByName.get(name);
    if (known !== undefined) return known;
    const declared = nestScopes(bindingsByName().get(name) ?? []);
    declaredByName.set(name, declared);
    return declared;
  }

  function find(name: string, offset: number): Declared | undefined {
    let declared = lastStarting(declaredAs(name), offset);
    while (declared !== undefined && offset >= declared.scope[1]) declared = declared.outer;
    return declared;
  }

  function declaredWith({ name, scope }: BindingFact): Declared | undefined {
    let declared = lastStarting(declaredAs(name), scope[0]);
    while (declared !== undefined && !isSameSpan(declared.scope, scope)) declared = declared.outer;
    return declared;
  }

  const lookup = (name: string, offset: number): BindingFact | undefined => {
    const declared = find(name, offset);
    return declared && preferred(declared);
  };

  return {
    lookup,
    bindingOf: (expr) => (expr.kind === 'name' ? lookup(expr.name, expr.at[0]) : undefined),
    declarationsOf: (binding) => declaredWith(binding)?.bindings ?? [],
    assignmentsTo(binding) {
      const declared = declaredWith(binding);
      return (declared && assignments().get(declared)) ?? [];
    },
    callbackOf: (functionIndex) => callbacks().get(functionIndex),
    memberAssignments: (classIndex) => members().get(classIndex) ?? [],
  };
}

function preferred(declared: Declared): BindingFact | undefined {
  const { bindings } = declared;
  return (declared.preferred ??=
    bindings.findLast(({ kind }) => kind === 'function') ??
    bindings.find(({ value }) => value !== undefined) ??
    bindings[0]);
}

function lastStarting(declared: readonly Declared[], offset: number): Declared | undefined {
  return declared[lastStartingBy(declared, ({ scope }) => scope, offset)];
}

/** Scopes of one name, sorted by start, outer first. Scopes are ranges of nodes, so any two are nested or disjoint. */
function nestScopes(bindings: readonly BindingFact[]): readonly Declared[] {
  const sorted = [...bindings].sort((a, b) => a.scope[0] - b.scope[0] || b.scope[1] - a.scope[1]);
  const result: Declared[] = [];
  let current: Declared | undefined;
  for (const binding of sorted) {
    while (current !== undefined && binding.scope[0] >= current.scope[1]) current = current.outer;
    if (current !== undefined && isSameSpan(current.scope, binding.scope)) {
      current.bindings.push(binding);
    } else {
      current = { scope: binding.scope, bindings: [binding], preferred: undefined, outer: current };
      result.push(current);
    }
  }
  return result;
}

function assignmentsByBinding(
  facts: FileFacts,
  find: (name: string, offset: number) => Declared | undefined,
): ReadonlyMap<Declared, readonly AssignmentFact[]> {
  const named = facts.assignments.filter(({ target }) => target.kind === 'name');
  const result = groupBy(named, ({ target }) => (target.kind === 'name' ? find(target.name, target.at[0]) : undefined));
  const known = new Map<Declared, readonly AssignmentFact[]>();
  for (const [declared, assignments] of result) if (declared !== undefined) known.set(declared, assignments);
  return known;
}

function callbacksByFunction(facts: FileFacts): ReadonlyMap<number, Callback> {
  const result = new Map<number, Callback>();
  facts.calls.forEach(({ args }, call) => {
    args.forEach((value, argument) => {
      if (value.kind === 'function') result.set(value.function, { call, argument });
    });
  });
  return result;
}

type ThisFact = Extract<ExprFact, { readonly kind: 'this' }>;

function membersByClass(
  facts: FileFacts,
  thisNamed: (name: string, offset: number) => ThisFact | undefined,
): ReadonlyMap<number, readonly MemberAssignment[]> {
  const result = new Map<number, MemberAssignment[]>();
  if (facts.classes.length === 0) return result;
  for (const assignment of facts.assignments) {
    const { target } = assignment;
    if (target.kind !== 'member') continue;
    const { object, property: name } = target;
    const self = object.kind === 'name' ? thisNamed(object.name, object.at[0]) : object;
    if (self?.kind !== 'this' || self.ofClass === undefined) continue;
    addTo(result, self.ofClass, { name, static: self.static ?? false, assignment });
  }
  return result;
}

/** The `this` in a value, which is `this` or the result of a parent's constructor: `Parent.call(this) || this`. */
function thisIn({ calls }: FileFacts, value: ExprFact | undefined): ThisFact | undefined {
  if (value?.kind === 'this') return value;
  if (value?.kind === 'choice') return value.options.find((option) => option.kind === 'this');
  const first = value?.kind === 'call' ? calls[value.call]?.args[0] : undefined;
  return first?.kind === 'this' ? first : undefined;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

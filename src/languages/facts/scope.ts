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

/** Position of a function among the arguments of a call. */
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
  /** The binding of a name; undefined for an undeclared name and for any other expression. */
  bindingOf(expr: ExprFact): BindingFact | undefined;
  /** All declarations of the binding's name in the binding's scope, including the binding, in source order. */
  declarationsOf(binding: BindingFact): readonly BindingFact[];
  /** Assignments to the variable itself, not to its properties, in source order. */
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
interface Declarations {
  readonly scope: Span;
  readonly bindings: BindingFact[];
  /** The preferred declaration, memoised. */
  preferred: BindingFact | undefined;
  /** The next wider scope that declares the name. */
  outer: Declarations | undefined;
}

/** Creates the look-ups over the facts of a file; each index is built on demand. */
export function createScope(facts: FileFacts): Scope {
  const bindingsByName = memoised(() => groupBy(facts.bindings, ({ name }) => name));
  const scopesByName = new Map<string, readonly Declarations[]>();
  const assignments = memoised(() => assignmentsByBinding(facts, innermostScope));
  const callbacks = memoised(() => callbacksByFunction(facts));
  const members = memoised(() => membersByClass(facts, thisOfAlias));

  /** The `this` that an alias refers to, as after `var self = this`. */
  function thisOfAlias(name: string, offset: number): ThisFact | undefined {
    const declarations = innermostScope(name, offset);
    if (declarations === undefined) return undefined;
    const direct = thisOfValue(facts, preferredIn(declarations)?.value);
    if (direct !== undefined) return direct;
    const [first] = assignments().get(declarations) ?? [];
    return thisOfValue(facts, first?.value);
  }

  function scopesDeclaring(name: string): readonly Declarations[] {
    const memo = scopesByName.get(name);
    if (memo !== undefined) return memo;
    const scopes = nestScopes(bindingsByName().get(name) ?? []);
    scopesByName.set(name, scopes);
    return scopes;
  }

  function innermostScope(name: string, offset: number): Declarations | undefined {
    let declarations = lastScopeStartingBy(scopesDeclaring(name), offset);
    while (declarations !== undefined && offset >= declarations.scope[1]) declarations = declarations.outer;
    return declarations;
  }

  function declarationsIn({ name, scope }: BindingFact): Declarations | undefined {
    let declarations = lastScopeStartingBy(scopesDeclaring(name), scope[0]);
    while (declarations !== undefined && !isSameSpan(declarations.scope, scope)) declarations = declarations.outer;
    return declarations;
  }

  const lookup = (name: string, offset: number): BindingFact | undefined => {
    const declarations = innermostScope(name, offset);
    return declarations && preferredIn(declarations);
  };

  return {
    lookup,
    bindingOf: (expr) => (expr.kind === 'name' ? lookup(expr.name, expr.at[0]) : undefined),
    declarationsOf: (binding) => declarationsIn(binding)?.bindings ?? [],
    assignmentsTo(binding) {
      const declarations = declarationsIn(binding);
      return (declarations && assignments().get(declarations)) ?? [];
    },
    callbackOf: (functionIndex) => callbacks().get(functionIndex),
    memberAssignments: (classIndex) => members().get(classIndex) ?? [],
  };
}

function preferredIn(declarations: Declarations): BindingFact | undefined {
  const { bindings } = declarations;
  return (declarations.preferred ??=
    bindings.findLast(({ kind }) => kind === 'function') ??
    bindings.find(({ value }) => value !== undefined) ??
    bindings[0]);
}

/** Returns the last scope that begins at or before an offset. */
function lastScopeStartingBy(scopes: readonly Declarations[], offset: number): Declarations | undefined {
  return scopes[lastStartingBy(scopes, ({ scope }) => scope, offset)];
}

/** Scopes of one name, sorted by start, outer first. Scopes are ranges of nodes, so any two are nested or disjoint. */
function nestScopes(bindings: readonly BindingFact[]): readonly Declarations[] {
  const sorted = [...bindings].sort((a, b) => a.scope[0] - b.scope[0] || b.scope[1] - a.scope[1]);
  const scopes: Declarations[] = [];
  let current: Declarations | undefined;
  for (const binding of sorted) {
    while (current !== undefined && binding.scope[0] >= current.scope[1]) current = current.outer;
    if (current !== undefined && isSameSpan(current.scope, binding.scope)) {
      current.bindings.push(binding);
    } else {
      current = { scope: binding.scope, bindings: [binding], preferred: undefined, outer: current };
      scopes.push(current);
    }
  }
  return scopes;
}

function assignmentsByBinding(
  facts: FileFacts,
  innermostScope: (name: string, offset: number) => Declarations | undefined,
): ReadonlyMap<Declarations, readonly AssignmentFact[]> {
  const nameAssignments = facts.assignments.filter(({ target }) => target.kind === 'name');
  const grouped = groupBy(nameAssignments, ({ target }) =>
    target.kind === 'name' ? innermostScope(target.name, target.at[0]) : undefined,
  );
  const result = new Map<Declarations, readonly AssignmentFact[]>();
  for (const [declarations, assignments] of grouped)
    if (declarations !== undefined) result.set(declarations, assignments);
  return result;
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
  thisOfAlias: (name: string, offset: number) => ThisFact | undefined,
): ReadonlyMap<number, readonly MemberAssignment[]> {
  const result = new Map<number, MemberAssignment[]>();
  if (facts.classes.length === 0) return result;
  for (const assignment of facts.assignments) {
    const { target } = assignment;
    if (target.kind !== 'member') continue;
    const { object, property: name } = target;
    const thisFact = object.kind === 'name' ? thisOfAlias(object.name, object.at[0]) : object;
    if (thisFact?.kind !== 'this' || thisFact.ofClass === undefined) continue;
    addTo(result, thisFact.ofClass, { name, static: thisFact.static ?? false, assignment });
  }
  return result;
}

/** The `this` of a value that is `this` or the result of a parent's constructor: `Parent.call(this) || this`. */
function thisOfValue({ calls }: FileFacts, value: ExprFact | undefined): ThisFact | undefined {
  if (value?.kind === 'this') return value;
  if (value?.kind === 'choice') return value.options.find((option) => option.kind === 'this');
  const first = value?.kind === 'call' ? calls[value.call]?.args[0] : undefined;
  return first?.kind === 'this' ? first : undefined;
}

function memoised<T>(compute: () => T): () => T {
  let memo: { readonly value: T } | undefined;
  return () => (memo ??= { value: compute() }).value;
}

import { endOfModule, firstNameOf } from '../languages/facts/scope.js';
import { visitExprs } from '../languages/facts/expressions.js';
import { memoByObject } from '../core/lib/collections.js';
import type { BindingFact, CallFact, ExprFact, FileFacts, FunctionFact, TypeFact } from '../core/model/facts.js';
import { lastStartingBy } from '../core/model/span.js';
import type { Span } from '../core/model/span.js';

type ExprOf<K extends ExprFact['kind']> = Extract<ExprFact, { readonly kind: K }>;

/** Expressions of a file without parts, by kind. */
export interface Leaves {
  readonly names: readonly ExprOf<'name'>[];
  readonly imports: readonly ExprOf<'imported'>[];
  readonly texts: readonly (ExprOf<'literal'> & { readonly value: string })[];
}

/**
 * The leaves of a file's expressions, memoised for all APIs. The tag of a JSX element is excluded: rendering a
 * component is not a use of the API, and its properties are followed separately.
 */
export const leavesOf = memoByObject((facts: FileFacts): Leaves => {
  const names: ExprOf<'name'>[] = [];
  const imports: ExprOf<'imported'>[] = [];
  const texts: (ExprOf<'literal'> & { readonly value: string })[] = [];
  const tags = new Set(facts.calls.flatMap(({ form, callee }) => (form === 'component' ? rootOf(callee) : [])));
  visitExprs(facts, (expr) => {
    if (tags.has(expr)) return;
    if (expr.kind === 'name') names.push(expr);
    else if (expr.kind === 'imported') imports.push(expr);
    else if (isText(expr)) texts.push(expr);
  });
  return { names, imports, texts };
});

/** The outermost object of a tag: `Clock` of `Clock.Face`. */
function rootOf(tag: ExprFact): ExprFact {
  return tag.kind === 'member' ? rootOf(tag.object) : tag;
}

function isText(expr: ExprFact): expr is ExprOf<'literal'> & { readonly value: string } {
  return expr.kind === 'literal' && typeof expr.value === 'string';
}

/** Any name of a module: the whole module is assigned (`module.exports = …`), or its names are unknown. */
export const ANY_NAME = '*';

const NONE: ReadonlySet<string> = new Set();

interface Declaration {
  readonly span: Span;
  /** Local name, for a declaration that others can refer to. */
  readonly name?: string;
  /** Exported names; all declarations of a name share the list, which saves memory. */
  readonly exported?: Iterable<string>;
}

/** `code`: any use in a declaration counts. `value`: in functions, only uses in returned values count. */
export type ExportUse = 'code' | 'value';

/** Index of the exports of a module by the content of their values. */
export interface ExportIndex {
  /**
   * Names under which a module exports a declaration that contains one of the places or refers to one of the names,
   * directly or through other declarations of the module. `names`: local names of imports.
   */
  namesContaining(places: Iterable<Span>, names?: ReadonlySet<string>): ReadonlySet<string>;
}

/** Index of one file's facts for repeated look-ups. */
export function indexExports(facts: FileFacts, use: ExportUse = 'code'): ExportIndex {
  return INDEXES[use](facts);
}

const INDEXES: Readonly<Record<ExportUse, (facts: FileFacts) => ExportIndex>> = {
  code: memoByObject((facts: FileFacts) => createIndex(facts, 'code')),
  value: memoByObject((facts: FileFacts) => createIndex(facts, 'value')),
};

function createIndex(facts: FileFacts, use: ExportUse): ExportIndex {
  const declarations = declarationsOf(facts, use);
  const index = new Spans(declarations);
  const isPart = use === 'code' ? () => true : valueTest(facts);
  const declarationsAround = (at: Span): readonly Declaration[] =>
    [...index.around(at)].filter(({ span }) => isPart(at, span));
  const imports = facts.bindings.flatMap(({ name, value }) => (value?.kind === 'imported' ? [name] : []));
  // Other names are never looked up.
  const users = new Map<string, Set<Declaration>>(
    [...imports, ...declarations.flatMap(({ name }) => name ?? [])].map((name) => [name, new Set()]),
  );
  const addUse = (name: string, at: Span): void => {
    const usersOfName = users.get(name);
    if (usersOfName !== undefined) for (const declaration of declarationsAround(at)) usersOfName.add(declaration);
  };
  for (const { name, at } of leavesOf(facts).names) addUse(name, at);
  for (const parent of facts.classes.flatMap((fact) => fact.extends ?? []))
    if (parent.kind === 'name') addUse(parent.name, parent.at);
  for (const type of typesOf(facts)) addUse(firstNameOf(type), type.at);
  // An export that refers to a declaration contains the values of the declaration.
  const exportsOfUsers = reachableMarks(
    (name: string) => [...(users.get(name) ?? [])].flatMap((user) => user.name ?? []),
    (name) => exportedBy(users.get(name) ?? []),
  );
  return {
    namesContaining(places, names = NONE) {
      const containing = new Set<Declaration>();
      const containingNames = new Set(names);
      for (const at of places)
        for (const declaration of declarationsAround(at)) {
          containing.add(declaration);
          if (declaration.name !== undefined) containingNames.add(declaration.name);
        }
      const exported = new Set(exportedBy(containing));
      for (const name of exportsOfUsers(containingNames)) exported.add(name);
      for (const fact of facts.exports)
        if (fact.kind === 'local' && fact.value.kind === 'name' && names.has(fact.value.name)) exported.add(fact.name);
      return exported;
    },
  };
}

/** Exported names of declarations. A list that several declarations share is read once. */
function* exportedBy(declarations: Iterable<Declaration>): Iterable<string> {
  const lists = new Set<Iterable<string>>();
  for (const { exported } of declarations) if (exported !== undefined) lists.add(exported);
  for (const list of lists) yield* list;
}

function typesOf(facts: FileFacts): readonly TypeFact[] {
  return [
    ...facts.bindings.flatMap(({ type }) => type ?? []),
    ...facts.functions.flatMap(({ returnType }) => returnType ?? []),
    ...facts.classes.flatMap(({ members }) => members.flatMap(({ type }) => type ?? [])),
  ];
}

/** Declarations of the module (for `value`, of all scopes), and values that the module exports. */
function declarationsOf(facts: FileFacts, use: ExportUse): readonly Declaration[] {
  const end = endOfModule(facts);
  const wrappers = immediateFunctions(facts);
  const isOfModule = ({ scope }: BindingFact): boolean =>
    (scope[0] === 0 && scope[1] === end) || wrappers.some(({ at }) => at[1] === scope[1] && at[0] <= scope[0]);
  const exported = new Map<string, Set<string>>();
  const exportedValues: Declaration[] = [];
  for (const fact of facts.exports) {
    if (fact.kind === 'from' || fact.kind === 'all') continue;
    const name = fact.kind === 'assigned' ? ANY_NAME : fact.name;
    if (fact.value.kind === 'name' && fact.kind === 'local') {
      const aliases = exported.get(fact.value.name) ?? new Set();
      exported.set(fact.value.name, aliases.add(name));
    } else exportedValues.push(...spansOf(facts, fact.value, use).map((span) => ({ span, exported: [name] })));
  }
  const declaration = (name: string, span: Span, isExported: boolean): Declaration => {
    const aliases = isExported ? exported.get(name) : undefined;
    return aliases === undefined ? { span, name } : { span, name, exported: aliases };
  };
  const fromBindings = facts.bindings.flatMap((binding) => {
    const { name, kind, value, type } = binding;
    if (kind === 'parameter' || kind === 'import' || (use === 'code' && !isOfModule(binding))) return [];
    const spans = [
      binding.at,
      ...(value === undefined ? [] : spansOf(facts, value, use)),
      ...(type === undefined ? [] : [type.at]),
    ];
    return spans.map((span) => declaration(name, span, isOfModule(binding)));
  });
  const fromAssignments = facts.assignments.flatMap(({ target, at }) => {
    let owner = target;
    while (owner.kind === 'member') owner = owner.object;
    const holder =
      owner.kind === 'this' && owner.ofClass !== undefined ? facts.classes[owner.ofClass]?.name : undefined;
    const name = owner.kind === 'name' ? owner.name : holder;
    return name === undefined ? [] : [declaration(name, at, true)];
  });
  const fromStores =
    use === 'code'
      ? []
      : facts.calls.flatMap((call) => receiverOf(call).map((name) => declaration(name, call.at, true)));
  return [...fromBindings, ...fromAssignments, ...fromStores, ...exportedValues];
}

/** Methods that store an argument in the receiver. */
const STORING_METHOD = /^(?:add|append|concat|push|set|unshift)$/;

/** The name of the receiver in which a call stores its arguments. */
function receiverOf({ callee }: CallFact): readonly string[] {
  if (callee.kind !== 'member' || !STORING_METHOD.test(callee.property)) return [];
  let owner = callee.object;
  while (owner.kind === 'member') owner = owner.object;
  return owner.kind === 'name' ? [owner.name] : [];
}

/**
 * Returns a test of whether a place in a declaration is part of its value. The value of a function is its results.
 */
function valueTest({ functions }: FileFacts): (at: Span, declaration: Span) => boolean {
  const index = new Spans(functions.map(({ at, returns }) => ({ span: at, returns })));
  return ([from, to], declared) => {
    for (const { span, returns } of index.around([from, to])) {
      if (span[0] < declared[0] || span[1] > declared[1]) continue;
      if (!returns.some(({ at }) => at[0] <= from && to <= at[1])) return false;
    }
    return true;
  };
}

/** Functions that run in place, whose declarations belong to the module. */
function immediateFunctions({ functions }: FileFacts): readonly FunctionFact[] {
  const runsOnce = (index: number | undefined): boolean =>
    index === undefined || (functions[index]?.once === true && runsOnce(functions[index].within));
  return functions.filter((fact) => fact.once === true && runsOnce(fact.within));
}

function spansOf(facts: FileFacts, value: ExprFact, use: ExportUse): readonly Span[] {
  if (value.kind === 'class') return [facts.classes[value.class]?.at ?? value.at];
  if (value.kind !== 'function') return [value.at];
  const fact = facts.functions[value.function];
  if (fact === undefined) return [value.at];
  return use === 'code' ? [fact.at] : fact.returns.map(({ at }) => at);
}

/** Finds the ranges around a position. Declarations of a module are rarely nested, so few are compared. */
class Spans<T extends { readonly span: Span }> {
  readonly #sorted: readonly T[];
  /** For each sorted range, the furthest end of the ranges up to it. */
  readonly #furthestEnds: readonly number[];

  constructor(items: readonly T[]) {
    this.#sorted = [...items].sort((left, right) => left.span[0] - right.span[0]);
    let furthest = 0;
    this.#furthestEnds = this.#sorted.map(({ span }) => (furthest = Math.max(furthest, span[1])));
  }

  *around([from, to]: Span): Iterable<T> {
    for (
      let index = lastStartingBy(this.#sorted, ({ span }) => span, from);
      index >= 0 && (this.#furthestEnds[index] ?? 0) >= to;
      index -= 1
    ) {
      const found = this.#sorted[index];
      if (found !== undefined && to <= found.span[1]) yield found;
    }
  }
}

interface Visit<N> {
  readonly node: N;
  readonly number: number;
  readonly next: readonly N[];
  nextIndex: number;
  /** Smallest number of an unsettled node that is reachable. */
  lowest: number;
}

/**
 * Marks of a cycle of nodes, with links to the marks that are reachable from it: copies for each node of a long chain
 * would take quadratic time.
 */
interface ReachedMarks<M> {
  readonly marks: ReadonlySet<M>;
  readonly linked: readonly ReachedMarks<M>[];
}

/** Maximum number of marks that are copied to each node; larger sets are linked. */
const COPIED_MARKS = 64;

/**
 * Returns a function that finds the marks reachable from some nodes of a graph, their own included. Each node and edge
 * is visited once for all calls: all nodes of a cycle reach the same marks (Tarjan's algorithm).
 */
export function reachableMarks<N, M>(
  nextOf: (node: N) => Iterable<N>,
  marksOf: (node: N) => Iterable<M>,
): (starts: Iterable<N>) => ReadonlySet<M> {
  const reached = new Map<N, ReachedMarks<M>>();
  const numbers = new Map<N, number>();
  const unsettledVisits: Visit<N>[] = [];
  const enter = (node: N): Visit<N> => {
    const visit: Visit<N> = { node, number: numbers.size, next: [...nextOf(node)], nextIndex: 0, lowest: numbers.size };
    numbers.set(node, visit.number);
    unsettledVisits.push(visit);
    return visit;
  };
  const settleCycle = (cycle: readonly Visit<N>[]): void => {
    const linked = new Set(cycle.flatMap(({ next }) => next.flatMap((node) => reached.get(node) ?? [])));
    const cycleMarks = mergedMarks(
      cycle.flatMap(({ node }) => [...marksOf(node)]),
      [...linked],
    );
    for (const { node } of cycle) reached.set(node, cycleMarks);
  };
  const visitFrom = (start: N): void => {
    const path = [enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      if (visit.nextIndex < visit.next.length) {
        const node = visit.next[visit.nextIndex++] as N;
        const number = numbers.get(node);
        if (number === undefined) path.push(enter(node));
        else if (!reached.has(node)) visit.lowest = Math.min(visit.lowest, number);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) parent.lowest = Math.min(parent.lowest, visit.lowest);
      if (visit.lowest === visit.number) settleCycle(unsettledVisits.splice(unsettledVisits.lastIndexOf(visit)));
    }
  };
  return (starts) => {
    const reachedMarks: ReachedMarks<M>[] = [];
    for (const start of starts) {
      if (!reached.has(start)) visitFrom(start);
      const marks = reached.get(start);
      if (marks !== undefined) reachedMarks.push(marks);
    }
    return marksIn(reachedMarks);
  };
}

/** Merges the marks of a cycle with those that are reachable from it. */
function mergedMarks<M>(ownMarks: readonly M[], linked: readonly ReachedMarks<M>[]): ReachedMarks<M> {
  const [first] = linked;
  if (first !== undefined && linked.length === 1 && ownMarks.every((mark) => first.marks.has(mark))) return first;
  const marks = new Set(ownMarks);
  const isFlat = linked.every((reached) => reached.linked.length === 0);
  if (!isFlat || linked.reduce((sum, reached) => sum + reached.marks.size, ownMarks.length) > COPIED_MARKS)
    return { marks, linked };
  for (const reached of linked) for (const mark of reached.marks) marks.add(mark);
  return { marks, linked: [] };
}

function marksIn<M>(sets: readonly ReachedMarks<M>[]): ReadonlySet<M> {
  const [only] = sets;
  if (only !== undefined && sets.length === 1 && only.linked.length === 0) return only.marks;
  const marks = new Set<M>();
  const visited = new Set(sets);
  // Grows during the loop.
  for (const reached of visited) {
    for (const mark of reached.marks) marks.add(mark);
    for (const below of reached.linked) visited.add(below);
  }
  return marks;
}

import { endOfModule, firstNameOf } from '../languages/facts/scope.js';
import { visitExprs } from '../languages/facts/expressions.js';
import { memoByObject } from '../core/lib/collections.js';
import type { BindingFact, CallFact, ExprFact, FileFacts, FunctionFact, TypeFact } from '../core/model/facts.js';
import { lastStartingBy } from '../core/model/span.js';
import type { Span } from '../core/model/span.js';

type ExprOf<K extends ExprFact['kind']> = Extract<ExprFact, { readonly kind: K }>;

/** Expressions of a file that have no parts, by kind, each once. */
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

/** `Clock` of `Clock.Face`. */
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
  /** Exported names. All declarations of a name share the list: many declarations with many exports would multiply. */
  readonly exported?: Iterable<string>;
}

/** `code`: any use in a function counts. `value`: only uses in returned values, or in a value. */
export type ExportUse = 'code' | 'value';

/** Index of the exports of a module by the content of their values. */
export interface ExportIndex {
  /**
   * Names under which a module exports a declaration that contains one of the places or refers to one of the names, in
   * its value or in its code, directly or through other declarations of the module. `names`: local names of its
   * imports.
   */
  holding(places: Iterable<Span>, names?: ReadonlySet<string>): ReadonlySet<string>;
}

/** Index of one file's facts for repeated look-ups. */
export function indexExports(facts: FileFacts, within: ExportUse = 'code'): ExportIndex {
  return INDEXES[within](facts);
}

const INDEXES: Readonly<Record<ExportUse, (facts: FileFacts) => ExportIndex>> = {
  code: memoByObject((facts: FileFacts) => makeIndex(facts, 'code')),
  value: memoByObject((facts: FileFacts) => makeIndex(facts, 'value')),
};

function makeIndex(facts: FileFacts, within: ExportUse): ExportIndex {
  const declarations = declarationsOf(facts, within);
  const index = new Spans(declarations);
  const isPart = within === 'code' ? () => true : valueTest(facts);
  const around = (at: Span): readonly Declaration[] => [...index.around(at)].filter(({ span }) => isPart(at, span));
  const imports = facts.bindings.flatMap(({ name, value }) => (value?.kind === 'imported' ? [name] : []));
  // Other names are never looked up.
  const users = new Map<string, Set<Declaration>>(
    [...imports, ...declarations.flatMap(({ name }) => name ?? [])].map((name) => [name, new Set()]),
  );
  const refer = (name: string, at: Span): void => {
    const known = users.get(name);
    if (known !== undefined) for (const declaration of around(at)) known.add(declaration);
  };
  for (const { name, at } of leavesOf(facts).names) refer(name, at);
  for (const parent of facts.classes.flatMap((fact) => fact.extends ?? []))
    if (parent.kind === 'name') refer(parent.name, parent.at);
  for (const type of typesOf(facts)) refer(firstNameOf(type), type.at);
  // If an export refers to a declaration, it contains the values of that declaration.
  const ofUsers = reachMarks(
    (name: string) => [...(users.get(name) ?? [])].flatMap((user) => user.name ?? []),
    (name) => exportedBy(users.get(name) ?? []),
  );
  return {
    holding(places, names = NONE) {
      const holders = new Set<Declaration>();
      const heldNames = new Set(names);
      for (const at of places)
        for (const declaration of around(at)) {
          holders.add(declaration);
          if (declaration.name !== undefined) heldNames.add(declaration.name);
        }
      const exported = new Set(exportedBy(holders));
      for (const name of ofUsers(heldNames)) exported.add(name);
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
function declarationsOf(facts: FileFacts, within: ExportUse): readonly Declaration[] {
  const end = endOfModule(facts);
  const wrappers = wrappersOf(facts);
  const isOfModule = ({ scope }: BindingFact): boolean =>
    (scope[0] === 0 && scope[1] === end) || wrappers.some(({ at }) => at[1] === scope[1] && at[0] <= scope[0]);
  const exported = new Map<string, Set<string>>();
  const direct: Declaration[] = [];
  for (const fact of facts.exports) {
    if (fact.kind === 'from' || fact.kind === 'all') continue;
    const name = fact.kind === 'assigned' ? ANY_NAME : fact.name;
    if (fact.value.kind === 'name' && fact.kind === 'local') {
      const aliases = exported.get(fact.value.name) ?? new Set();
      exported.set(fact.value.name, aliases.add(name));
    } else direct.push(...spansOf(facts, fact.value, within).map((span) => ({ span, exported: [name] })));
  }
  const declare = (name: string, span: Span, isExported: boolean): Declaration => {
    const aliases = isExported ? exported.get(name) : undefined;
    return aliases === undefined ? { span, name } : { span, name, exported: aliases };
  };
  const declared = facts.bindings.flatMap((binding) => {
    const { name, kind, value, type } = binding;
    if (kind === 'parameter' || kind === 'import' || (within === 'code' && !isOfModule(binding))) return [];
    const spans = [
      binding.at,
      ...(value === undefined ? [] : spansOf(facts, value, within)),
      ...(type === undefined ? [] : [type.at]),
    ];
    return spans.map((span) => declare(name, span, isOfModule(binding)));
  });
  const assigned = facts.assignments.flatMap(({ target, at }) => {
    let owner = target;
    while (owner.kind === 'member') owner = owner.object;
    const holder =
      owner.kind === 'this' && owner.ofClass !== undefined ? facts.classes[owner.ofClass]?.name : undefined;
    const name = owner.kind === 'name' ? owner.name : holder;
    return name === undefined ? [] : [declare(name, at, true)];
  });
  const filled =
    within === 'code'
      ? []
      : facts.calls.flatMap((call) => receiverOf(call).map((name) => declare(name, call.at, true)));
  return [...declared, ...assigned, ...filled, ...direct];
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
 * Returns a test of whether a place in a declaration is part of its value: for a function, of its results rather than
 * its other code.
 */
function valueTest({ functions }: FileFacts): (at: Span, declared: Span) => boolean {
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
function wrappersOf({ functions }: FileFacts): readonly FunctionFact[] {
  const isOnce = (index: number | undefined): boolean =>
    index === undefined || (functions[index]?.once === true && isOnce(functions[index].within));
  return functions.filter((fact) => fact.once === true && isOnce(fact.within));
}

function spansOf(facts: FileFacts, value: ExprFact, within: ExportUse): readonly Span[] {
  if (value.kind === 'class') return [facts.classes[value.class]?.at ?? value.at];
  if (value.kind !== 'function') return [value.at];
  const fact = facts.functions[value.function];
  if (fact === undefined) return [value.at];
  return within === 'code' ? [fact.at] : fact.returns.map(({ at }) => at);
}

/** Finds the ranges around a position. Declarations of a module are rarely nested, so few are compared. */
class Spans<T extends { readonly span: Span }> {
  readonly #sorted: readonly T[];
  /** For each index in order, the furthest end up to it. */
  readonly #reach: readonly number[];

  constructor(all: readonly T[]) {
    this.#sorted = [...all].sort((left, right) => left.span[0] - right.span[0]);
    let longest = 0;
    this.#reach = this.#sorted.map(({ span }) => (longest = Math.max(longest, span[1])));
  }

  *around([from, to]: Span): Iterable<T> {
    for (
      let index = lastStartingBy(this.#sorted, ({ span }) => span, from);
      index >= 0 && (this.#reach[index] ?? 0) >= to;
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
  at: number;
  /** Smallest number of an open node that is reachable. */
  low: number;
}

/**
 * The marks of a cycle of nodes, linked to those reached from it: copies for each node of a long chain would be
 * quadratic.
 */
interface Reached<M> {
  readonly marks: ReadonlySet<M>;
  readonly below: readonly Reached<M>[];
}

/** Maximum number of marks that are copied to each node; larger sets are linked. */
const FEW = 64;

/**
 * Returns a function that finds the marks reachable from some nodes of a graph, their own included. Each node and edge
 * is visited once for all calls: all nodes of a cycle reach the same marks (Tarjan's algorithm).
 */
export function reachMarks<N, M>(
  nextOf: (node: N) => Iterable<N>,
  marksOf: (node: N) => Iterable<M>,
): (starts: Iterable<N>) => ReadonlySet<M> {
  const reached = new Map<N, Reached<M>>();
  const numbers = new Map<N, number>();
  const unsettled: Visit<N>[] = [];
  const enter = (node: N): Visit<N> => {
    const visit: Visit<N> = { node, number: numbers.size, next: [...nextOf(node)], at: 0, low: numbers.size };
    numbers.set(node, visit.number);
    unsettled.push(visit);
    return visit;
  };
  const settle = (cycle: readonly Visit<N>[]): void => {
    const below = new Set(cycle.flatMap(({ next }) => next.flatMap((node) => reached.get(node) ?? [])));
    const all = merged(
      cycle.flatMap(({ node }) => [...marksOf(node)]),
      [...below],
    );
    for (const { node } of cycle) reached.set(node, all);
  };
  const search = (start: N): void => {
    const path = [enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      if (visit.at < visit.next.length) {
        const node = visit.next[visit.at++] as N;
        const number = numbers.get(node);
        if (number === undefined) path.push(enter(node));
        else if (!reached.has(node)) visit.low = Math.min(visit.low, number);
        continue;
      }
      path.pop();
      const before = path.at(-1);
      if (before !== undefined) before.low = Math.min(before.low, visit.low);
      if (visit.low === visit.number) settle(unsettled.splice(unsettled.lastIndexOf(visit)));
    }
  };
  return (starts) => {
    const found: Reached<M>[] = [];
    for (const start of starts) {
      if (!reached.has(start)) search(start);
      const marks = reached.get(start);
      if (marks !== undefined) found.push(marks);
    }
    return marksIn(found);
  };
}

/** Merges own marks with those that are reached further on. */
function merged<M>(own: readonly M[], below: readonly Reached<M>[]): Reached<M> {
  const [first] = below;
  if (first !== undefined && below.length === 1 && own.every((mark) => first.marks.has(mark))) return first;
  const marks = new Set(own);
  const isFlat = below.every((reached) => reached.below.length === 0);
  if (!isFlat || below.reduce((sum, reached) => sum + reached.marks.size, own.length) > FEW) return { marks, below };
  for (const reached of below) for (const mark of reached.marks) marks.add(mark);
  return { marks, below: [] };
}

function marksIn<M>(some: readonly Reached<M>[]): ReadonlySet<M> {
  const [only] = some;
  if (only !== undefined && some.length === 1 && only.below.length === 0) return only.marks;
  const marks = new Set<M>();
  const seen = new Set(some);
  // Grows during the loop.
  for (const reached of seen) {
    for (const mark of reached.marks) marks.add(mark);
    for (const below of reached.below) seen.add(below);
  }
  return marks;
}

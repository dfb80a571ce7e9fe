interface Visit<N> {
  readonly node: N;
  readonly number: number;
  readonly next: readonly N[];
  at: number;
  /** Smallest number of an open node that can be reached. */
  low: number;
}

/** The marks of a cycle of nodes, and those reached from it: a chain of nodes is as long as its marks. */
interface Reached<M> {
  readonly marks: ReadonlySet<M>;
  readonly below: readonly Reached<M>[];
}

/** Number of marks up to which they are copied to each node; more are shared. */
const FEW = 64;

/**
 * Returns the marks that some nodes of a graph reach, their own included. Each node and each edge is visited once,
 * however many nodes are given: all nodes of a cycle reach the same (Tarjan's algorithm).
 */
export function reachMarks<N, M>(
  nextOf: (node: N) => Iterable<N>,
  marksOf: (node: N) => Iterable<M>,
): (starts: Iterable<N>) => ReadonlySet<M> {
  const reached = new Map<N, Reached<M>>();
  const numbers = new Map<N, number>();
  const waiting: Visit<N>[] = [];
  const enter = (node: N): Visit<N> => {
    const visit: Visit<N> = { node, number: numbers.size, next: [...nextOf(node)], at: 0, low: numbers.size };
    numbers.set(node, visit.number);
    waiting.push(visit);
    return visit;
  };
  const settle = (circle: readonly Visit<N>[]): void => {
    const below = new Set(circle.flatMap(({ next }) => next.flatMap((node) => reached.get(node) ?? [])));
    const all = put(
      circle.flatMap(({ node }) => [...marksOf(node)]),
      [...below],
    );
    for (const { node } of circle) reached.set(node, all);
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
      if (visit.low === visit.number) settle(waiting.splice(waiting.lastIndexOf(visit)));
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

/** Merges own marks with those reached from below. */
function put<M>(own: readonly M[], below: readonly Reached<M>[]): Reached<M> {
  const [first] = below;
  if (first !== undefined && below.length === 1 && own.every((mark) => first.marks.has(mark))) return first;
  const marks = new Set(own);
  const isFlat = below.every((one) => one.below.length === 0);
  if (!isFlat || below.reduce((sum, one) => sum + one.marks.size, own.length) > FEW) return { marks, below };
  for (const one of below) for (const mark of one.marks) marks.add(mark);
  return { marks, below: [] };
}

function marksIn<M>(some: readonly Reached<M>[]): ReadonlySet<M> {
  const [only] = some;
  if (only !== undefined && some.length === 1 && only.below.length === 0) return only.marks;
  const marks = new Set<M>();
  const seen = new Set(some);
  // Grows during the loop.
  for (const one of seen) {
    for (const mark of one.marks) marks.add(mark);
    for (const below of one.below) seen.add(below);
  }
  return marks;
}

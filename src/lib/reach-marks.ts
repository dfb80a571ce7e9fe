interface Visit<N> {
  readonly node: N;
  readonly number: number;
  readonly next: readonly N[];
  at: number;
  /** Smallest number of a node that waits and can be reached. */
  low: number;
}

/**
 * What is marked on the ways from each node of a graph, the node itself included. Each node and each edge is looked at
 * once, however many nodes are asked for: nodes of one circle reach the same (Tarjan's algorithm).
 */
export function reachMarks<N, M>(
  nextOf: (node: N) => Iterable<N>,
  marksOf: (node: N) => Iterable<M>,
): (start: N) => ReadonlySet<M> {
  const reached = new Map<N, ReadonlySet<M>>();
  const numbers = new Map<N, number>();
  const waiting: Visit<N>[] = [];
  const enter = (node: N): Visit<N> => {
    const visit: Visit<N> = { node, number: numbers.size, next: [...nextOf(node)], at: 0, low: numbers.size };
    numbers.set(node, visit.number);
    waiting.push(visit);
    return visit;
  };
  const settle = (circle: readonly Visit<N>[]): void => {
    const sets = new Set(circle.flatMap(({ next }) => next.flatMap((node) => reached.get(node) ?? [])));
    const own = circle.flatMap(({ node }) => [...marksOf(node)]);
    const [first] = sets;
    const isShared = first !== undefined && sets.size === 1 && own.every((mark) => first.has(mark));
    const all = isShared ? first : new Set([...own, ...[...sets].flatMap((marks) => [...marks])]);
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
  return (start) => {
    if (!reached.has(start)) search(start);
    return reached.get(start) ?? new Set();
  };
}

import { describe, expect, it } from 'vitest';
import { reachableMarks } from '../../src/select/exported-names.js';

/** Marks reached from a node of a graph, `a>b c` for each node; capital letters are marks of the node before them. */
function reached(graph: string, start: string): string {
  const nodes = new Map(graph.split(';').map((line) => [line.trim().charAt(0), line.trim().slice(1)]));
  const marks = reachableMarks<string, string>(
    (node) => /[a-z]/g[Symbol.match](nodes.get(node) ?? '') ?? [],
    (node) => /[A-Z]/g[Symbol.match](nodes.get(node) ?? '') ?? [],
  );
  return [...marks([start])].sort().join('');
}

describe('the marks reachable from a node', () => {
  it.each([
    ['aA', 'a', 'A'],
    ['a>b; bB', 'a', 'B'],
    ['aA>b; bB', 'b', 'B'],
    ['a>b c; bB>d; cC>d; dD', 'a', 'BCD'],
    ['a>b; bB>a', 'a', 'B'],
    ['a>b; bB>c; cC>b d; dD>c', 'b', 'BCD'],
    ['a>b; bB>c; cC>b; xX>a', 'x', 'BCX'],
    ['a>b; b>c; c>b', 'a', ''],
    ['a>z', 'a', ''],
  ])('in the graph %s, from %s, are “%s”', (graph, start, marks) => {
    expect(reached(graph, start)).toBe(marks);
  });

  it('are computed with one visit of each node, whatever the start', () => {
    let looked = 0;
    const marks = reachableMarks<number, number>(
      (node) => {
        looked++;
        return node < 1000 ? [node + 1, Math.max(0, node - 1)] : [];
      },
      (node) => (node === 1000 ? [node] : []),
    );
    for (let node = 0; node <= 1000; node++) expect([...marks([node])]).toEqual([1000]);
    expect(looked).toBe(1001);
  });

  it('are united for several nodes', () => {
    const marks = reachableMarks<number, number>(
      (node) => (node < 100 ? [node + 1] : []),
      (node) => [node],
    );
    expect([...marks([98, 40])].sort((a, b) => a - b)).toEqual(Array.from({ length: 61 }, (_, index) => 40 + index));
  });

  it('include all marks of a chain', () => {
    let added = 0;
    class Counted extends Set<number> {
      override add(mark: number): this {
        added++;
        return super.add(mark);
      }
    }
    const own = globalThis.Set;
    globalThis.Set = Counted;
    try {
      const marks = reachableMarks<number, number>(
        (node) => (node < 4000 ? [node + 1] : []),
        (node) => [node],
      );
      expect(marks([0]).size).toBe(4001);
    } finally {
      globalThis.Set = own;
    }
    expect(added).toBeLessThan(200_000);
  });
});

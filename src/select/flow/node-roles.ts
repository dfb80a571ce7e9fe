import { groupBy } from '../../core/lib/collections.js';
import type { FileFlow, Step } from './graph.js';

/** Calls, functions, classes and imports that each node of a file's graph belongs to, by node. */
export interface NodeRoles {
  /** Indexes of the file's exports. */
  readonly exported: NodeLists;
  readonly callees: NodeLists;
  /** Two numbers for each argument: the call, and the index of the argument. */
  readonly arguments: NodeLists;
  readonly receivers: NodeLists;
  readonly heirs: NodeLists;
  readonly results: NodeNumbers;
  readonly resultsOfCalls: NodeNumbers;
  readonly functions: NodeNumbers;
  /** Functions that have the node as a parameter, and the index of the parameter. */
  readonly parameters: NodeNumbers;
  readonly parameterPlaces: NodeNumbers;
  readonly classes: NodeNumbers;
  readonly instances: NodeNumbers;
  readonly imports: ReadonlyMap<number, readonly Named[]>;
  readonly types: ReadonlyMap<number, readonly Named[]>;
  /** Steps that lead to a node. */
  readonly back: (node: number) => Iterable<BackStep>;
}

type Named = readonly [specifier: string, name: string];

/** A step read backwards. */
export type BackStep = readonly [kind: Step[0], from: number, property: string];

/** Index of the argument that represents the named arguments. */
export const NAMED = -1;

const NONE = new Int32Array(0);

/** Lists of numbers by node, stored in two arrays, because a graph has as many nodes as its file has words. */
class NodeLists {
  readonly #starts: Int32Array;
  readonly #values: Int32Array;

  /** `each` runs twice: once to count, once to write. */
  constructor(nodes: number, each: (add: (node: number, ...values: readonly number[]) => void) => void) {
    const starts = new Int32Array(nodes + 2);
    let all = 0;
    each((node, ...values) => {
      if (node < 0) return;
      starts[node + 2] = (starts[node + 2] ?? 0) + values.length;
      all += values.length;
    });
    this.#starts = starts;
    this.#values = all === 0 ? NONE : new Int32Array(all);
    if (all === 0) return;
    for (let node = 2; node < starts.length; node += 1) starts[node] = (starts[node] ?? 0) + (starts[node - 1] ?? 0);
    // This entry is the next free position of the list; once it is full, it is the start of the next list.
    each((node, ...values) => {
      if (node < 0) return;
      for (const value of values) {
        const place = starts[node + 1] ?? 0;
        this.#values[place] = value;
        starts[node + 1] = place + 1;
      }
    });
  }

  get(node: number): Int32Array {
    const [start = 0, end = 0] = [this.#starts[node], this.#starts[node + 1]];
    return start === end ? NONE : this.#values.subarray(start, end);
  }
}

/** At most one number for each node. */
class NodeNumbers {
  readonly #values: Int32Array;

  constructor(nodes: number, each: (set: (node: number, value: number) => void) => void) {
    this.#values = new Int32Array(nodes).fill(-1);
    each((node, value) => {
      this.#values[node] = value;
    });
  }

  get(node: number): number | undefined {
    const value = this.#values[node];
    return value === -1 ? undefined : value;
  }

  has(node: number): boolean {
    return this.get(node) !== undefined;
  }
}

/** Returns the roles of the nodes of a file's graph. */
export function rolesOf(flow: FileFlow): NodeRoles {
  const { calls, functions, classes, nodes, steps } = flow;
  const lists = (each: ConstructorParameters<typeof NodeLists>[1]): NodeLists => new NodeLists(nodes, each);
  const numbers = (each: ConstructorParameters<typeof NodeNumbers>[1]): NodeNumbers => new NodeNumbers(nodes, each);
  let back: NodeLists | undefined;
  const stepsBack = (): NodeLists =>
    (back ??= lists((add) => {
      for (const [from, list] of Object.entries(steps))
        for (const [index, step] of list.entries()) add(step[1], Number(from), index);
    }));
  return {
    exported: lists((add) => {
      for (const [index, [, node]] of flow.exports.entries()) add(node, index);
    }),
    callees: lists((add) => {
      for (const [index, { callee }] of calls.entries()) add(callee, index);
    }),
    arguments: lists((add) => {
      for (const [index, { args, named }] of calls.entries()) {
        for (const [argument, node] of args.entries()) add(node, index, argument);
        if (named !== undefined) add(named, index, NAMED);
      }
    }),
    receivers: lists((add) => {
      for (const [index, { receiver }] of calls.entries()) if (receiver !== undefined) add(receiver, index);
    }),
    heirs: lists((add) => {
      for (const [index, { parent }] of classes.entries()) if (parent !== undefined) add(parent, index);
    }),
    results: numbers((set) => {
      for (const [index, { result }] of functions.entries()) set(result, index);
    }),
    resultsOfCalls: numbers((set) => {
      for (const [index, { result }] of calls.entries()) set(result, index);
    }),
    functions: numbers((set) => {
      for (const [index, { node }] of functions.entries()) set(node, index);
    }),
    parameters: numbers((set) => {
      for (const [owner, { parameters }] of functions.entries()) for (const node of parameters) set(node, owner);
    }),
    parameterPlaces: numbers((set) => {
      for (const { parameters } of functions) for (const [place, node] of parameters.entries()) set(node, place);
    }),
    classes: numbers((set) => {
      for (const [index, { node }] of classes.entries()) set(node, index);
    }),
    instances: numbers((set) => {
      for (const [index, { instance }] of classes.entries()) set(instance, index);
    }),
    imports: named(flow.imports),
    types: named(flow.types),
    *back(node) {
      const found = stepsBack().get(node);
      for (let index = 0; index < found.length; index += 2) {
        const from = found[index] ?? -1;
        const step = steps[from]?.[found[index + 1] ?? -1];
        if (step !== undefined) yield [step[0], from, step[0] === 'load' || step[0] === 'store' ? step[2] : ''];
      }
    },
  };
}

function named(entries: FileFlow['imports']): ReadonlyMap<number, readonly Named[]> {
  return new Map(
    [...groupBy(entries, ([node]) => node)].map(([node, some]) => [
      node,
      some.map(([, specifier, name]) => [specifier, name] as const),
    ]),
  );
}

import { groupBy } from '../../core/lib/collections.js';
import type { FileFlow, Step } from './graph.js';

/** Calls, functions, classes and imports to which the nodes of a file's graph belong, by node. */
export interface NodeRoles {
  /** Indexes of the file's exports. */
  readonly exported: NodeLists;
  readonly callees: NodeLists;
  /** Two numbers for each argument: the call, and the index of the argument. */
  readonly arguments: NodeLists;
  readonly receivers: NodeLists;
  readonly subclasses: NodeLists;
  readonly results: NodeNumbers;
  readonly resultsOfCalls: NodeNumbers;
  readonly functions: NodeNumbers;
  /** Functions that have the node as a parameter, and the index of the parameter. */
  readonly parameters: NodeNumbers;
  readonly parameterPlaces: NodeNumbers;
  readonly classes: NodeNumbers;
  readonly instances: NodeNumbers;
  readonly imports: ReadonlyMap<number, readonly ImportedName[]>;
  readonly types: ReadonlyMap<number, readonly ImportedName[]>;
  /** Steps that lead to a node. */
  readonly back: (node: number) => Iterable<BackStep>;
}

type ImportedName = readonly [specifier: string, name: string];

/** A step to a node, with the node from which it starts. */
export type BackStep = readonly [kind: Step[0], from: number, property: string];

/** Index of the argument that represents the named arguments. */
export const NAMED_ARGUMENTS = -1;

const EMPTY = new Int32Array(0);

/** Lists of numbers by node, stored in two arrays to save memory, because a graph has many nodes. */
class NodeLists {
  readonly #starts: Int32Array;
  readonly #values: Int32Array;

  /** `forEachEntry` runs twice: once to count, once to write. */
  constructor(nodes: number, forEachEntry: (add: (node: number, ...values: readonly number[]) => void) => void) {
    const starts = new Int32Array(nodes + 2);
    let valueCount = 0;
    forEachEntry((node, ...values) => {
      if (node < 0) return;
      starts[node + 2] = (starts[node + 2] ?? 0) + values.length;
      valueCount += values.length;
    });
    this.#starts = starts;
    this.#values = valueCount === 0 ? EMPTY : new Int32Array(valueCount);
    if (valueCount === 0) return;
    for (let node = 2; node < starts.length; node += 1) starts[node] = (starts[node] ?? 0) + (starts[node - 1] ?? 0);
    // `starts[node + 1]` is the next free position of the list; once the list is full, the start of the next list.
    forEachEntry((node, ...values) => {
      if (node < 0) return;
      for (const value of values) {
        const position = starts[node + 1] ?? 0;
        this.#values[position] = value;
        starts[node + 1] = position + 1;
      }
    });
  }

  get(node: number): Int32Array {
    const [start = 0, end = 0] = [this.#starts[node], this.#starts[node + 1]];
    return start === end ? EMPTY : this.#values.subarray(start, end);
  }
}

/** Numbers by node, at most one for each. */
class NodeNumbers {
  readonly #values: Int32Array;

  constructor(nodes: number, forEachEntry: (set: (node: number, value: number) => void) => void) {
    this.#values = new Int32Array(nodes).fill(-1);
    forEachEntry((node, value) => {
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
  const nodeLists = (forEachEntry: ConstructorParameters<typeof NodeLists>[1]): NodeLists =>
    new NodeLists(nodes, forEachEntry);
  const nodeNumbers = (forEachEntry: ConstructorParameters<typeof NodeNumbers>[1]): NodeNumbers =>
    new NodeNumbers(nodes, forEachEntry);
  let incoming: NodeLists | undefined;
  const incomingSteps = (): NodeLists =>
    (incoming ??= nodeLists((add) => {
      for (const [from, list] of Object.entries(steps))
        for (const [index, step] of list.entries()) add(step[1], Number(from), index);
    }));
  return {
    exported: nodeLists((add) => {
      for (const [index, [, node]] of flow.exports.entries()) add(node, index);
    }),
    callees: nodeLists((add) => {
      for (const [index, { callee }] of calls.entries()) add(callee, index);
    }),
    arguments: nodeLists((add) => {
      for (const [index, { args, named }] of calls.entries()) {
        for (const [argument, node] of args.entries()) add(node, index, argument);
        if (named !== undefined) add(named, index, NAMED_ARGUMENTS);
      }
    }),
    receivers: nodeLists((add) => {
      for (const [index, { receiver }] of calls.entries()) if (receiver !== undefined) add(receiver, index);
    }),
    subclasses: nodeLists((add) => {
      for (const [index, { parent }] of classes.entries()) if (parent !== undefined) add(parent, index);
    }),
    results: nodeNumbers((set) => {
      for (const [index, { result }] of functions.entries()) set(result, index);
    }),
    resultsOfCalls: nodeNumbers((set) => {
      for (const [index, { result }] of calls.entries()) set(result, index);
    }),
    functions: nodeNumbers((set) => {
      for (const [index, { node }] of functions.entries()) set(node, index);
    }),
    parameters: nodeNumbers((set) => {
      for (const [owner, { parameters }] of functions.entries()) for (const node of parameters) set(node, owner);
    }),
    parameterPlaces: nodeNumbers((set) => {
      for (const { parameters } of functions) for (const [place, node] of parameters.entries()) set(node, place);
    }),
    classes: nodeNumbers((set) => {
      for (const [index, { node }] of classes.entries()) set(node, index);
    }),
    instances: nodeNumbers((set) => {
      for (const [index, { instance }] of classes.entries()) set(instance, index);
    }),
    imports: importsByNode(flow.imports),
    types: importsByNode(flow.types),
    *back(node) {
      const stepsTo = incomingSteps().get(node);
      for (let index = 0; index < stepsTo.length; index += 2) {
        const from = stepsTo[index] ?? -1;
        const step = steps[from]?.[stepsTo[index + 1] ?? -1];
        if (step !== undefined) yield [step[0], from, step[0] === 'load' || step[0] === 'store' ? step[2] : ''];
      }
    },
  };
}

function importsByNode(entries: FileFlow['imports']): ReadonlyMap<number, readonly ImportedName[]> {
  return new Map(
    [...groupBy(entries, ([node]) => node)].map(([node, imports]) => [
      node,
      imports.map(([, specifier, name]) => [specifier, name] as const),
    ]),
  );
}

import { addTo } from '../lib/multimap.js';
import type { FileFlow, Step } from './file-flow.js';

/** Calls, functions, classes and imports that each node of a file's graph belongs to, by node. */
export interface NodeRoles {
  readonly exported: ReadonlyMap<number, readonly string[]>;
  readonly imports: ReadonlyMap<number, readonly (readonly [specifier: string, name: string])[]>;
  readonly types: ReadonlyMap<number, readonly (readonly [specifier: string, name: string])[]>;
  readonly callees: ReadonlyMap<number, readonly number[]>;
  readonly arguments: ReadonlyMap<number, readonly (readonly [call: number, argument: number])[]>;
  readonly receivers: ReadonlyMap<number, readonly number[]>;
  readonly results: ReadonlyMap<number, number>;
  readonly resultsOfCalls: ReadonlyMap<number, number>;
  readonly functions: ReadonlyMap<number, number>;
  readonly parameters: ReadonlyMap<number, readonly [owner: number, index: number]>;
  readonly classes: ReadonlyMap<number, number>;
  readonly instances: ReadonlyMap<number, number>;
  readonly heirs: ReadonlyMap<number, readonly number[]>;
  readonly back: () => ReadonlyMap<number, readonly BackStep[]>;
}

/** A step read backwards. */
export type BackStep = readonly [kind: Step[0], from: number, property: string];

/** Argument that stands for those that are given by name. */
export const NAMED = -1;

/** Returns the roles of the nodes of a file's graph. */
export function rolesOf(flow: FileFlow): NodeRoles {
  const group = <T>(entries: Iterable<readonly [number, T]>): ReadonlyMap<number, readonly T[]> => {
    const found = new Map<number, T[]>();
    for (const [node, value] of entries) addTo(found, node, value);
    return found;
  };
  let back: ReadonlyMap<number, readonly BackStep[]> | undefined;
  return {
    exported: group(flow.exports.map(([name, node]) => [node, name])),
    imports: group(flow.imports.map(([node, specifier, name]) => [node, [specifier, name] as const])),
    types: group(flow.types.map(([node, specifier, name]) => [node, [specifier, name] as const])),
    callees: group(flow.calls.map(({ callee }, index) => [callee, index])),
    arguments: group(
      flow.calls.flatMap(({ args, named }, call) => [
        ...args.map((node, argument) => [node, [call, argument] as const] as const),
        ...(named === undefined ? [] : [[named, [call, NAMED] as const] as const]),
      ]),
    ),
    receivers: group(
      flow.calls.flatMap(({ receiver }, index) => (receiver === undefined ? [] : [[receiver, index] as const])),
    ),
    results: new Map(flow.functions.map(({ result }, index) => [result, index])),
    resultsOfCalls: new Map(flow.calls.map(({ result }, index) => [result, index])),
    functions: new Map(flow.functions.map(({ node }, index) => [node, index])),
    parameters: new Map(
      flow.functions.flatMap(({ parameters }, owner) =>
        parameters.map((node, index) => [node, [owner, index] as const] as const),
      ),
    ),
    classes: new Map(flow.classes.map(({ node }, index) => [node, index])),
    instances: new Map(flow.classes.map(({ instance }, index) => [instance, index])),
    heirs: group(flow.classes.flatMap(({ parent }, index) => (parent === undefined ? [] : [[parent, index] as const]))),
    back: () => (back ??= backwards(flow)),
  };
}

function backwards({ steps }: FileFlow): ReadonlyMap<number, readonly BackStep[]> {
  const found = new Map<number, BackStep[]>();
  for (const [from, list] of Object.entries(steps))
    for (const step of list)
      addTo(found, step[1], [step[0], Number(from), step[0] === 'load' || step[0] === 'store' ? step[2] : '']);
  return found;
}

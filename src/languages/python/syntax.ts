import type { PythonNode } from './tree.js';
import type { Span } from '../../model/span.js';

/** The children of a node, in order, including keywords and marks. */
export function childrenOf(node: PythonNode): readonly PythonNode[] {
  return node.children;
}

/** Range of a node. */
export function spanOf({ from, to }: PythonNode): Span {
  return [from, to];
}

/** Range of several consecutive nodes. */
export function spanOfAll(nodes: readonly PythonNode[]): Span {
  const [first, last] = [nodes[0], nodes.at(-1)];
  return first === undefined || last === undefined ? [0, 0] : [first.from, last.to];
}

const BRACKETS = new Set(['(', ')', '[', ']', '{', '}']);

/** Splits nodes at commas and drops brackets: `(a, b=1, *c)` has three groups. */
export function groupsOf(nodes: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
  const groups: PythonNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === ',') groups.push([]);
    else if (!BRACKETS.has(node.name)) groups.at(-1)?.push(node);
  }
  return groups.filter((group) => group.length > 0);
}

/** Whether nodes are several values, as in `a, b` and `a,`. */
export function isTuple(nodes: readonly PythonNode[]): boolean {
  return nodes.some(({ name }) => name === ',');
}

/** Parts of some nodes before and after each node of a name. */
export function splitAt(nodes: readonly PythonNode[], name: string): readonly (readonly PythonNode[])[] {
  const parts: PythonNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === name) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

/** The names of a written `a.b.c`. */
export function dottedNames(node: PythonNode, text: string): readonly string[] | undefined {
  const names: string[] = [];
  let current = node;
  while (current.name === 'MemberExpression') {
    const property = current.lastChild;
    const object = current.firstChild;
    if (property?.name !== 'PropertyName' || object === null) return undefined;
    names.push(text.slice(property.from, property.to));
    current = object;
  }
  if (current.name !== 'VariableName') return undefined;
  return [text.slice(current.from, current.to), ...names.reverse()];
}

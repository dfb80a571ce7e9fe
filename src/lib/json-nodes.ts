import type { Node } from 'jsonc-parser';

/** A property of an object in JSON. */
interface Property {
  readonly key: Node;
  readonly value: Node;
}

/** The properties of an object, as written; none of any other node. */
export function propertiesOf(node: Node | undefined): readonly Property[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [{ key, value }],
  );
}

/** The last property of that name, which is the effective one. */
export function propertyOf(node: Node | undefined, name: string): Property | undefined {
  return propertiesOf(node).findLast(({ key }) => key.value === name);
}

/** The node at a path of keys and indices, or its innermost existing ancestor. */
export function nodeAt(tree: Node, steps: readonly string[]): Node {
  let node = tree;
  for (const step of steps) {
    const next = node.type === 'array' ? node.children?.[Number(step)] : propertyOf(node, step)?.value;
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

/** Value of a node. The library's own function gives a key `__proto__` a meaning. */
export function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(propertiesOf(node).map(({ key, value }) => [String(key.value), valueOf(value)]));
}

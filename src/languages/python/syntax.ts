import type { NodeType, Tree } from '@lezer/common';
import type { Span } from '../../core/model/span.js';

/** A syntax node that is created once; the parser creates its nodes again at each access. */
export class PythonNode {
  readonly type: NodeType;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly parent: PythonNode | null;
  /** Index among all child nodes of the parent. */
  readonly #index: number;
  /** Child nodes in order, including keywords, punctuation, comments and error marks. */
  #all: PythonNode[] = NO_NODES;
  /** Child nodes without comments and error marks. */
  #children: PythonNode[] = NO_NODES;

  constructor({ type, from, to }: NodeRange, parent: PythonNode | null) {
    this.type = type;
    this.name = type.name;
    this.from = from;
    this.to = to;
    this.parent = parent;
    this.#index = parent === null ? 0 : parent.#all.length;
    if (parent !== null) parent.#add(this);
  }

  #add(child: PythonNode): void {
    const isCode = !child.type.isError && child.name !== 'Comment';
    if (this.#all === NO_NODES) this.#all = this.#children = [];
    if (!isCode && this.#children === this.#all) this.#children = [...this.#all];
    this.#all.push(child);
    if (isCode && this.#children !== this.#all) this.#children.push(child);
  }

  get children(): readonly PythonNode[] {
    return this.#children;
  }

  get firstChild(): PythonNode | null {
    return this.#all[0] ?? null;
  }

  get lastChild(): PythonNode | null {
    return this.#all[this.#all.length - 1] ?? null;
  }

  get nextSibling(): PythonNode | null {
    return this.#siblingAt(this.#index + 1);
  }

  get prevSibling(): PythonNode | null {
    return this.#siblingAt(this.#index - 1);
  }

  #siblingAt(index: number): PythonNode | null {
    return this.parent === null ? null : (this.parent.#all[index] ?? null);
  }

  /** The first child with a name. */
  getChild(name: string): PythonNode | null {
    return this.#all.find((child) => child.name === name) ?? null;
  }

  getChildren(name: string): readonly PythonNode[] {
    return this.#all.filter((child) => child.name === name);
  }

  /** Visits the node and its descendants in order, except below nodes for which `enter` is false. */
  visit(enter: (node: PythonNode) => boolean): void {
    const workList: PythonNode[] = [this];
    for (let node = workList.pop(); node !== undefined; node = workList.pop()) {
      if (!enter(node)) continue;
      const children = node.#all;
      for (let index = children.length - 1; index >= 0; index -= 1) workList.push(children[index] as PythonNode);
    }
  }
}

interface NodeRange {
  readonly type: NodeType;
  readonly from: number;
  readonly to: number;
}

/** Shared empty list of the nodes without children. */
const NO_NODES: PythonNode[] = [];

/** Converts a tree of the parser; returns its top node and its error marks. */
export function nodesOf(tree: Tree): { readonly top: PythonNode; readonly errors: readonly PythonNode[] } {
  const errors: PythonNode[] = [];
  let current: PythonNode | null = null;
  let top: PythonNode | undefined;
  tree.iterate({
    enter(node) {
      current = new PythonNode(node, current);
      top ??= current;
      if (current.type.isError) errors.push(current);
    },
    leave() {
      current = current?.parent ?? null;
    },
  });
  return { top: top ?? new PythonNode({ type: tree.type, from: 0, to: tree.length }, null), errors };
}

/** The children of a node, in order, including keywords and punctuation. */
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

/** Splits nodes at each node with a name. */
export function splitAt(nodes: readonly PythonNode[], name: string): readonly (readonly PythonNode[])[] {
  const parts: PythonNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === name) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

/** The names of a dotted expression `a.b.c`. */
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

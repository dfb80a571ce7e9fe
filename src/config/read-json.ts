import type * as Jsonc from 'jsonc-parser';
import { jsonProblem, jsonTree } from '../lib/json-tree.js';
import type { JsonForm } from '../lib/json-tree.js';
import { LineIndex } from '../lib/line-index.js';
import { ConfigError } from '../model/errors.js';
import { pathFrom } from './place.js';
import type { Place } from './place.js';

/** A file as it was read. */
export interface JsonText {
  /** As messages name it. */
  readonly file: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly form: JsonForm;
}

/** @throws ConfigError with line and column where the text is no JSON. */
export function parseJsonText({ file, text, form }: JsonText): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const problem = jsonProblem(text, form);
    if (problem !== undefined)
      throw new ConfigError(`${file}:${problem.line}:${problem.column}: not JSON: ${problem.what}.`);
    const tree = jsonTree(text, form);
    // Two readers of JSON: where only this one is content, what must be plain is not.
    if (tree === undefined || form === 'plain') throw new ConfigError(`${file}: not JSON in the strict form of it.`);
    return valueOf(tree);
  }
}

/** Where values below these keys stand, with line and column: `a.json:12:3: $.failOn`. */
export function placeIn({ file, text, form }: JsonText, keys: readonly string[]): Place {
  const path = pathFrom(['$', ...keys].join('.'));
  return (steps, key) => {
    const tree = jsonTree(text, form);
    const node = tree === undefined ? undefined : nodeAt(tree, [...keys, ...steps]);
    const property = key === undefined ? undefined : propertyOf(node, key);
    const at = (property ?? node)?.offset;
    return `${file}${at === undefined ? '' : positionIn(text, at)}: ${path(steps)}`;
  };
}

/** `:12:3`. */
function positionIn(text: string, offset: number): string {
  const { line, column } = new LineIndex(text).position(offset);
  return `:${line}:${column}`;
}

/** The library's own gives a key `__proto__` a meaning. */
function valueOf(node: Jsonc.Node): unknown {
  const { type, children = [] } = node;
  if (type === 'array') return children.map(valueOf);
  if (type !== 'object') return node.value;
  return Object.fromEntries(
    children.flatMap(({ children: [key, value] = [] }) =>
      key === undefined || value === undefined ? [] : [[String(key.value), valueOf(value)] as const],
    ),
  );
}

/** The node itself, or the innermost one on the way to it that there is. */
function nodeAt(tree: Jsonc.Node, steps: readonly string[]): Jsonc.Node {
  let node = tree;
  for (const step of steps) {
    const next = node.type === 'array' ? node.children?.[Number(step)] : propertyOf(node, step)?.children?.[1];
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

/** The last property of that name, which is the one that counts. */
function propertyOf(node: Jsonc.Node | undefined, key: string): Jsonc.Node | undefined {
  if (node?.type !== 'object') return undefined;
  return node.children?.findLast(({ children: [name] = [] }) => name?.value === key);
}

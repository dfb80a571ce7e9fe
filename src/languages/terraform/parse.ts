import { jsonProblem, jsonTree, propertiesOf } from '../../core/lib/json.js';
import type { Comment } from '../../core/model/language.js';
import type { LanguageParser } from '../language.js';
import { parseHcl } from './hcl/parse-body.js';
import { lowerFile } from './lower-file.js';
import type { Span } from '../../core/model/span.js';
import { Cursor } from './hcl/syntax.js';
import { lexTemplate } from './hcl/lex.js';
import { parseExpression, parseTemplate } from './hcl/parse-expression.js';
import type { Attribute, Block, Body, Entry, Expression } from './hcl/syntax.js';

/** Parser of Terraform and OpenTofu, in both syntaxes. */
export const parser: LanguageParser = {
  parse(file, text) {
    if (!isJson(file)) {
      const { body, errors } = parseHcl(text);
      return { facts: lowerFile(file, body, text.length), syntaxErrors: errors };
    }
    const body = parseJsonBody(text);
    const facts = lowerFile(file, body ?? { items: [], at: [0, 0] }, text.length);
    return { facts, syntaxErrors: jsonProblem(text, 'plain') === undefined ? 0 : 1 };
  },
  comments: (file, text) =>
    isJson(file) ? [] : parseHcl(text).comments.map(({ start, end }) => comment(text, start, end)),
};

function isJson(file: string): boolean {
  return /\.json$/i.test(file);
}

/** Makes a comment, which counts as a block comment if it is alone on its line. */
function comment(text: string, start: number, end: number): Comment {
  const written = text.slice(start, end);
  if (written.startsWith('/*'))
    return { kind: 'block', span: [start, end], text: written.slice(2).replace(/\*\/$/, '') };
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return {
    kind: before.trim() === '' ? 'block' : 'line',
    span: [start, end],
    text: written.replace(/^(?:#|\/\/)/, ''),
  };
}

type Node = NonNullable<ReturnType<typeof jsonTree>>;

/** Number of labels of the block types that JSON files write as nested keys. */
const LABELS: Readonly<Record<string, number>> = { resource: 2, data: 2, variable: 1, module: 1, check: 1, locals: 0 };

/** The body of a JSON file; undefined if it is nested too deeply, or not JSON. */
function parseJsonBody(text: string): Body | undefined {
  const tree = jsonTree(text, 'plain');
  if (tree === undefined) return undefined;
  const items: (Attribute | Block)[] = [];
  for (const [type, typeAt, content] of partsOf(tree)) {
    const labels = Object.hasOwn(LABELS, type) ? LABELS[type] : undefined;
    if (labels !== undefined) addBlocks({ items, type, typeAt }, [], content, labels);
  }
  return { items, at: spanOf(tree) };
}

interface Blocks {
  readonly items: (Attribute | Block)[];
  readonly type: string;
  readonly typeAt: Span;
}

function addBlocks(blocks: Blocks, labels: Block['labels'], node: Node, missing: number): void {
  if (node.type === 'array') {
    for (const child of node.children ?? []) addBlocks(blocks, labels, child, missing);
    return;
  }
  if (missing === 0) {
    const { items, type, typeAt } = blocks;
    items.push({ kind: 'block', type, typeAt, labels, body: bodyOf(node, type === 'check'), at: spanOf(node) });
    return;
  }
  // Several blocks share one type in the text: their places are their own names.
  for (const [text, at, child] of partsOf(node))
    addBlocks(blocks, [...labels.map((label) => ({ ...label, at })), { text, at }], child, missing - 1);
}

function bodyOf(node: Node, hasData: boolean): Body {
  const items: (Attribute | Block)[] = [];
  for (const [name, nameAt, value] of partsOf(node)) {
    if (hasData && name === 'data') addBlocks({ items, type: name, typeAt: nameAt }, [], value, 2);
    else if (name === 'dynamic') addDynamic(items, value, nameAt);
    else
      items.push({ kind: 'attribute', name, nameAt, value: isTraversal(name) ? traversal(value) : expression(value) });
  }
  return { items, at: spanOf(node) };
}

/** Adds a block `"dynamic": {"bell": {"for_each": …, "content": {…}}}`. */
function addDynamic(items: (Attribute | Block)[], node: Node, typeAt: Span): void {
  for (const [text, at, value] of partsOf(node)) {
    const each = value.type === 'array' ? (value.children ?? []) : [value];
    for (const item of each) {
      const body = bodyOf(item, false);
      const content = partsOf(item).find(([name]) => name === 'content');
      if (content === undefined) continue;
      const [type, contentAt, inner] = content;
      const block: Block = {
        kind: 'block',
        type,
        typeAt: contentAt,
        labels: [],
        body: bodyOf(inner, false),
        at: spanOf(inner),
      };
      const all: Body = {
        items: [...body.items.filter((item) => item.kind === 'block' || item.name !== 'content'), block],
        at: body.at,
      };
      items.push({ kind: 'block', type: 'dynamic', typeAt, labels: [{ text, at }], body: all, at: spanOf(item) });
    }
  }
}

/** Keys and values of an object with the places of the keys; a key `//` is a comment. */
function partsOf(node: Node): readonly (readonly [key: string, at: Span, value: Node])[] {
  if (node.type === 'array') return (node.children ?? []).flatMap(partsOf);
  return propertiesOf(node).flatMap(({ key, value }) =>
    key.value === '//' ? [] : [[String(key.value), spanOf(key), value] as const],
  );
}

function spanOf({ offset, length }: Node): Span {
  return [offset, offset + length];
}

/** Whether a string argument refers to a name of the module, as in `"provider": "acme.north"`. */
function isTraversal(name: string): boolean {
  return name === 'provider' || name === 'source';
}

function traversal(node: Node): Expression {
  return { kind: 'literal', value: String(node.value), at: spanOf(node) };
}

/** Lowers a JSON value; the JSON library limits the nesting. */
function expression(node: Node): Expression {
  const at = spanOf(node);
  switch (node.type) {
    case 'object': {
      const entries = partsOf(node).map(([key, keyAt, value]): Entry => ({
        key: { kind: 'literal', value: key, at: keyAt },
        value: expression(value),
      }));
      return { kind: 'object', entries, at };
    }
    case 'array':
      return { kind: 'list', elements: (node.children ?? []).map(expression), at };
    case 'string':
      return template(String(node.value), at);
    case 'number':
    case 'boolean':
      return { kind: 'literal', value: node.value as number | boolean, at };
    default:
      return { kind: 'literal', value: null, at };
  }
}

function template(text: string, at: Span): Expression {
  if (!/[$%]\{/.test(text)) return { kind: 'literal', value: text, at };
  const cursor = new Cursor(lexTemplate(text, at[0] + 1).tokens);
  const whole = parseTemplate(cursor, parseExpression);
  // `"${local.bells}"` is the list, not a text.
  const [only, ...others] = whole.kind === 'template' ? whole.parts : [];
  return only !== undefined && others.length === 0 ? only : whole;
}

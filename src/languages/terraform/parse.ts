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
      return { facts: lowerFile(file, body, text), syntaxErrors: errors };
    }
    const body = parseJsonBody(text);
    const facts = lowerFile(file, body ?? { items: [], at: [0, 0] }, text);
    return { facts, syntaxErrors: jsonProblem(text, 'plain') === undefined ? 0 : 1 };
  },
  comments: (file, text) =>
    isJson(file) ? [] : parseHcl(text).comments.map(({ start, end }) => commentAt(text, start, end)),
};

function isJson(file: string): boolean {
  return /\.json$/i.test(file);
}

/** Converts a comment; one alone on its line counts as a block comment. */
function commentAt(text: string, start: number, end: number): Comment {
  const source = text.slice(start, end);
  if (source.startsWith('/*')) return { kind: 'block', span: [start, end], text: source.slice(2).replace(/\*\/$/, '') };
  const textBefore = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return {
    kind: textBefore.trim() === '' ? 'block' : 'line',
    span: [start, end],
    text: source.replace(/^(?:#|\/\/)/, ''),
  };
}

type JsonNode = NonNullable<ReturnType<typeof jsonTree>>;

/** Number of labels of the block types that JSON files write as nested keys. */
const LABELS: Readonly<Record<string, number>> = { resource: 2, data: 2, variable: 1, module: 1, check: 1, locals: 0 };

/** The body of a JSON file; undefined if the file is nested too deeply, or not JSON. */
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

interface BlockTarget {
  readonly items: (Attribute | Block)[];
  readonly type: string;
  readonly typeAt: Span;
}

function addBlocks(blocks: BlockTarget, labels: Block['labels'], node: JsonNode, missingLabels: number): void {
  if (node.type === 'array') {
    for (const child of node.children ?? []) addBlocks(blocks, labels, child, missingLabels);
    return;
  }
  if (missingLabels === 0) {
    const { items, type, typeAt } = blocks;
    items.push({ kind: 'block', type, typeAt, labels, body: bodyOf(node, type === 'check'), at: spanOf(node) });
    return;
  }
  // Blocks share the keys around them, so all labels of a block have the place of its last key.
  for (const [text, at, child] of partsOf(node))
    addBlocks(blocks, [...labels.map((label) => ({ ...label, at })), { text, at }], child, missingLabels - 1);
}

function bodyOf(node: JsonNode, isCheck: boolean): Body {
  const items: (Attribute | Block)[] = [];
  for (const [name, nameAt, value] of partsOf(node)) {
    if (isCheck && name === 'data') addBlocks({ items, type: name, typeAt: nameAt }, [], value, 2);
    else if (name === 'dynamic') addDynamic(items, value, nameAt);
    else items.push({ kind: 'attribute', name, nameAt, value: isLiteral(name) ? literal(value) : expression(value) });
  }
  return { items, at: spanOf(node) };
}

/** Adds a block `"dynamic": {"bell": {"for_each": …, "content": {…}}}`. */
function addDynamic(items: (Attribute | Block)[], node: JsonNode, typeAt: Span): void {
  for (const [text, at, value] of partsOf(node)) {
    const instances = value.type === 'array' ? (value.children ?? []) : [value];
    for (const item of instances) {
      const body = bodyOf(item, false);
      const content = partsOf(item).find(([name]) => name === 'content');
      if (content === undefined) continue;
      const [type, contentAt, contentNode] = content;
      const block: Block = {
        kind: 'block',
        type,
        typeAt: contentAt,
        labels: [],
        body: bodyOf(contentNode, false),
        at: spanOf(contentNode),
      };
      const dynamicBody: Body = {
        items: [...body.items.filter((item) => item.kind === 'block' || item.name !== 'content'), block],
        at: body.at,
      };
      items.push({
        kind: 'block',
        type: 'dynamic',
        typeAt,
        labels: [{ text, at }],
        body: dynamicBody,
        at: spanOf(item),
      });
    }
  }
}

/** Keys and values of an object with the places of the keys; a key `//` is a comment. */
function partsOf(node: JsonNode): readonly (readonly [key: string, at: Span, value: JsonNode])[] {
  if (node.type === 'array') return (node.children ?? []).flatMap(partsOf);
  return propertiesOf(node).flatMap(({ key, value }) =>
    key.value === '//' ? [] : [[String(key.value), spanOf(key), value] as const],
  );
}

function spanOf({ offset, length }: JsonNode): Span {
  return [offset, offset + length];
}

/** Whether the value of an argument is a plain string, without interpolations: `"provider": "acme.north"`. */
function isLiteral(name: string): boolean {
  return name === 'provider' || name === 'source';
}

function literal(node: JsonNode): Expression {
  return { kind: 'literal', value: String(node.value), at: spanOf(node) };
}

/** Converts a JSON value; the JSON library limits the nesting. */
function expression(node: JsonNode): Expression {
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
      return templateOf(String(node.value), at);
    case 'number':
    case 'boolean':
      return { kind: 'literal', value: node.value as number | boolean, at };
    default:
      return { kind: 'literal', value: null, at };
  }
}

function templateOf(text: string, at: Span): Expression {
  if (!/[$%]\{/.test(text)) return { kind: 'literal', value: text, at };
  const cursor = new Cursor(lexTemplate(text, at[0] + 1).tokens);
  const parsedTemplate = parseTemplate(cursor, parseExpression);
  // `"${local.bells}"` is the list, not a text.
  const [only, ...others] = parsedTemplate.kind === 'template' ? parsedTemplate.parts : [];
  return only !== undefined && others.length === 0 ? only : parsedTemplate;
}

import type * as Jsonc from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import { loadLibrary } from './late-library.js';

/** `plain`: no comments and no trailing commas. */
export type JsonForm = 'plain' | 'with-comments';

/** Syntax error of a JSON text and its place, without any of the text. */
export interface JsonProblem {
  /** Description of the error: `comma expected`. */
  readonly what: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

export type JsonValue =
  { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'problem'; readonly problem: JsonProblem };

/** Parses a text, with or without a byte order mark. The library is loaded only for a text that is not plain. */
export function parseJson(text: string, form: JsonForm = 'plain'): JsonValue {
  const content = text.replace(/^\uFEFF/, '');
  try {
    return { kind: 'value', value: JSON.parse(content) };
  } catch {
    const problem = jsonProblem(content, form);
    if (problem !== undefined) return { kind: 'problem', problem };
    const tree = form === 'plain' ? undefined : jsonTree(content, form);
    if (tree !== undefined) return { kind: 'value', value: valueOf(tree) };
    // Two parsers of JSON may differ: an error that only `JSON.parse` finds has no place.
    return { kind: 'problem', problem: { what: 'not the strict form of it', line: 1, column: 1 } };
  }
}

/** Parses an object; undefined for any other text. It does not locate the error. */
export function jsonRecord(text: string, form: JsonForm = 'plain'): JsonRecord | undefined {
  const content = text.replace(/^\uFEFF/, '');
  try {
    return asRecord(JSON.parse(content));
  } catch {
    if (form === 'plain') return undefined;
    const errors: Jsonc.ParseError[] = [];
    const tree = jsonTree(content, form, errors);
    return tree === undefined || errors.length > 0 ? undefined : asRecord(valueOf(tree));
  }
}

/** The first error of a text; undefined for a valid one. */
export function jsonProblem(text: string, form: JsonForm): JsonProblem | undefined {
  const { visit, printParseErrorCode } = loadLibrary('jsonc-parser');
  let problem: JsonProblem | undefined;
  try {
    visit(
      text,
      {
        onError(error, _offset, _length, line, column) {
          problem = { what: inWords(printParseErrorCode(error)), line: line + 1, column: column + 1 };
          throw new FirstErrorFound();
        },
      },
      optionsOf(form),
    );
  } catch (error) {
    if (error instanceof FirstErrorFound) return problem;
    return depthProblem(error);
  }
  return problem;
}

/** Nodes of a text, as far as they can be parsed; undefined if there are none, or they are nested too deeply. */
export function jsonTree(text: string, form: JsonForm, errors: Jsonc.ParseError[] = []): Jsonc.Node | undefined {
  try {
    return loadLibrary('jsonc-parser').parseTree(text, errors, optionsOf(form));
  } catch (error) {
    depthProblem(error);
    return undefined;
  }
}

/** Ends the parse at the first error: a large file may have millions. */
class FirstErrorFound extends Error {}

function optionsOf(form: JsonForm): Jsonc.ParseOptions {
  return { allowTrailingComma: form !== 'plain', disallowComments: form === 'plain' };
}

/** Problem of a text whose nesting overflows the stack of the recursive library. @throws any other error. */
function depthProblem(error: unknown): JsonProblem {
  if (!(error instanceof RangeError)) throw error;
  return { what: 'nested too deeply', line: 1, column: 1 };
}

/** `CommaExpected` as `comma expected`. */
function inWords(code: string): string {
  return code.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();
}

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

/** Value of a node. Unlike the library's function, it reads `__proto__` as an ordinary key. */
function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(propertiesOf(node).map(({ key, value }) => [String(key.value), valueOf(value)]));
}

/** Keys of a pointer: `data`, `service` of `/data/service`. */
export function pointerKeys(pointer: string): readonly string[] {
  return pointer.split('/').slice(1);
}

/** A pointer as programs write the field: `data.service` for `/data/service`. */
export function dottedPath(pointer: string): string {
  return pointerKeys(pointer).join('.');
}

/** An object of JSON. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an object of JSON; undefined for any other value. */
export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined;
}

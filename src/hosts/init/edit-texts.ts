import { isDeepStrictEqual } from 'node:util';
import type * as Yaml from 'yaml';
import { jsonProblem } from '../../core/lib/json.js';
import { lateLibrary } from '../../core/lib/late-library.js';

/** Line end of a text, by its first line. */
function eolOf(text: string): '\r\n' | '\n' {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}

/** A text with lines after its last one. */
export function withLines(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  const start = text === '' || text.endsWith('\n') ? text : text + eol;
  return start + lines.map((line) => line + eol).join('');
}

/** A text with another one inserted. The lines of `added` end with `\n`. */
export function insertedAt(text: string, at: number, added: string): string {
  return text.slice(0, at) + added.replaceAll('\n', eolOf(text)) + text.slice(at);
}

/** Whether a text contains another one, in the same order; white space does not count. */
export function keepsAll(before: string, after: string): boolean {
  const wanted = before.replace(/\s+/g, '');
  let found = 0;
  for (const sign of after.replace(/\s+/g, '')) if (wanted.startsWith(sign, found)) found += sign.length;
  return found === wanted.length;
}

/** A place in JSON, and the value to put there: at the end of a list where the place ends with `-1`. */
export interface JsonAddition {
  readonly at: readonly (string | number)[];
  readonly value: unknown;
}

/** JSON, with comments or without, with values added; undefined where that would lose something. */
export function addToJson(text: string, additions: readonly JsonAddition[]): string | undefined {
  if (jsonProblem(text, 'with-comments') !== undefined) return undefined;
  let after = text;
  for (const { at, value } of additions) {
    try {
      after = withValue(after, [...at], value);
    } catch {
      // The place is below something that is neither a list nor an object.
      return undefined;
    }
  }
  return jsonProblem(after, 'with-comments') === undefined && keepsAll(text, after) ? after : undefined;
}

function withValue(text: string, at: (string | number)[], value: unknown): string {
  const { modify, applyEdits, format } = lateLibrary('jsonc-parser');
  const isArrayInsertion = at.at(-1) === -1;
  const edits = modify(text, at, value, { isArrayInsertion });
  // A document on one line stays on one line.
  if (!text.trimEnd().includes('\n')) return applyEdits(text, edits);
  const { offset = 0, content = '' } = edits[0] ?? {};
  const indent = content.startsWith(',') ? indentBefore(text, offset) : undefined;
  const formattingOptions = { ...indentOf(text), eol: eolOf(text) };
  if (indent === undefined) return applyEdits(text, modify(text, at, value, { isArrayInsertion, formattingOptions }));
  // The library would format the entry before as well.
  const entry = content.slice(1);
  const lines = applyEdits(entry, format(entry, undefined, { ...formattingOptions, eol: '\n' }));
  return insertedAt(text, offset, `,\n${lines.replace(/^/gm, indent)}`);
}

/** Indentation of the entry that ends at an offset; undefined where it begins on the line of another one. */
function indentBefore(text: string, end: number): string | undefined {
  const { parseTree, findNodeAtOffset } = lateLibrary('jsonc-parser');
  const tree = parseTree(text, [], { allowTrailingComma: true });
  let node = tree === undefined ? undefined : findNodeAtOffset(tree, end - 1);
  while (node?.parent !== undefined && node.parent.offset + node.parent.length === end) node = node.parent;
  return /(?<=^|\n)[\t ]*$/.exec(text.slice(0, node?.offset ?? 0))?.[0];
}

function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const indent = /^([\t ]+)\S/m.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 1 : indent.length };
}

/** Lines to add to a list or a map, without the indentation of its entries. */
export interface YamlAddition {
  /** Keys that lead to the list or map; none for the document. */
  readonly path: readonly string[];
  readonly lines: readonly string[];
}

/** The value of a YAML document; undefined where there is none, or several, or an error. */
export function readYaml(text: string): unknown {
  const document = parse(text);
  return document === undefined ? undefined : valueOf(document);
}

/** Undefined also for a value that aliases make too large. */
function valueOf(document: Yaml.Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

/**
 * YAML with lines after the last entry of a list or map in block style; undefined where it has another style, or where
 * the document would change beside the addition.
 */
export function addToYaml(text: string, { path, lines }: YamlAddition): string | undefined {
  const { isCollection, parseAllDocuments } = lateLibrary('yaml');
  // A file of comments alone, as some programs generate it.
  if (path.length === 0 && parseAllDocuments(text).length === 0) return withLines(text, lines);
  const document = parse(text);
  const target: unknown = path.length === 0 ? document?.contents : document?.getIn(path, true);
  if (!isCollection(target) || target.flow === true || target.items.length === 0) return undefined;
  const [start, end] = target.range ?? [];
  if (start === undefined || end === undefined) return undefined;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (/\S/.test(indent)) return undefined;
  const last = text.slice(0, end).trimEnd().length;
  const lineEnd = text.indexOf('\n', last);
  const at = lineEnd < 0 ? text.length : lineEnd + 1;
  const added = lines.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
  const after = insertedAt(text, at, lineEnd < 0 ? `\n${added}` : added);
  return isOnlyMore(text, after, path) ? after : undefined;
}

/**
 * YAML with a text added to a field of its document that is a text or a list of texts; undefined for any other field.
 */
export function addToYamlField(text: string, key: string, value: string): string | undefined {
  const { isMap, isScalar, isSeq } = lateLibrary('yaml');
  const contents = parse(text)?.contents;
  if (!isMap(contents)) return undefined;
  const field: unknown = contents.get(key, true);
  const quoted = JSON.stringify(value);
  if (field === undefined) return addToYaml(text, { path: [], lines: [`${key}: ${quoted}`] });
  if (isSeq(field) && field.flow !== true) return addToYaml(text, { path: [key], lines: [`- ${quoted}`] });
  const [start, end] = isSeq(field) || isScalar(field) ? (field.range ?? []) : [];
  if (start === undefined || end === undefined) return undefined;
  const inside = text.slice(start, end);
  const after = isScalar(field)
    ? `[${inside}, ${quoted}]`
    : inside.replace(/(?<!\s)(\s*)\]$/, `${/[[,]\s*\]$/.test(inside) ? '' : ', '}${quoted}$1]`);
  const whole = text.slice(0, start) + after + text.slice(end);
  const known: unknown = contents.toJSON();
  const wanted = { ...(known as object), [key]: [(known as Readonly<Record<string, unknown>>)[key], value].flat() };
  return isDeepStrictEqual(readYaml(whole), wanted) ? whole : undefined;
}

/** Whether a document is unchanged except for one more entry at the end of the value at a path. */
function isOnlyMore(before: string, after: string, path: readonly string[]): boolean {
  const document = parse(after);
  const { isCollection } = lateLibrary('yaml');
  const target: unknown = path.length === 0 ? document?.contents : document?.getIn(path, true);
  if (document === undefined || !isCollection(target)) return false;
  target.items.pop();
  return isDeepStrictEqual(valueOf(document), readYaml(before));
}

function parse(text: string): Yaml.Document.Parsed | undefined {
  const documents = lateLibrary('yaml').parseAllDocuments(text);
  const [document] = documents;
  return Array.isArray(documents) && documents.length === 1 && document?.errors.length === 0 ? document : undefined;
}

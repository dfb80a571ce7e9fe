import { isDeepStrictEqual } from 'node:util';
import type * as Yaml from 'yaml';
import { jsonProblem } from '../../core/lib/json.js';
import { loadLibrary } from '../../core/lib/late-library.js';

/** Returns the line end of a text, taken from its first line. */
function eolOf(text: string): '\r\n' | '\n' {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}

/** Appends lines to a text. */
export function appendLines(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  const start = text === '' || text.endsWith('\n') ? text : text + eol;
  return start + lines.map((line) => line + eol).join('');
}

/** Inserts lines that end with `\n` into a text, with the line ends of the text. */
export function insertAt(text: string, at: number, addedText: string): string {
  return text.slice(0, at) + addedText.replaceAll('\n', eolOf(text)) + text.slice(at);
}

/** Whether `after` contains all characters of `before` in the same order, ignoring white space. */
export function containsAllOf(before: string, after: string): boolean {
  const expected = before.replace(/\s+/g, '');
  let matchedLength = 0;
  for (const character of after.replace(/\s+/g, ''))
    if (expected.startsWith(character, matchedLength)) matchedLength += character.length;
  return matchedLength === expected.length;
}

/** A path in JSON and the new value; a path that ends with `-1` appends to a list. */
export interface JsonAddition {
  readonly at: readonly (string | number)[];
  readonly value: unknown;
}

/** Adds values to JSON, with or without comments; undefined if the edit would remove something. */
export function addToJson(text: string, additions: readonly JsonAddition[]): string | undefined {
  if (jsonProblem(text, 'with-comments') !== undefined) return undefined;
  let after = text;
  for (const { at, value } of additions) {
    try {
      after = addValue(after, [...at], value);
    } catch {
      // A parent in the path is neither a list nor an object.
      return undefined;
    }
  }
  return jsonProblem(after, 'with-comments') === undefined && containsAllOf(text, after) ? after : undefined;
}

function addValue(text: string, at: (string | number)[], value: unknown): string {
  const { modify, applyEdits, format } = loadLibrary('jsonc-parser');
  const isArrayInsertion = at.at(-1) === -1;
  const edits = modify(text, at, value, { isArrayInsertion });
  // A document on one line stays on one line.
  if (!text.trimEnd().includes('\n')) return applyEdits(text, edits);
  const { offset = 0, content = '' } = edits[0] ?? {};
  const indent = content.startsWith(',') ? entryIndentation(text, offset) : undefined;
  const formattingOptions = { ...indentationStyle(text), eol: eolOf(text) };
  if (indent === undefined) return applyEdits(text, modify(text, at, value, { isArrayInsertion, formattingOptions }));
  // The library would reformat the previous entry as well.
  const entry = content.slice(1);
  const lines = applyEdits(entry, format(entry, undefined, { ...formattingOptions, eol: '\n' }));
  return insertAt(text, offset, `,\n${lines.replace(/^/gm, indent)}`);
}

/** Returns the indentation of the entry that ends at an offset; undefined if the entry does not begin a line. */
function entryIndentation(text: string, end: number): string | undefined {
  const { parseTree, findNodeAtOffset } = loadLibrary('jsonc-parser');
  const tree = parseTree(text, [], { allowTrailingComma: true });
  let node = tree === undefined ? undefined : findNodeAtOffset(tree, end - 1);
  while (node?.parent !== undefined && node.parent.offset + node.parent.length === end) node = node.parent;
  return /(?<=^|\n)[\t ]*$/.exec(text.slice(0, node?.offset ?? 0))?.[0];
}

function indentationStyle(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const indent = /^([\t ]+)\S/m.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 1 : indent.length };
}

/** Lines to add to a list or a map, without the indentation of its entries. */
export interface YamlAddition {
  /** Keys of the path to the list or map; empty for the document. */
  readonly path: readonly string[];
  readonly lines: readonly string[];
}

/** Parses a text with one YAML document; undefined for an invalid text, or another number of documents. */
export function readYaml(text: string): unknown {
  const document = parseYaml(text);
  return document === undefined ? undefined : valueOf(document);
}

/** Returns the value of a document; undefined if aliases make the value too large. */
function valueOf(document: Yaml.Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch {
    return undefined;
  }
}

/**
 * Adds lines after the last entry of a YAML list or map; undefined if the list or map is not in block style, or if more
 * than the addition would change.
 */
export function addToYaml(text: string, { path, lines }: YamlAddition): string | undefined {
  const { isCollection, parseAllDocuments } = loadLibrary('yaml');
  // Some programs generate a file with nothing but comments.
  if (path.length === 0 && parseAllDocuments(text).length === 0) return appendLines(text, lines);
  const document = parseYaml(text);
  const target: unknown = path.length === 0 ? document?.contents : document?.getIn(path, true);
  if (!isCollection(target) || target.flow === true || target.items.length === 0) return undefined;
  const [start, end] = target.range ?? [];
  if (start === undefined || end === undefined) return undefined;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (/\S/.test(indent)) return undefined;
  const contentEnd = text.slice(0, end).trimEnd().length;
  const lineEnd = text.indexOf('\n', contentEnd);
  const position = lineEnd < 0 ? text.length : lineEnd + 1;
  const addedText = lines.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('');
  const after = insertAt(text, position, lineEnd < 0 ? `\n${addedText}` : addedText);
  return differsByLastEntry(text, after, path) ? after : undefined;
}

/** Adds a text to a field of a YAML document that is a text or a list of texts; undefined for other fields. */
export function addToYamlField(text: string, key: string, value: string): string | undefined {
  const { isMap, isScalar, isSeq } = loadLibrary('yaml');
  const contents = parseYaml(text)?.contents;
  if (!isMap(contents)) return undefined;
  const field: unknown = contents.get(key, true);
  const quotedValue = JSON.stringify(value);
  if (field === undefined) return addToYaml(text, { path: [], lines: [`${key}: ${quotedValue}`] });
  if (isSeq(field) && field.flow !== true) return addToYaml(text, { path: [key], lines: [`- ${quotedValue}`] });
  const [start, end] = isSeq(field) || isScalar(field) ? (field.range ?? []) : [];
  if (start === undefined || end === undefined) return undefined;
  const fieldText = text.slice(start, end);
  const newFieldText = isScalar(field)
    ? `[${fieldText}, ${quotedValue}]`
    : fieldText.replace(/(?<!\s)(\s*)\]$/, `${/[[,]\s*\]$/.test(fieldText) ? '' : ', '}${quotedValue}$1]`);
  const editedText = text.slice(0, start) + newFieldText + text.slice(end);
  const valuesBefore: unknown = contents.toJSON();
  const expectedValues = {
    ...(valuesBefore as object),
    [key]: [(valuesBefore as Readonly<Record<string, unknown>>)[key], value].flat(),
  };
  return isDeepStrictEqual(readYaml(editedText), expectedValues) ? editedText : undefined;
}

/** Whether two documents differ only in one more last entry of the collection at a path. */
function differsByLastEntry(before: string, after: string, path: readonly string[]): boolean {
  const document = parseYaml(after);
  const { isCollection } = loadLibrary('yaml');
  const target: unknown = path.length === 0 ? document?.contents : document?.getIn(path, true);
  if (document === undefined || !isCollection(target)) return false;
  target.items.pop();
  return isDeepStrictEqual(valueOf(document), readYaml(before));
}

function parseYaml(text: string): Yaml.Document.Parsed | undefined {
  const documents = loadLibrary('yaml').parseAllDocuments(text);
  const [document] = documents;
  return Array.isArray(documents) && documents.length === 1 && document?.errors.length === 0 ? document : undefined;
}

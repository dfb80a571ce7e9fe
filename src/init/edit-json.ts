import { lateLibrary } from '../lib/late-library.js';
import { jsonProblem } from '../lib/json.js';
import { eolOf, insertedAt, keepsAll } from './added-text.js';

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

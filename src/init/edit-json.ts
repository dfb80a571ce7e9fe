import { lateLibrary } from '../lib/late-library.js';
import { jsonProblem } from '../lib/json.js';
import { eolOf, keepsAll } from './added-text.js';

/** A place in JSON, and the value to put there: at the end of a list where the place ends with `-1`. */
export interface JsonAddition {
  readonly at: readonly (string | number)[];
  readonly value: unknown;
}

/** JSON, with comments or without, with values added; undefined where that cannot be done without losing something. */
export function addToJson(text: string, additions: readonly JsonAddition[]): string | undefined {
  if (jsonProblem(text, 'with-comments') !== undefined) return undefined;
  const { modify, applyEdits } = lateLibrary('jsonc-parser');
  let after = text;
  for (const { at, value } of additions) {
    const options = {
      // A document on one line stays on one line.
      ...(text.trimEnd().includes('\n') ? { formattingOptions: { ...indentOf(text), eol: eolOf(text) } } : {}),
      isArrayInsertion: at.at(-1) === -1,
    };
    try {
      after = applyEdits(after, modify(after, [...at], value, options));
    } catch {
      // The place is below something that is neither a list nor an object.
      return undefined;
    }
  }
  return jsonProblem(after, 'with-comments') === undefined && keepsAll(text, after) ? after : undefined;
}

function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const indent = /^([\t ]+)\S/m.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 1 : indent.length };
}

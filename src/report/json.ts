import { jsonText } from '../core/lib/escape.js';
import type { Report } from './report.js';

/**
 * The report as JSON (`report.schema.json`) with a trailing newline; equal reports give equal bytes. Yielded in pieces
 * of about one finding, because a large report as one text would take much memory.
 */
export function* jsonPieces(report: Report): Generator<string> {
  let separator = '{\n';
  for (const [key, value] of Object.entries(report)) {
    yield `${separator}  ${JSON.stringify(key)}: `;
    separator = ',\n';
    if (Array.isArray(value) && value.length > 0) yield* listPieces(value);
    else yield indentedJson(value, '  ');
  }
  yield '\n}\n';
}

function* listPieces(values: readonly unknown[]): Iterable<string> {
  let separator = '[\n';
  for (const value of values) {
    yield `${separator}    ${indentedJson(value, '    ')}`;
    separator = ',\n';
  }
  yield '\n  ]';
}

/** Indented JSON of a value. JSON escapes line breaks in texts, so every real line break is part of the layout. */
function indentedJson(value: unknown, indent: string): string {
  return jsonText(value, 2).replaceAll('\n', `\n${indent}`);
}

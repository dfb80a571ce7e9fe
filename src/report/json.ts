import { jsonText } from '../core/lib/escape.js';
import type { Report } from './report.js';

/**
 * The report as JSON with a trailing newline: same report, same bytes. Described by `report.schema.json`. Yielded in
 * pieces of about one finding: as one text, a large report would take much of the memory.
 */
export function* jsonPieces(report: Report): Generator<string> {
  let before = '{\n';
  for (const [key, value] of Object.entries(report)) {
    yield `${before}  ${JSON.stringify(key)}: `;
    before = ',\n';
    if (Array.isArray(value) && value.length > 0) yield* listPieces(value);
    else yield indented(value, '  ');
  }
  yield '\n}\n';
}

function* listPieces(values: readonly unknown[]): Iterable<string> {
  let before = '[\n';
  for (const value of values) {
    yield `${before}    ${indented(value, '    ')}`;
    before = ',\n';
  }
  yield '\n  ]';
}

/** JSON writes a line break inside a text as `\\n`, so every real line break is part of the layout. */
function indented(value: unknown, indent: string): string {
  return jsonText(value, 2).replaceAll('\n', `\n${indent}`);
}

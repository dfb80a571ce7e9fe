import { jsonText } from '../lib/escape-text.js';
import type { Report } from './report.js';

/**
 * The report as JSON with a trailing newline: same report, same bytes. Described by `report.schema.json`. In pieces, each
 * of one finding or so: as one text, a large report would be a large part of the memory.
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

/** A line break inside a text is written `\\n` in JSON: all that stand there as such are ours. */
function indented(value: unknown, indent: string): string {
  return jsonText(value, 2).replaceAll('\n', `\n${indent}`);
}

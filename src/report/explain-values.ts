import type { Deprecation, ValueNote } from '../model/deprecation.js';

/** A table or a sentence; a sentence may be broken into lines, a row may not. */
export interface ValueLine {
  readonly kind: 'row' | 'text';
  readonly text: string;
}

/** Lines on the fate of values that requests to a deprecated operation can carry. */
export function valueLines({ values = [] }: Deprecation): readonly ValueLine[] {
  return values.flatMap((note) => {
    const told = note.explained === true ? note.note : note.explained;
    if (told === undefined) return [];
    return [typeof told === 'string' ? { kind: 'text', text: sentence(told, note) } : { kind: 'row', text: row(told) }];
  });
}

function sentence(text: string, { when = [] }: ValueNote): string {
  return text.replaceAll('`', '').replace('{values}', when.at(-1)?.equals?.join(', ') ?? '');
}

/** Columns of a row, the last one open. */
const WIDTHS = [20, 16];

function row(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join('')
    .trimEnd();
}

import columnsOf from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** Minimum width in columns for line breaks, even on a narrower terminal. */
const MIN_COLUMNS = 40;

/**
 * Breaks a line at spaces into lines that fit beside `indent` on a terminal of that width; a longer word is not broken.
 * Without a terminal the line is unchanged.
 */
export function breakLine(line: string, columns: number | undefined, indent = 0): readonly string[] {
  return columns === undefined ? [line] : wrapAnsi(line, Math.max(columns, MIN_COLUMNS) - indent).split('\n');
}

/** Pads at the end to a number of terminal columns; wide characters take two. */
export function padColumns(text: string, columns: number): string {
  return `${text}${' '.repeat(Math.max(columns - columnsOf(text), 0))}`;
}

/** Rows of a table as lines: each column is as wide as its widest cell, two spaces apart. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, columnsOf(cell));
  return rows.map((row) =>
    row
      .map((cell, column) => padColumns(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** The start of a line that fits into a number of columns, with an ellipsis if it is cut. */
export function cutLine(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line;
  const [start = ''] = wrapAnsi(line, Math.max(columns - 1, 1), { hard: true, trim: false, wordWrap: false }).split(
    '\n',
  );
  return `${start.trimEnd()}…`;
}

export { columnsOf };

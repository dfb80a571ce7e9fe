import { CatalogueError } from '../../src/core/model/errors.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';

export interface TableRow {
  /** Line in the file, from 1. */
  readonly line: number;
  /** Texts of the columns, without code marks. */
  readonly cells: readonly string[];
}

export interface MarkdownTable {
  /** Text of the nearest heading above, or empty. */
  readonly heading: string;
  readonly line: number;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/**
 * Reads every pipe table of a Markdown text, in order. Rows start with `|`; tables in fenced code are
 * not tables. Throws a CatalogueError for a row with more or fewer cells than the header.
 */
export function parseTables(source: SourceText): readonly MarkdownTable[] {
  const lines = source.text.split(/\r?\n/);
  const tables: MarkdownTable[] = [];
  let heading = '';
  let fence: string | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = nextFence(fence, mark);
    if (fence !== undefined || mark !== undefined) continue;
    const title = /^#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1];
    if (title !== undefined) heading = title;
    if (!isRow(line) || !isDelimiter(lines[index + 1])) continue;
    const end = findEnd(lines, index);
    tables.push(readTable(source, heading, lines, index, end));
    index = end - 1;
  }
  return tables;
}

function nextFence(openFence: string | undefined, mark: string): string | undefined {
  if (openFence === undefined) return mark;
  return mark.startsWith(openFence) ? undefined : openFence;
}

function isRow(line: string | undefined): line is string {
  return line !== undefined && /^ {0,3}\|/.test(line);
}

function isDelimiter(line: string | undefined): boolean {
  return isRow(line) && /^\s*\|(\s*:?-+:?\s*\|)+\s*$/.test(line);
}

/** Index of the first line after the table. */
function findEnd(lines: readonly string[], start: number): number {
  let end = start + 2;
  while (isRow(lines[end])) end += 1;
  return end;
}

function readTable(
  source: SourceText,
  heading: string,
  lines: readonly string[],
  start: number,
  end: number,
): MarkdownTable {
  const columns = splitCells(lines[start] ?? '');
  const rows = lines.slice(start + 2, end).map((text, offset) => {
    const line = start + 3 + offset;
    const cells = splitCells(text);
    if (cells.length !== columns.length) {
      throw new CatalogueError(
        `this row has ${cells.length} cells, the table has ${columns.length} columns (${columns.join(', ')}); write a pipe inside a cell as \\|`,
        source.file,
        line,
      );
    }
    return { line, cells };
  });
  return { heading, line: start + 1, columns, rows };
}

/** Cells between unescaped pipes. The pipe at the end of a row may be left out. */
function splitCells(line: string): readonly string[] {
  const cells = line
    .trim()
    .slice(1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').replaceAll('`', '').trim());
  return cells.length > 1 && cells.at(-1) === '' ? cells.slice(0, -1) : cells;
}

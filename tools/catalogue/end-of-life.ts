import type { IsoDate, Replacement } from '../../src/core/model/deprecation.js';
import type { Endpoint } from '../../src/core/model/endpoint.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import { isIsoDate } from '../../src/core/lib/iso-date.js';
import { parseEndpoints, parseOperation } from '../../src/knowledge/catalogue/read-entry.js';
import type { MarkdownTable, TableRow } from './parse-tables.js';
import { parseTables } from './parse-tables.js';
import { pathShape } from '../../src/core/model/endpoint.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';

export interface EndOfLifeRow {
  readonly line: number;
  readonly endOfLife: IsoDate;
  readonly feature: string;
  readonly note: string;
}

export interface AreaRow {
  readonly line: number;
  readonly area: string;
  readonly endpoints: readonly Endpoint[];
}

interface ReplacementRow {
  readonly line: number;
  /** Text of the first column; several features are separated by commas. */
  readonly deprecated: string;
  readonly replacement: Replacement;
}

/** Row of a table that only some kinds of deprecation need. */
export interface DetailRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** All tables of the end-of-life file. */
export interface EndOfLifeTables {
  readonly rows: readonly EndOfLifeRow[];
  readonly areas: readonly AreaRow[];
  readonly replacements: readonly ReplacementRow[];
  /** Record, field, status. */
  readonly fields: readonly DetailRow[];
  /** Segment, path before it, new segment. */
  readonly segments: readonly DetailRow[];
  /** Name of the pair, header. */
  readonly headers: readonly DetailRow[];
  /** Code point, key exchange, names. */
  readonly suites: readonly DetailRow[];
}

/**
 * Reads the end-of-life file. Throws a CatalogueError with the line for a missing or unknown table, a
 * date that does not exist, a bad operation, and an operation that is listed twice.
 */
export function parseEndOfLife(source: SourceText): EndOfLifeTables {
  const tables = new TableSet(source);
  const result: EndOfLifeTables = {
    rows: tables.take('End of life', ['End of life', 'Feature', 'Note']).map((row) => readRow(source, row)),
    areas: tables.take('Operations', ['Area', 'Method and path']).map((row) => readArea(source, row)),
    replacements: [
      ...tables.take('Replacements', ['Deprecated', 'Replacement']),
      ...tables.take('Further replacements', ['Deprecated', 'Replacement', 'Note']),
    ].map((row) => readReplacement(source, row)),
    fields: tables.take('Fields', ['Record', 'Field', 'Status']),
    segments: tables.take('Route segments', ['Segment', 'After', 'Replaced by']),
    headers: tables.take('Header pairs', ['Together', 'Header']),
    suites: tables.take('Cipher suites', ['Code point', 'Key exchange', 'Draft names']),
  };
  tables.assertAllTaken();
  assertDistinctOperations(source, result.areas);
  return result;
}

class TableSet {
  private readonly unreadTables: Set<MarkdownTable>;

  constructor(private readonly source: SourceText) {
    this.unreadTables = new Set(parseTables(source));
  }

  take(heading: string, columns: readonly string[]): readonly TableRow[] {
    const table = [...this.unreadTables].find((candidate) => candidate.heading === heading);
    if (table === undefined)
      throw new CatalogueError(`there is no table under the heading '${heading}'`, this.source.file);
    if (table.columns.join('|') !== columns.join('|')) {
      throw new CatalogueError(
        `the table '${heading}' must have the columns ${columns.join(', ')}, not ${table.columns.join(', ')}`,
        this.source.file,
        table.line,
      );
    }
    this.unreadTables.delete(table);
    return table.rows;
  }

  assertAllTaken(): void {
    for (const table of this.unreadTables) {
      throw new CatalogueError(
        `nothing reads the table under '${table.heading}'; join it to another or delete it`,
        this.source.file,
        table.line,
      );
    }
  }
}

function readRow(source: SourceText, { line, cells }: TableRow): EndOfLifeRow {
  const [endOfLife = '', feature = '', note = ''] = cells;
  if (!isIsoDate(endOfLife)) {
    throw new CatalogueError(`'${endOfLife}' is not a calendar date; write YYYY-MM-DD`, source.file, line);
  }
  if (feature === '') throw new CatalogueError('this row names no feature', source.file, line);
  return { line, endOfLife, feature, note };
}

function readArea(source: SourceText, { line, cells }: TableRow): AreaRow {
  const [area = '', operations = ''] = cells;
  return { line, area, endpoints: parseEndpoints(operations, { file: source.file, line }) };
}

function readReplacement(source: SourceText, { line, cells }: TableRow): ReplacementRow {
  const [deprecated = '', text = '', note = ''] = cells;
  return { line, deprecated, replacement: parseReplacement(source, line, text, note) };
}

function parseReplacement(source: SourceText, line: number, text: string, note: string): Replacement {
  if (text === 'None') return { kind: 'none' };
  if (text === 'None stated') return { kind: 'unstated' };
  if (text === '') {
    throw new CatalogueError(
      "the replacement is empty; write 'None' or 'None stated', which differ",
      source.file,
      line,
    );
  }
  const operation = parseOperation(text, { file: source.file, line });
  if (operation === undefined) return { kind: 'product', name: text };
  return { kind: 'operation', operation, ...(note === '' ? {} : { note }) };
}

function assertDistinctOperations(source: SourceText, areas: readonly AreaRow[]): void {
  const lineByOperation = new Map<string, number>();
  for (const { line, endpoints } of areas) {
    for (const { methods, path } of endpoints) {
      for (const method of methods) {
        const key = `${method} ${pathShape(path)}`;
        const firstLine = lineByOperation.get(key);
        if (firstLine !== undefined) {
          throw new CatalogueError(
            `duplicate operation ${method} ${path.text}: line ${String(firstLine)} already lists it`,
            source.file,
            line,
          );
        }
        lineByOperation.set(key, line);
      }
    }
  }
}

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { parseTables } from '../../tools/catalogue/parse-tables.js';
import { CatalogueError } from '../../src/core/model/errors.js';

const parse = (text: string): ReturnType<typeof parseTables> => parseTables({ file: 'facts.md', text });

describe('parseTables', () => {
  it('returns headings, columns, rows and their lines', () => {
    expect(parse('# One\n\ntext\n\n| A | B |\n|---|:-:|\n| 1 | 2 |\n| 3 | |\n\nmore\n')).toEqual([
      {
        heading: 'One',
        line: 5,
        columns: ['A', 'B'],
        rows: [
          { line: 7, cells: ['1', '2'] },
          { line: 8, cells: ['3', ''] },
        ],
      },
    ]);
  });

  it('handles escaped pipes, code marks and Windows line endings', () => {
    const [table] = parse('| A | B |\r\n|---|---|\r\n| `x` \\| y | z |\r\n');
    expect(table?.rows[0]?.cells).toEqual(['x | y', 'z']);
  });

  it('ignores tables in fenced code', () => {
    expect(parse('```md\n| A |\n|---|\n| 1 |\n```\n')).toEqual([]);
  });

  it('ignores a line with pipes if it has no delimiter row', () => {
    expect(parse('| A | B |\n\ntext\n')).toEqual([]);
  });

  it.each(['| 1 |', '| 1 | 2 | 3 |'])('rejects the row %s in a table of two columns', (row) => {
    expect(() => parse(`| A | B |\n|---|---|\n| 1 | 2 |\n${row}\n`)).toThrow(
      /^facts\.md:4: this row has \d cells, the table has 2 columns \(A, B\)/,
    );
  });

  it('throws only a CatalogueError', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('|', '-', '\n', ' ', 'a', '`', '\\', '#', '|---|---|\n', '| a | b |\n') }),
    );
    fc.assert(
      fc.property(text, (markdown) => {
        try {
          parse(markdown);
        } catch (error) {
          expect(error).toBeInstanceOf(CatalogueError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('returns the cells of any table', () => {
    const cell = fc.stringMatching(/^[a-z0-9|:;/.,{}]{1,12}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 }), (rows) => {
        const write = (cells: readonly string[]): string =>
          `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
        const [table] = parse(['| A | B | C |', '|---|---|---|', ...rows.map(write)].join('\n'));
        expect(table?.rows.map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  it('agrees with a complete Markdown parser on the end-of-life page', () => {
    const text = readFileSync(new URL('../../rules/end-of-life.md', import.meta.url), 'utf8');
    const expected = lexer(text).flatMap((token) => {
      if (token.type !== 'table') return [];
      const rows = token.rows as readonly (readonly { readonly text: string }[])[];
      return [rows.map((row) => row.map((cell) => cell.text.replaceAll('`', '')))];
    });
    expect(parse(text).map(({ rows }) => rows.map(({ cells }) => cells))).toEqual(expected);
    expect(expected).toHaveLength(8);
  });
});

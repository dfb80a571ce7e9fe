import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directivesIn } from '../directives-support.js';
import { findComments } from '../../src/languages/javascript/parse.js';
import { parseDirective } from '../../src/scan/directives/directive.js';

const ID = fc.constantFrom('page-rules-api', 'rate-limits', 'no-deprecated-endpoint', '__proto__', 'toString', 'gone');
const DATE = fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-30', 'soon', '0');
const ACTION = fc.constantFrom('sunset-lint-disable-next-line', 'sunset-lint-disable-line', 'sunset-lint-disable-file');
const WORD = fc.oneof(
  ACTION,
  ID,
  DATE,
  fc.constantFrom(
    'sunset-lint-disable',
    'sunset-lint-enable',
    'sunset-lint-disable-',
    'eslint-disable',
    'eslint-enable',
    'eslint-disable-next-line',
    'sunset/no-deprecated-endpoint',
    'until',
    '--',
    '---',
    '-',
    ',',
    '\t',
    '\u2028',
    '\ud800',
    'why',
    '*',
    '//',
  ),
);
const TEXT = fc.array(WORD, { maxLength: 8 }).map((words) => words.join(' '));
const KNOWN = new Set(['page-rules-api', 'rate-limits', 'no-deprecated-endpoint']);

describe('suppression comments with arbitrary text', () => {
  it('have the ids, the last day and the reason that were written', () => {
    fc.assert(
      fc.property(
        ACTION,
        fc.array(ID, { maxLength: 4 }),
        fc.constantFrom(' ', ', ', ',\n '),
        fc.option(DATE, { nil: undefined }),
        fc.option(fc.constantFrom('why', 'old -- client', 'until 2030-01-01'), { nil: undefined }),
        (action, ids, separator, until, reason) => {
          const text = ` ${action} ${ids.join(separator)}${until === undefined ? '' : ` until ${until}`}${reason === undefined ? '' : ` -- ${reason}`} `;
          const directive = parseDirective({ kind: 'block', span: [0, text.length + 4], text });
          expect(directive).toMatchObject({
            host: 'sunset-lint',
            action: action.replace(/^sunset-(?:lint-disable|ignore)/, 'disable'),
            ids,
          });
          expect(directive).toHaveProperty('comment.text', text);
          expect([directive].map((given) => (typeof given === 'object' ? [given.until, given.reason] : []))).toEqual([
            [until, reason],
          ]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('suppress only existing findings, on their lines, and never throw', () => {
    const line = fc
      .tuple(TEXT, fc.constantFrom('// ', '/* ', ''))
      .map(([text, mark]) =>
        mark === '// ' ? `CALL(); // ${text}` : mark === '' ? 'CALL();' : `/* ${text} */ CALL();`,
      );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const text = lines.join('\n');
        const findings = lines.map((_, index) => ({
          rule: 'no-deprecated-endpoint' as const,
          deprecation: 'page-rules-api',
          fingerprint: `f${index}`,
          range: { start: { line: index + 1, column: 1 }, end: { line: index + 1, column: 2 } },
        }));
        const { suppressions, notes } = directivesIn({
          file: 'a.ts',
          text,
          findings,
          asOf: '2026-01-01',
          knownIds: KNOWN,
        });
        for (const fingerprint of suppressions.keys())
          expect(findings.map((finding) => finding.fingerprint)).toContain(fingerprint);
        const count = text.split(/\r\n|[\n\r\u2028\u2029]/).length;
        for (const note of notes) expect(note.line >= 1 && note.line <= count).toBe(true);
        if (!/sunset|eslint/.test(text)) expect(suppressions.size + notes.length).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('have the location of their comments in the text', () => {
    const source = fc
      .array(
        fc.oneof(
          TEXT.map((text) => `// ${text}\n`),
          TEXT.map((text) => `/* ${text} */`),
          fc.constantFrom(
            "'// no'",
            '`${',
            '`',
            '}',
            '/',
            '/[/]/g',
            '<a>',
            '</a>',
            '{',
            '(',
            ')',
            ';',
            '\n',
            'x',
            '"',
            '/*',
            '//',
            '\r',
          ),
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join(' '));
    fc.assert(
      fc.property(source, fc.constantFrom('a.ts', 'a.tsx', 'a.js'), (text, file) => {
        let end = 0;
        for (const { kind, span, text: inside } of findComments(file, text)) {
          expect(span[0]).toBeGreaterThanOrEqual(end);
          end = span[1];
          const whole = text.slice(...span);
          expect(whole.startsWith(kind === 'line' ? '//' : '/*')).toBe(true);
          expect(whole).toContain(inside);
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 400 },
    );
  });
});

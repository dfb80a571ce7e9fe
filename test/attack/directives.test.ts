import { describe, expect, it } from 'vitest';
import { directivesIn } from '../directives-support.js';
import { API, lint } from '../eslint/support.js';

const KNOWN = new Set(['page-rules-api', 'rate-limits', 'no-deprecated-endpoint']);
const CALL = `fetch('${API}/zones/1/pagerules');\n`;
/** CPU time in milliseconds; before the fix each case took ten times as long, or failed. */
const LIMIT = 4000;

function repeat(count: number, piece: (index: number) => string, separator = ''): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join(separator);
}

/** Comments of up to 2 MB before a call. */
const COMMENTS: Readonly<Record<string, string>> = {
  "'until' repeated very often": `/* sunset-lint-disable ${'until 2026-01-01 '.repeat(125_000)} */`,
  "'until' before many spaces": `/* sunset-lint-disable ${` until${' '.repeat(2000)}`.repeat(900)}*/`,
  'dashes repeated very often': `/* sunset-lint-disable ${' -- - --'.repeat(200_000)} */`,
  'unknown ids': `/* sunset-lint-disable ${repeat(200_000, (index) => `page-rule${String(index)}`, ' ')} -- x */`,
  'one long id': `/* sunset-lint-disable ${'a'.repeat(1_900_000)} -- x */`,
  'very many': repeat(20_000, () => '// sunset-lint-disable-next-line page-rules-api -- x\nf();\n'),
  'very many ranges': repeat(20_000, () => '/* sunset-lint-disable page-rules-api -- x */\nf();\n'),
  'ranges ended for other ids': repeat(
    20_000,
    (index) => `/* sunset-lint-disable a${String(index)} -- x */\n/* sunset-lint-enable b${String(index)} */\n`,
  ),
  'ends of ranges that do not exist': repeat(40_000, () => '/* sunset-lint-enable */\n'),
};

describe('suppression comments', () => {
  it.each(Object.entries(COMMENTS))('are read within four seconds in a scan: %s', (_, comments) => {
    const start = process.cpuUsage().user;
    const { notes } = directivesIn({
      file: 'a.ts',
      text: `${comments}\n${CALL}`,
      findings: [],
      asOf: '2026-01-01',
      knownIds: KNOWN,
    });
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.every(({ message }) => message.length < 500)).toBe(true);
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(LIMIT);
  });

  it.each(Object.entries(COMMENTS))('are read within eight seconds in an editor: %s', (_, comments) => {
    const start = process.cpuUsage().user;
    const messages = lint({ 'a.js': `${comments}\n${CALL}` });
    expect(messages.every(({ message }) => message.length < 500)).toBe(true);
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(2 * LIMIT);
  });

  it('each hide their own finding among ten thousand', () => {
    const count = 10_000;
    const findings = Array.from({ length: count }, (_, index) => ({
      rule: 'no-deprecated-endpoint' as const,
      deprecation: 'page-rules-api',
      fingerprint: String(index),
      range: { start: { line: 2 * index + 2, column: 1 }, end: { line: 2 * index + 2, column: 2 } },
    }));
    const text = repeat(count, (index) => `/* sunset-lint-disable page-rules-api -- why ${String(index)} */\nf();\n`);
    const start = process.cpuUsage().user;
    const { suppressions, notes } = directivesIn({ file: 'a.ts', text, findings, asOf: '2026-01-01', knownIds: KNOWN });
    expect(suppressions.size).toBe(count);
    expect(suppressions.get('7000')?.justification).toBe('why 7000');
    expect(notes).toEqual([]);
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(LIMIT);
  });

  it('end a range only when its last id is enabled', () => {
    const at = (line: number) => ({
      rule: 'no-deprecated-endpoint' as const,
      deprecation: 'page-rules-api',
      fingerprint: String(line),
      range: { start: { line, column: 1 }, end: { line, column: 2 } },
    });
    const text =
      '/* sunset-lint-disable page-rules-api, rate-limits -- x */\n/* sunset-lint-enable page-rules-api */\nf();\n' +
      '/* sunset-lint-enable rate-limits */\nf();\n';
    const { suppressions } = directivesIn({
      file: 'a.ts',
      text,
      findings: [at(3), at(5)],
      asOf: '2026-01-01',
      knownIds: KNOWN,
    });
    expect([...suppressions.keys()]).toEqual(['3']);
  });
});

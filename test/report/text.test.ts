import { describe, expect, it } from 'vitest';
import { framesOf } from '../../src/report/source-frame.js';
import { formatText } from '../../src/report/text.js';
import { formatDistance } from '../../src/report/words.js';
import type { Finding } from '../../src/core/model/finding.js';
import { finding } from '../scanner/support.js';
import { report, SPAN, TEXT } from './support.js';

const plain = { colour: 'off', frameOf: framesOf(() => TEXT, { colour: 'off' }) } as const;

describe('a text report', () => {
  it('has the location, one sentence and the code of each finding', () => {
    expect(formatText(report(), plain))
      .toBe(`src/a.ts:3:33  \`GET /zones/{zone_id}/rate_limits\` ended on 2025-01-06; no replacement is named. [rate-limits]
    3 | export const list = () => fetch('https://api.acme.test/client/v9/zones/1/rate_limits');
      |                                 ${'^'.repeat(53)}
    More: \`sunset-lint explain rate-limits\`.

1 finding in 1 file, past the end of life.
Looked at 3 files with 2 requests.
1 more request has an unknown destination.
`);
  });

  it('says what was scanned when nothing is found', () => {
    const text = formatText(
      report({
        findings: [],
        coverage: {
          findings: 0,
          skipped: [
            { reason: 'build-output', count: 4, paths: [] },
            { reason: 'binary', count: 1, paths: ['a.ts'] },
          ],
        },
      }),
      plain,
    );
    expect(text).toBe(`No findings.
Looked at 3 files with 2 requests.
1 more request has an unknown destination.
Skipped: 4 build output; 1 binary (a.ts).
`);
  });

  it('shows confidence, test files and evidence of a finding that needs them', () => {
    const doubtful = finding('src/a.test.ts', { at: SPAN }, { confidence: 'probable', methods: [] });
    const findings = [{ ...doubtful, evidence: { ...doubtful.evidence, host: 'unknown', method: 'unknown' } as const }];
    const text = formatText(report({ findings }), { ...plain, verbose: true });
    expect(text).toContain('Probably `/zones/{zone_id}/rate_limits`, which ended on 2025-01-06;');
    expect(text).toContain('\n    The base URL is not known.\n');
    expect(text).toContain('[rate-limits, test file]');
    expect(text).toContain('1. the URL is a literal (literal, src/a.test.ts:3:33)');
  });

  it('lists unresolved requests on request', () => {
    const unresolved = [
      {
        at: { file: 'a.ts', span: SPAN },
        client: 'fetch',
        url: '${base}/${path}',
        methods: ['GET'] as const,
        reason: 'the path is a parameter',
      },
    ];
    const sites = { deprecated: 1, other: 0, unresolved: 1, inWrappers: 0, unknownTarget: 0 };
    const given = { unresolved, coverage: { unresolved: 1, sites } };
    expect(formatText(report(given), plain)).toContain(
      'Could not be resolved: 1 request to an API of the catalogues (--verbose lists them).',
    );
    expect(formatText(report(given), { ...plain, verbose: true })).toContain(
      'a.ts:3:33  GET ${base}/${path}  the path is a parameter',
    );
  });

  it('counts every request site by its outcome, and addresses that are not a request', () => {
    const sites = { deprecated: 1, other: 2, unresolved: 3, inWrappers: 4, unknownTarget: 5 };
    const coverage = { requestSites: 15, resolved: 3, unresolved: 5, addresses: 2, sites };
    expect(formatText(report({ coverage }), { ...plain, verbose: true })).toContain(
      'Looked at 3 files, 2 read, 1 parsed; 15 request sites, 3 resolved, 3 unresolved, 4 in wrappers that callers complete, ' +
        '5 with an unknown target, and 2 addresses of APIs that no request uses; 2 deprecations in the catalogue, as of 2025-01-16.',
    );
    const short = formatText(report({ coverage }), plain);
    expect(short).toContain(
      'Could not be resolved: 3 requests to an API of the catalogues, 2 addresses of an API of the catalogues that no request uses (--verbose lists them).',
    );
    expect(short).toContain('5 more requests have unknown destinations.');
  });

  it('counts findings, files and days by deprecation, the most frequent first, for statistics', () => {
    const findings = ['src/b.ts', 'src/a.ts', 'src/c.ts'].map((file) => finding(file, { at: SPAN }));
    const {
      findings: [first, ...others],
      ...rest
    } = report({ findings });
    const early = first && {
      ...first,
      deprecation: 'early-rows',
      endOfLife: '2025-02-01',
      lifecycle: 'deprecated' as const,
    };
    const given = { ...rest, findings: [...(early ? [early] : []), ...others] };
    const lines = formatText(given, { ...plain, statistics: true }).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '2 findings  2 files  2025-01-06  10 days ago  rate-limits',
      '1 finding   1 file   2025-02-01  in 16 days   early-rows',
      '',
      '3 findings in 3 files: 2 past the end of life, 1 before it.',
    ]);
    expect(formatText(report({ findings: [] }), { ...plain, statistics: true })).toMatch(/^No findings\./);
  });

  it('is one line for each finding in quiet mode, and empty without findings', () => {
    expect(formatText(report(), { ...plain, quiet: true })).toMatch(
      /^src\/a\.ts:3:33 {2}`GET [^\n]* \[rate-limits\]\n$/,
    );
    expect(formatText(report({ findings: [] }), { ...plain, quiet: true })).toBe('');
  });

  it('has colour only if it is on', () => {
    const ansi = /\u001b\[/;
    expect(formatText(report(), plain)).not.toMatch(ansi);
    expect(formatText(report(), { ...plain, colour: 'on' })).toMatch(ansi);
  });

  it('has no control characters from file names and source', () => {
    const evil = "x = '\u001b[2J\u202e';\n";
    const text = formatText(report({ findings: [finding('a\n\u001b]0;x\u0007.ts', { at: [4, 8] })], text: evil }), {
      colour: 'off',
      frameOf: framesOf(() => evil, { colour: 'off' }),
    });

    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(text).toContain('a\\n\\x1b]0;x\\x07.ts');
    expect(text).toContain("x = '␛[2J");
  });

  it('cuts very long lines of code around the range', () => {
    const long = `${'a'.repeat(5000)}'/rate_limits'${'b'.repeat(5000)}`;
    const text = formatText(report({ findings: [finding('a.ts', { at: [5000, 5014] })], text: long }), {
      colour: 'off',
      frameOf: framesOf(() => long, { colour: 'off' }),
    });
    expect(text).toContain("'/rate_limits'");
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(200);
    expect(text).toContain('^'.repeat(14));
    expect(text).toMatch(/\| …a+'\/rate_limits'b+…\n/);
  });

  it('shows a short line above a cut line', () => {
    const lines = `fetch(\n  '/a',\n${'a'.repeat(300)})`;
    const frame = framesOf(() => lines, { colour: 'off' });
    const range = { start: { line: 1, column: 1 }, end: { line: 3, column: 302 } };
    expect(frame('a.ts', range)?.split('\n').slice(0, 4)).toEqual([
      '1 | fetch(',
      '  | ^^^^^^',
      "2 |   '/a',",
      '  |   ^^^^^',
    ]);
    expect(frame('a.ts', range)).toMatch(/3 \| a{119}…/);
  });

  it('places its marks by the width of wide characters and tabs', () => {
    const frame = framesOf(() => "\tx('日本 😀'); f('/a')", { colour: 'off' });
    expect(frame('a.ts', { start: { line: 1, column: 15 }, end: { line: 1, column: 19 } })).toBe(
      "1 |   x('日本 😀'); f('/a')\n  |                  ^^^^",
    );
  });

  it('has one sentence for a deprecation, then each location with its code', () => {
    const findings = ['src/a.ts', 'src/b.ts'].map((file) => finding(file, { at: SPAN }));
    const frame = `    3 | export const list = () => fetch('https://api.acme.test/client/v9/zones/1/rate_limits');
      |                                 ${'^'.repeat(53)}
`;
    const text = formatText(report({ findings }), plain);
    expect(text.slice(0, text.indexOf('\n\n') + 1))
      .toBe(`\`GET /zones/{zone_id}/rate_limits\` ended on 2025-01-06; no replacement is named. [rate-limits]
    More: \`sunset-lint explain rate-limits\`.
  src/a.ts:3:33
${frame}  src/b.ts:3:33
${frame}`);
    expect(text).toContain('\n2 findings in 2 files, all past the end of life.\n');
  });

  it('shows the call, confidence and notes of each location if they differ', () => {
    const findings = [
      finding('src/a.ts', { at: SPAN }),
      finding(
        'src/b.ts',
        { at: SPAN },
        { confidence: 'probable', operation: { method: 'DELETE', path: '/zones/{zone_id}/rate_limits/{id}' } },
      ),
      finding('src/c.test.ts', { at: SPAN }, { notes: ['It is sent twice'] }),
      finding('src/d.test.ts', { at: SPAN }, { notes: ['It is sent twice'] }),
    ].map((one): Finding => (one.operation?.method === 'DELETE' ? { ...one, methods: ['DELETE'] } : one));
    const { frameOf: _, ...options } = plain;
    const text = formatText(report({ findings }), options);
    expect(text.slice(0, text.indexOf('\n\n4 findings')))
      .toBe(`Rate Limits API ended on 2025-01-06; no replacement is named. [rate-limits]
    More: \`sunset-lint explain rate-limits\`.
  src/a.ts:3:33  \`GET /zones/{zone_id}/rate_limits\`
  src/b.ts:3:33  Probably \`DELETE /zones/{zone_id}/rate_limits/{id}\`

In tests:

\`GET /zones/{zone_id}/rate_limits\` ended on 2025-01-06; no replacement is named. [rate-limits, test file]
    It is sent twice.
    More: \`sunset-lint explain rate-limits\`.
  src/c.test.ts:3:33
  src/d.test.ts:3:33`);
  });

  it('shows the code of the first locations of a deprecation, of one in a long report, and says so', () => {
    const some = (number: number): Finding[] =>
      Array.from({ length: number }, (_, index) => finding(`src/${index}.ts`, { at: SPAN }));
    const text = formatText(report({ findings: some(8) }), plain);
    expect(text.match(/^ {2}src\/\d\.ts:3:33$/gm)).toHaveLength(8);
    expect(text.match(/\^{53}/g)).toHaveLength(5);
    expect(text).toContain('The code of the first 5 places of each deprecation is shown; --verbose shows that of all.');
    const verbose = formatText(report({ findings: some(8) }), { ...plain, verbose: true });
    expect(verbose.match(/\^{53}/g)).toHaveLength(8);
    expect(verbose).not.toContain('--verbose');
    const long = formatText(report({ findings: some(10) }), plain);
    expect(long.match(/\^{53}/g)).toHaveLength(1);
    expect(long).toContain('The code of the first place of each deprecation is shown; --verbose shows that of all.');
    expect(formatText(report({ findings: some(5) }), plain)).not.toContain('--verbose shows');
    const { frameOf: _, ...options } = plain;
    for (const apart of [options, { ...plain, frameOf: framesOf(() => undefined, { colour: 'off' }) }] as const)
      expect(formatText(report({ findings: some(10) }), apart)).not.toContain('--verbose');
  });

  it('names the end of life in the summary when nothing has passed it', () => {
    expect(formatText(report({ asOf: '2024-01-16' }), plain)).toContain(
      '\n1 finding in 1 file, before the end of life.\n',
    );
  });

  describe('a text report of findings with the same message', () => {
    const line = "export const list = () => fetch('https://api.acme.test/client/v9/zones/1/rate_limits');\n";
    const start = line.indexOf("'https");
    const times = (count: number, file: string): Finding[] =>
      Array.from({ length: count }, (_, index) => {
        const at = index * line.length + start;
        return finding(file, { at: [at, at + 53] });
      });
    const text = (findings: readonly Finding[], options = {}): string =>
      formatText(report({ findings, text: line.repeat(12) }), { ...plain, ...options });

    it('has one line for the findings of a file, with their count and lines', () => {
      const said = text(times(4, 'src/a.ts'));
      expect(said).toContain('no replacement is named. (and 3 more at lines 2, 3, 4) [rate-limits]\n');
      expect(said.match(/^src\/a\.ts:/gm)).toHaveLength(1);
      expect(said).toContain('4 findings in 1 file');
      expect(text(times(11, 'src/a.ts'))).toContain(' (and 10 more at lines 2, 3, 4, 5, 6, 7, 8, 9, …) ');
    });

    it('has a line for each different call when the sentence omits the start of its path', () => {
      const given = report({ findings: times(4, 'src/a.ts'), text: line.repeat(12) });
      const calls = ['`GET /towers/dials/hands`', '`GET /stations/dials/hands`'];
      const findings = given.findings.map((one, index) => ({
        ...one,
        message: '`GET …/dials/hands` ended on 2025-01-06.',
        grouped: { headline: 'Hands ended on 2025-01-06.', call: calls[index === 0 ? 0 : 1] ?? '' },
        advice: index === 0 ? ['Use `GET /towers/hands`.'] : [],
      }));
      const { frameOf: _, ...options } = plain;
      const said = formatText({ ...given, findings }, options);
      expect(said.slice(0, said.indexOf('\n\n'))).toBe(`Hands ended on 2025-01-06. [rate-limits]
  src/a.ts:1:33  \`GET /towers/dials/hands\`. Use \`GET /towers/hands\`.
  src/a.ts:2:33  \`GET /stations/dials/hands\` (and 2 more at lines 3, 4)`);
    });

    it('has a line for each of two findings, other files, other messages, and in verbose mode', () => {
      expect(text(times(2, 'src/a.ts'))).not.toContain(' more at ');
      expect(text([1, 2, 3].flatMap((name) => times(1, `src/${name}.ts`)))).not.toContain(' more at ');
      const unsure = times(3, 'src/a.ts').map((one, index): Finding =>
        index === 0 ? { ...one, confidence: 'probable' } : one,
      );
      expect(text(unsure)).not.toContain(' more at ');
      expect(text(times(4, 'src/a.ts'), { verbose: true }).match(/^ {2}src\/a\.ts:/gm)).toHaveLength(4);
      expect(text(times(4, 'src/a.ts'), { quiet: true }).match(/^src\/a\.ts:/gm)).toHaveLength(4);
    });

    it('lists findings in tests after those of the program', () => {
      const said = text([...times(1, 'src/a.test.ts'), ...times(1, 'src/b.ts')]);
      expect(said).toMatch(/^src\/b\.ts:1[^]*\n\nIn tests:\n\nsrc\/a\.test\.ts:1/);
      expect(text(times(1, 'src/a.test.ts'))).not.toContain('In tests:');
      expect(text(times(1, 'src/b.ts'))).not.toContain('In tests:');
    });
  });
});

describe('formatDistance for a date', () => {
  it.each([
    ['2025-01-06', '2025-01-07', '1 day ago'],
    ['2025-01-06', '2026-01-06', '365 days ago'],
    ['2025-01-06', '2025-01-05', 'in 1 day'],
    ['2024-03-01', '2024-02-28', 'in 2 days'],
    ['2025-01-06', '2025-01-06', 'on the day of this report'],
  ])('%s as of %s is %s', (date, asOf, words) => {
    expect(formatDistance(date, asOf)).toBe(words);
  });
});

import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { API, CALL, CLEAN, cli, repository } from './support.js';

const outputOf = async (root: string, ...args: readonly string[]): Promise<string> => (await cli(root, args)).out;

describe('explain of a place', () => {
  it('prints the call, the pieces of its URL in order with their places, and the finding', async () => {
    const root = folder({
      'src/base.ts': `export const BASE = '${API}';\n`,
      'src/a.ts':
        "import { BASE } from './base.js';\n\nexport const rules = (zone: string) =>\n  fetch(`${BASE}/zones/${zone}/pagerules`, { method: 'POST' });\n",
    });
    const out = await outputOf(root, 'explain', 'src/a.ts:4');
    expect(out).toMatch(/^src\/a\.ts:4: scanned as .*src\/base\.ts.*its calls were examined\.\n {2}4:3 {2}fetch\(/);
    const order = [
      'fetch.',
      'Method: POST (4:',
      `${API}  src/base.ts:1:`,
      '${zone}  4:',
      '/pagerules  4:',
      'page-rules-api',
    ];
    const places = order.map((text) => out.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(out).toMatch(
      /Finding 4:\d+ page-rules-api, cancelled by the vendor, end of life 2025-01-06, certain, reported\./,
    );
    // The line of the constant shows this call only if the call takes a piece from there.
    expect(await outputOf(root, 'explain', 'src/a.ts:1')).toMatch(
      /There is no call on line 1; the nearest calls .* line 4\./,
    );
    expect(await outputOf(root, 'explain', 'src/a.ts:4:3')).toContain('page-rules-api');
  });

  it.each([
    ['another host', "fetch('https://api.example.com/client/v4/zones/1/pagerules');\n", /another host/],
    ['an operation that is not deprecated', CLEAN, /no deprecated operation .*GET \/zones\/\{\}\/dns_records/],
    [
      'a path with an empty segment',
      `export const a = () => fetch('${API}/accounts/1/queues//metrics');\n`,
      /no deprecated operation .*GET \/accounts\/1\/queues\/\/metrics/,
    ],
    ['an unknown path', `export const a = (path: string) => fetch(\`${API}/\${path}\`);\n`, /Not resolved.*`path`/],
    ['no request', `export const url = new URL('${API}/zones/1/dns_records');\n`, /sends no known request/],
  ])('explains the absence of a finding for %s', async (_what, text, expected) => {
    const out = await outputOf(
      folder({ 'a.ts': text }),
      'explain',
      `a.ts:${text.slice(0, text.indexOf('fetch(')).split('\n').length}`,
    );
    expect(out).toMatch(expected);
    expect(out).not.toContain('reported.');
  });

  it('never denies a finding of a call', async () => {
    const record = "JSON.stringify({ type: 'SRV', data: { service: '_sip', proto: '_tcp' } })";
    const root = folder({
      'a.ts':
        `const base = process.env.BASE ?? '${API}';\n` +
        'export const add = (zone: string) =>\n  fetch(`${base}/zones/${zone}/dns_records`, {\n' +
        `    method: 'POST',\n    body: ${record},\n  });\n`,
    });
    for (const place of ['a.ts:3', 'a.ts:5']) {
      const out = await outputOf(root, 'explain', place);
      expect(out).toMatch(
        /(?:=> Deprecated: srv-data-fields, end of life 2024-05-31, at|Finding) 5:\d+.* certain, reported\.\n/,
      );
      expect(out).not.toContain('No finding');
    }
    const cancelled = await outputOf(folder({ 'a.ts': CALL }), 'explain', 'a.ts:2', '--edition', 'current');
    expect(cancelled).toMatch(/=> page-rules-api\. Not reported: the vendor cancelled it on 2024-06-17 /);
  });

  it('explains why a finding is hidden: by a comment, the baseline, its confidence or the configuration', async () => {
    const comment = folder({ 'a.ts': CALL.replace('  fetch', '  // sunset-lint-disable-next-line -- known\n  fetch') });
    expect(await outputOf(comment, 'explain', 'a.ts:3')).toMatch(
      /page-rules-api, .*certain, not reported: the comment on line 2/,
    );
    const baseline = folder({ 'a.ts': CALL });
    await cli(baseline, ['scan', '--update-baseline']);
    expect(await outputOf(baseline, 'explain', 'a.ts:2')).toMatch(/not reported: the baseline/);
    const unsure = folder({ 'a.ts': 'export const a = (base: string) => fetch(`${base}/zones/1/pagerules`);\n' });
    expect(await outputOf(unsure, 'explain', 'a.ts:1')).toMatch(/possible, not reported: less sure/);
    const ignored = folder({ 'a.ts': CALL, 'sunset-lint.config.json': '{"ignore":["page-rules-api"]}' });
    expect(await outputOf(ignored, 'explain', 'a.ts:2')).toMatch(/not reported: the configuration/);
  });

  it('names the rule by which a file is not scanned', async () => {
    const root = repository(
      folder({
        '.gitignore': 'made/\n',
        'made/a.ts': CALL,
        'dist/b.ts': CALL,
        'legacy/c.ts': CALL,
        'd.rb': '',
        'e.ts': CLEAN,
        'sunset-lint.config.json': '{"ignoreFiles":["legacy/**"]}',
      }),
    );
    expect(await outputOf(root, 'explain', 'made/a.ts:2')).toContain('git ignores it (.gitignore:1: made/)');
    expect(await outputOf(root, 'explain', 'dist/b.ts:2')).toMatch(/not scanned: .*build output/);
    expect(await outputOf(root, 'explain', 'legacy/c.ts:2')).toContain("'legacy/**'");
    expect(await outputOf(root, 'explain', 'd.rb:1')).toMatch(/its language is not supported/);
  });

  it('refuses a missing file, and looks up URLs and operations in the catalogue', async () => {
    const root = folder({ 'a.ts': CALL });
    expect(await cli(root, ['explain', 'gone.ts:3'])).toMatchObject({
      code: 2,
      err: "error: the file 'gone.ts' does not exist.\n",
    });
    for (const asked of [
      `${API}/zones/1/pagerules`,
      'GET /zones/:z/pagerules',
      '/zones/:z/pagerules',
      'page-rules-api',
    ])
      expect(await outputOf(root, 'explain', asked)).toMatch(/^Page Rules API\n/);
    // A file is a place only with a line; a folder, or a file elsewhere, is nothing that can be explained.
    expect(await cli(root, ['explain', 'a.ts'])).toMatchObject({
      code: 2,
      err: "error: 'a.ts' is a file: explain takes one of its lines, such as 'a.ts:1'.\n",
    });
    expect((await cli(root, ['explain', 'b.ts'])).err).toContain("error: unknown deprecation 'b.ts'");
    expect((await cli(root, ['explain', 'https://127.0.0.1:8080'])).out).toMatch(/Nothing in the catalogue/);
  });

  it('takes a file whose name has a line break', async () => {
    const root = folder({ 'new\nline.ts': CALL, 'line.ts': '' });
    expect(await outputOf(root, 'explain', 'new\nline.ts:2')).toContain('page-rules-api');
    expect(await outputOf(root, 'explain', 'line.ts:2')).not.toContain('page-rules-api');
  });

  it('masks secrets', async () => {
    const root = folder({ 'a.ts': `const k = 'hunter2hunter2';\nfetch('${API}/zones/1/pagerules?api_key=' + k);\n` });
    expect(await outputOf(root, 'explain', 'a.ts:2')).not.toContain('hunter2');
  });
});

describe('--debug', () => {
  it('prints to standard error the outcome of each call in named files, and leaves the report unchanged', async () => {
    const root = folder({ 'a.ts': `${CALL}console.log(1);\n`, 'b.ts': 'export const two = 2;\n' });
    const { out, err } = await cli(root, ['a.ts', '--debug', '--quiet']);
    expect(out).toBe((await cli(root, ['a.ts', '--quiet'])).out);
    expect(err).toMatch(
      /^a\.ts: scanned as [^]*2:3 {2}fetch[^]*=> page-rules-api, cancelled by the vendor[^]*3:1 {2}console\.log\(1\)\n +Not examined/,
    );
    expect((await cli(root, ['--debug', '--quiet'])).err).toMatch(
      /\nb\.ts: scanned as .*mentions no API.*not examined\.\n/,
    );
  });
});

describe('--list-files', () => {
  it('prints the files to be scanned instead of a report', async () => {
    const root = repository(
      folder({ 'src/b.ts': CALL, 'a.ts': CLEAN, 'gone/c.ts': CALL, '.gitignore': 'gone', 'x.png': '' }),
    );
    expect(await cli(root, ['--list-files'])).toEqual({ code: 0, out: 'a.ts\nsrc/b.ts\n', err: '' });
    expect((await cli(root, ['src', '--list-files'])).out).toBe('src/b.ts\n');
    expect((await cli(root, ['src', '--ignore-files', '**', '--list-files'])).code).toBe(2);
  });
});

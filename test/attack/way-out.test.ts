import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardOutput } from '../../src/hosts/cli/shared/io.js';
import { asJson, plainText } from '../../src/core/lib/safe-output.js';
import { FORMATS } from '../../src/report/formats.js';
import { API, CALL, cli, git, repository } from '../cli/support.js';
import { lint } from '../eslint/support.js';
import { folder } from '../scanner/support.js';

const KEY = 'ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R';
const LOGIN = 'https://me:hunter2@api.example.com/v1';

describe('text on its way to the output', () => {
  it('loses keys, logins, terminal sequences and runner commands', () => {
    const said: string[] = [];
    const io = guardOutput({
      cwd: '/',
      env: {},
      today: () => '2026-01-01',
      out: (text) => said.push(text),
      err: (text) => said.push(text),
      outIsTerminal: false,
      errIsTerminal: false,
    });
    io.out(`a ${KEY}\n::error::b\n`);
    io.err(`${LOGIN} \u001b]0;title\u0007 \u202e \u009b31m\n`);
    io.data(asJson({ password: 'hunter2hunter2', zone: 'z' }));
    expect(said).toEqual([
      'a ***\n: :error::b\n',
      'https://***@api.example.com/v1 \\x1b]0;title\\x07 \\u202e \\x9b31m\n',
      '{\n  "password": "***",\n  "zone": "z"\n}\n',
    ]);
  });

  it('keeps colours, and sequences at its start that clear a line or a screen', () => {
    for (const own of ['\u001b[31mred\u001b[39m\n', '\r\u001b[K5 files', '\u001b[2J\u001b[3J\u001b[Hagain', 'a\r\nb'])
      expect(plainText(own)).toBe(own);
    expect(plainText('a\u001b[2J\u001b[3J\u001b[Hb\rc')).toBe('a\\x1b[2J\\x1b[3J\\x1b[Hb\\x0dc');
    expect(plainText('a\u001b[8;1;1t')).toBe('a\\x1b[8;1;1t');
  });

  it('in JSON stays valid JSON', () => {
    const value = {
      a: [LOGIN, 1, null, true],
      'x-sunset': '2025-01-06',
      headers: { 'X-Auth-Key': 'abc"def' },
      t: '::a',
    };
    expect(JSON.parse(asJson(value))).toEqual({
      ...value,
      a: ['https://***@api.example.com/v1', 1, null, true],
      headers: { 'X-Auth-Key': '***' },
    });
  });
});

describe('messages of ESLint', () => {
  it('escape control characters of a catalogue, which formatters would print', () => {
    const catalogue = {
      format: 3,
      api: { id: 'acme', title: 'Acme API', baseUrls: [{ url: 'https://api.acme.test/v1' }] },
      deprecations: [
        {
          ...{ id: 'acme/a', feature: 'A', kind: 'endpoint', endOfLife: '2026-01-01', url: 'https://docs.acme.test/a' },
          endpoints: [{ methods: ['GET'], path: '/a' }],
          replacement: { kind: 'product', name: 'b\u001b]8;;https://evil.test\u0007click\u202e' },
        },
      ],
    };
    const [message] = lint(
      { 'a.js': "fetch('https://api.acme.test/v1/a');\n", 'c.json': JSON.stringify(catalogue) },
      { settings: { catalogues: ['c.json'], asOf: '2026-02-01' } },
    );
    expect(message?.message).toBe(
      '`GET /a` ended on 2026-01-01; use b\\x1b]8;;https://evil.test\\x07click\\u202e. [acme/a] https://docs.acme.test/a',
    );
  });
});

describe('a key is masked', () => {
  const CONFIG = JSON.stringify({
    baseUrls: [{ url: `https://me:${KEY}@proxy.example.com/client/v4`, api: 'cloudflare' }],
  });

  it('in settings, lists of files and the set-up', async () => {
    const root = folder({ 'a.ts': CALL, [`${KEY}.ts`]: CALL, 'package.json': `{ "name": "${KEY}" }` });
    writeFileSync(join(root, 'sunset-lint.config.json'), CONFIG);
    for (const args of [
      ['scan', '--print-config'],
      ['scan', '--list-files'],
      ['init', '--dry-run'],
      ['catalogue', '--json'],
    ]) {
      const { out, err } = await cli(root, args);
      expect(out + err).not.toContain(KEY.slice(8));
    }
  });

  it('in reports with reasons, owners and remotes', async () => {
    const root = repository(folder({ 'a.ts': CALL, '.github/CODEOWNERS': `* @${KEY}\n` }));
    git(root, 'remote', 'add', 'origin', `https://me:${KEY}@github.com/a/b.git`);
    const written = await cli(root, ['scan', '--update-baseline', '--reason', `the token is ${KEY}`]);
    expect(written.code).toBe(0);
    for (const format of Object.keys(FORMATS)) {
      const { out, err } = await cli(root, ['scan', '--format', format, '--verbose']);
      expect(out + err, format).not.toContain(KEY.slice(8));
    }
  });

  it('in reports with an edited baseline', async () => {
    const root = repository(folder({ 'a.ts': CALL }));
    await cli(root, ['scan', '--update-baseline', '--reason', 'REASON']);
    const file = join(root, 'sunset-baseline.json');
    mkdirSync(join(root, 'b'));
    writeFileSync(file, readFileSync(file, 'utf8').replace('REASON', `${KEY} \\u001b[2J`));
    for (const format of ['json', 'text', 'sarif']) {
      const { out, err } = await cli(root, ['scan', '--format', format, '--verbose', '--min-confidence', 'possible']);
      expect(out + err).not.toContain(KEY.slice(8));
      expect(out + err).not.toContain('\u001b');
      expect(out + err).not.toContain(API + KEY);
    }
  });

  it('in reports merged from an edited one', async () => {
    const root = folder({ 'a.ts': CALL });
    await cli(root, ['scan', '--format', 'json=r.json', '--fail-on', 'never']);
    const report = JSON.parse(readFileSync(join(root, 'r.json'), 'utf8')) as { coverage: object; findings: object[] };
    const finding = {
      ...report.findings[0],
      deprecation: `id-${KEY}`,
      feature: `of ${KEY}`,
      replacement: { kind: 'product', value: KEY, note: null },
      owner: KEY,
      vendorUrl: `https://me:${KEY}@example.com/`,
      catalogue: { api: KEY, source: `${KEY}:1` },
      disputes: [{ kind: 'withdrawn', edition: KEY, source: KEY }],
    };
    const forged = { ...report, coverage: { ...report.coverage, limits: [KEY] }, findings: [finding] };
    writeFileSync(join(root, 'r.json'), JSON.stringify(forged));
    for (const format of Object.keys(FORMATS)) {
      const { out, err } = await cli(root, ['merge', 'r.json', '--format', format]);
      expect(out + err, format).not.toContain(KEY.slice(8));
    }
  });
});

/** Lists paths to all texts in a JSON value. */
function textsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

/** Copies a JSON value with other words at some paths. */
function withWords<T>(value: T, paths: readonly (readonly string[])[], words: string): T {
  const copy = structuredClone(value);
  for (const path of paths) {
    let holder = copy as Record<string, unknown>;
    for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
    const last = path.at(-1) ?? '';
    holder[last] = `${String(holder[last])}${words}`;
  }
  return copy;
}

describe('text in an edited report is not a terminal command', () => {
  const HOSTILE = '\u001b]0;title\u0007\u202e\u009b';
  const RAW = /[\u0007\u009b\u202e]|\u001b(?!\[\d{1,2}m)/;

  it('in any format, at any place, in merge and trend', { timeout: 60_000 }, async () => {
    const root = folder({
      'a.ts': `${CALL}// sunset-lint-disable-next-line page-rules-api -- known\n${CALL}`,
      'b.ts': `export const f = (p) => fetch('https://api.cloudflare.com/client/v4' + p);\nfetch('https://api.example.org/a');\n`,
      'c.ts': `${CALL}\0`,
    });
    await cli(root, ['scan', '--format', 'json=r.json', '--fail-on', 'never']);
    const path = join(root, 'r.json');
    const report = JSON.parse(readFileSync(path, 'utf8')) as object;
    const texts = textsIn(report);
    const taken: (readonly string[])[] = [];
    for (const at of texts) {
      writeFileSync(path, JSON.stringify(withWords(report, [at], HOSTILE)));
      const { code, out, err } = await cli(root, ['merge', 'r.json', '--verbose', '--fail-on', 'never']);
      expect(out + err, at.join('.')).not.toMatch(RAW);
      if (code === 0) taken.push(at);
    }
    // Most texts, such as edition, file, limit and URL, may be any.
    expect(taken.map((at) => at.join('.'))).toContain('catalogue.editions.0.id');
    expect(taken.length).toBeGreaterThan(20);
    for (const words of [HOSTILE, ''])
      for (const format of Object.keys(FORMATS)) {
        writeFileSync(path, JSON.stringify(withWords(report, taken, words)));
        const { out, err } = await cli(root, ['merge', 'r.json', '--format', format, '--fail-on', 'never']);
        expect(out + err, format).not.toMatch(RAW);
        // Ordinary text is unchanged.
        if (words === '') expect(out + err, format).not.toMatch(/\\x1b|\\u202e/);
      }
    writeFileSync(path, JSON.stringify(withWords(report, taken, HOSTILE)));
    for (const format of ['text', 'json', 'markdown', 'svg']) {
      const { out, err } = await cli(root, ['trend', 'r.json', '--format', format]);
      expect(out + err, format).not.toMatch(RAW);
    }
  });
});

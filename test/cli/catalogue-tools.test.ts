import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API, cli } from './support.js';

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'catalogue-'));
});
afterEach(() => {
  rmSync(work, { recursive: true });
});

interface Entry {
  readonly id: string;
  readonly [key: string]: unknown;
}

function bells(name: string, ...deprecations: readonly Entry[]): void {
  const api = { id: 'bell', title: 'Bell API', baseUrls: [{ url: 'https://api.bell.example/v1', names: ['bell'] }] };
  const entries = deprecations.map((entry) => ({ feature: entry.id, kind: 'endpoint', ...entry }));
  writeFileSync(join(work, name), JSON.stringify({ format: 2, api, deprecations: entries }));
}

const RING = { id: 'ring', endOfLife: '2026-05-01', endpoints: [{ methods: ['POST'], path: '/bells/{id}/ring' }] };
const CHIME = { id: 'chime', endOfLife: null, endpoints: [{ methods: ['GET'], path: '/chimes' }] };

describe('catalogue import', () => {
  it('writes a catalogue that a scan accepts', async () => {
    const document = {
      openapi: '3.0.3',
      info: { title: 'Bell API' },
      servers: [{ url: 'https://api.bell.example/v1' }],
      paths: { '/bells/{id}': { get: { deprecated: true, 'x-sunset': '2025-05-01', tags: ['Bells'] }, put: {} } },
    };
    writeFileSync(join(work, 'openapi.json'), JSON.stringify(document));
    const made = await cli(work, ['catalogue', 'import', 'openapi', 'openapi.json', '--output', 'bell.json']);
    expect(made).toEqual({
      code: 0,
      out: '',
      err: 'bell: 1 deprecation, 0 without an end of life; 1 path in use.\n',
    });
    writeFileSync(join(work, 'a.ts'), "fetch('https://api.bell.example/v1/bells/12');\n");
    const { code, out } = await cli(work, ['scan', '--catalogue', 'bell.json', '--format', 'json']);
    const { findings } = JSON.parse(out) as { findings: readonly { deprecation: string }[] };
    expect([code, findings.map(({ deprecation }) => deprecation)]).toEqual([1, ['bell/bells']]);
  });

  it('exits with 1 if most operations could not be imported', async () => {
    const get = { get: { deprecated: true } };
    const paths = { '/a': get, '/b': { $ref: 'absent.yml' }, '/c': { $ref: '../absent.yml' } };
    const servers = [{ url: 'https://api.bell.example' }];
    writeFileSync(
      join(work, 'openapi.json'),
      JSON.stringify({ openapi: '3.0.3', info: { title: 'Bell' }, servers, paths }),
    );
    const { code, err } = await cli(work, ['catalogue', 'import', 'openapi', 'openapi.json', '--output', 'bell.json']);
    expect(code).toBe(1);
    expect(err).toContain('openapi.json: 2 of 3 operations are not in the catalogue: see the notes.');
  });

  it('lists the families of SDKs it supports', async () => {
    writeFileSync(join(work, 'openapi.json'), '{}');
    const { code, err } = await cli(work, ['catalogue', 'import', 'openapi', 'openapi.json', '--sdk', 'nobody=.']);
    expect(code).toBe(2);
    expect(err).toContain("unknown family of SDKs 'nobody'");
  });

  it('refuses invalid ids and URLs', async () => {
    for (const flags of [
      ['--api', 'Bell API'],
      ['--base-url', 'bell.example'],
      ['--sdk', 'octokit'],
    ])
      expect((await cli(work, ['catalogue', 'import', 'openapi', 'x.json', ...flags])).code).toBe(2);
  });
});

describe('catalogue diff', () => {
  it('prints added, removed, moved and changed entries', async () => {
    bells('a.json', RING, CHIME, {
      id: 'toll',
      endOfLife: '2026-01-01',
      endpoints: [{ methods: ['GET'], path: '/tolls' }],
    });
    bells(
      'b.json',
      { ...RING, endOfLife: '2026-06-01', endpoints: [...RING.endpoints, { methods: ['GET'], path: '/rings' }] },
      { id: 'peal', endOfLife: '2027-01', endpoints: [{ methods: ['GET'], path: '/peals' }] },
      { ...CHIME, state: 'withdrawn', since: '2026-02-02', source: 'https://docs.bell.example' },
    );
    const { code, out } = await cli(work, ['catalogue', 'diff', 'a.json', 'b.json']);
    expect(code).toBe(1);
    expect(out).toBe(`Added (1):
  peal: peal, end of life 2027-01

Gone (1):
  toll: toll, end of life 2026-01-01

Moved (1):
  ring: 2026-05-01 -> 2026-06-01 (31 days later)

Deprecation cancelled by the vendor (1):
  chime: chime, no end of life announced

Operations added (1):
  ring: GET /rings

0 entries are the same in 'a.json' and 'b.json'.
`);
    const json = await cli(work, ['catalogue', 'diff', 'a.json', 'b.json', '--format', 'json']);
    expect(JSON.parse(json.out)).toMatchObject({ a: 'a.json', moved: [{ id: 'ring', days: 31 }] });
    const markdown = await cli(work, ['catalogue', 'diff', 'a.json', 'b.json', '--format', 'markdown']);
    expect(markdown.out).toContain('### Moved (1)\n\n- ring: 2026-05-01 -\\> 2026-06-01');
  });

  it('counts one day as a day', async () => {
    bells('a.json', { ...RING, endOfLife: '2026-05-01' }, { ...CHIME, endOfLife: '2026-05-01' });
    bells('b.json', { ...RING, endOfLife: '2026-05-02' }, { ...CHIME, endOfLife: '2026-04-29' });
    const { out } = await cli(work, ['catalogue', 'diff', 'a.json', 'b.json']);
    expect(out).toContain('  ring: 2026-05-01 -> 2026-05-02 (1 day later)\n');
    expect(out).toContain('  chime: 2026-05-01 -> 2026-04-29 (2 days earlier)\n');
  });

  it('exits with 0 for equal catalogues, and with 2 if a catalogue does not exist', async () => {
    bells('a.json', RING);
    expect((await cli(work, ['catalogue', 'diff', 'a.json', 'a.json'])).code).toBe(0);
    expect(await cli(work, ['catalogue', 'diff', 'a.json', 'nowhere.json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no catalogue 'nowhere.json'") as string,
    });
  });

  it('of two editions lists withdrawn entries', async () => {
    const { code, out } = await cli(work, ['catalogue', 'diff', 'specification', 'current']);
    expect(code).toBe(1);
    expect(out).toContain('Deprecation cancelled by the vendor (1):\n  page-rules-api: ');
    expect(out).toContain('  rate-limiting-api: 2024-05-01 -> 2025-06-15 (410 days later)');
  });

  it('with --scan prints the findings that differ', async () => {
    mkdirSync(join(work, 'src'));
    writeFileSync(
      join(work, 'src', 'a.ts'),
      `fetch('${API}/zones/x/pagerules');\nfetch('${API}/zones/x/rate_limits');\nfetch('${API}/zones/x/amp/sxg');\n`,
    );
    const { code, out } = await cli(work, ['catalogue', 'diff', '--scan', 'specification', 'current', 'src']);
    expect(code).toBe(1);
    expect(out).toBe(`Findings that come (1):
  src/a.ts:3: GET /zones/{zone_id}/amp/sxg (amp-sxg, deprecated, 2026-06-23)

Findings that go (1):
  src/a.ts:1: GET /zones/{zone_id}/pagerules (page-rules-api, sunset, 2025-01-06)

Findings that change (1):
  src/a.ts:2: GET /zones/{zone_id}/rate_limits (rate-limiting-api, sunset, 2025-06-15); before: sunset, 2024-05-01

0 findings are the same with 'specification' and 'current'.
`);
    const same = await cli(work, ['catalogue', 'diff', '--scan', 'current', 'current', 'src']);
    expect([same.code, same.out]).toEqual([0, "2 findings are the same with 'current' and 'current'.\n"]);
  });
});

describe('catalogue check', () => {
  it('joins operations by method and path, whatever the names of parameters', async () => {
    bells('a.json', RING, CHIME);
    const paths = {
      '/bells/{bell_id}/ring': { post: { deprecated: true, 'x-sunset': '2026-07-01' } },
      '/chimes': { get: {} },
      '/peals': { get: { deprecated: true } },
    };
    writeFileSync(join(work, 'openapi.json'), JSON.stringify({ openapi: '3.1.0', paths }));
    const args = ['catalogue', 'check', '--catalogue', 'a.json', '--upstream', 'openapi.json'];
    const { code, out } = await cli(work, [...args, '--format', 'json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      upstream: [{ file: 'openapi.json', kind: 'openapi', operations: 3, deprecated: 2 }],
      onlyThey: [{ method: 'GET', path: '/peals', endOfLife: null }],
      onlyWe: expect.arrayContaining([
        { deprecation: 'chime', method: 'GET', path: '/chimes', endOfLife: null, inUse: true },
        expect.objectContaining({ deprecation: 'rate-limiting-api', inUse: false }),
      ]) as unknown,
      otherDate: [{ deprecation: 'ring', ours: '2026-05-01', theirs: '2026-07-01' }],
      same: 0,
    });
  });
});

describe('a path of a command on catalogues that cannot be opened', () => {
  it('is an error of the command line, and a folder is none', async () => {
    writeFileSync(join(work, 'a.json'), '{}');
    symlinkSync('loop', join(work, 'loop'));
    const check = ['catalogue', 'check', '--upstream'];
    expect(await cli(work, [...check, 'a.json/x'])).toMatchObject({
      code: 2,
      err: "error: cannot read 'a.json/x': the file does not exist.\n",
    });
    expect(await cli(work, [...check, 'loop'])).toMatchObject({
      code: 2,
      err: "error: cannot read 'loop': it is a link to itself.\n",
    });
    mkdirSync(join(work, 'sdk'));
    expect(await cli(work, [...check, 'sdk'])).toMatchObject({
      code: 2,
      err: "error: 'sdk' has no sources of an SDK. Name the folder of its package.\n",
    });
  });

  it('is an error as the folder of an SDK as well', async () => {
    const document = { openapi: '3.0.3', servers: [{ url: 'https://api.bell.example' }], paths: {} };
    writeFileSync(join(work, 'openapi.json'), JSON.stringify(document));
    const args = ['catalogue', 'import', 'openapi', 'openapi.json', '--sdk', 'stripe=openapi.json/x'];
    const { code, err } = await cli(work, args);
    expect(code).toBe(2);
    expect(err).toContain("openapi.json/x' is not a folder.");
  });
});

describe('catalogue export', () => {
  const DATED = { ...RING, feature: 'Ringing; =SUM(A1), "é" '.repeat(4).trim(), url: 'https://docs.bell.example/ring' };

  async function exported(format: string): Promise<string> {
    bells('a.json', DATED, CHIME);
    const args = ['catalogue', 'export', '--format', format, '--of', 'bell', '--catalogue', 'a.json'];
    const { code } = await cli(work, [...args, '--output', 'out']);
    expect(code).toBe(0);
    return readFileSync(join(work, 'out'), 'utf8');
  }

  it('writes a calendar of all-day events, escaped and folded', async () => {
    const text = await exported('ics');
    const lines = text.split('\r\n');
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(text.replaceAll('\r\n ', '')).toContain(
      [
        'BEGIN:VEVENT',
        'UID:ring@sunset-lint',
        'DTSTAMP:20260101T000000Z',
        'DTSTART;VALUE=DATE:20260501',
        'DTEND;VALUE=DATE:20260502',
        `SUMMARY:End of life: ${'Ringing\\; =SUM(A1)\\, "é" '.repeat(4).trim()}`,
        'DESCRIPTION:API: bell\\nPOST /bells/{id}/ring',
        'URL:https://docs.bell.example/ring',
      ].join('\r\n'),
    );
    expect(text).not.toContain('chime');
  });

  it('writes CSV without formulas', async () => {
    bells('a.json', { ...RING, feature: '=SUM(A1)' });
    const { out } = await cli(work, [
      'catalogue',
      'export',
      '--format',
      'csv',
      '--of',
      'bell',
      '--catalogue',
      'a.json',
    ]);
    expect(out.split('\r\n')[1]).toBe(
      "bell,ring,'=SUM(A1),endpoint,POST,/bells/{id}/ring,2026-05-01,,deprecated,none stated,",
    );
  });

  it('writes an OpenAPI overlay', async () => {
    expect(JSON.parse(await exported('openapi-overlay'))).toMatchObject({
      overlay: '1.0.0',
      actions: [
        { target: "$.paths['/bells/{id}/ring'].post", update: { deprecated: true, 'x-sunset': '2026-05-01' } },
        { target: "$.paths['/chimes'].get", update: { deprecated: true } },
      ],
    });
  });
});

describe('catalogue list', () => {
  it('shows which entries have passed their end on a day', async () => {
    bells('a.json', RING, CHIME);
    for (const args of [['catalogue'], ['catalogue', 'list']]) {
      const { out } = await cli(work, [...args, '--as-of', '2026-05-02', '--catalogue', 'a.json']);
      expect(out.split('\n')[0]).toMatch(/^END OF LIFE +ON 2026-05-02 +ID /);
      expect(out).toMatch(/^2026-05-01 +sunset +ring /m);
      expect(out).toMatch(/^none +deprecated +chime /m);
    }
  });
});

describe('catalogue update', () => {
  it('prints editions, their age, and the update command of the package manager', async () => {
    writeFileSync(join(work, 'pnpm-lock.yaml'), '');
    const { out } = await cli(work, ['catalogue', 'update', '--as-of', '2027-02-01']);
    expect(out).toBe(`cloudflare: edition 'specification' of 2024-06-16, 960 days old.
From: sunset-lint.
A newer one: pnpm update --latest sunset-lint
`);
    expect(existsSync(join(work, 'node_modules'))).toBe(false);
  });
});

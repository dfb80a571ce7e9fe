import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { cli, git, repository } from './support.js';
import type { Outcome } from './support.js';

const DEPRECATIONS = Array.from({ length: 700 }, (_, number) => ({
  id: `bells/operation-${String(number)}`,
  feature: `Operation ${String(number)} of the bells`,
  kind: 'endpoint',
  endOfLife: '2025-01-01',
  endpoints: [{ methods: ['GET'], path: `/towers/{tower}/bells_${String(number)}` }],
  replacement: { kind: 'none' },
}));
const API = { id: 'bells', baseUrls: [{ url: 'https://api.bells.example.com/v1', names: ['bells'] }] };
const call = (path: string): string =>
  `export const list = (tower: string) => fetch(\`https://api.bells.example.com/v1/towers/\${tower}/${path}\`);\n`;

/** Makes a project, and an existing folder for the cache. */
function project(): { readonly root: string; readonly caches: string } {
  const root = folder({
    'bells.json': JSON.stringify({ format: 2, api: API, deprecations: DEPRECATIONS }),
    'sunset-lint.config.json': '{ "edition": "none", "catalogues": ["bells.json"], "paths": ["src"] }',
    'src/quiet.ts': 'export const towers = 3;\n',
    'src/calls.ts': call('bells_12'),
    'src/alive.ts': call('bells_x'),
  });
  const caches = folder({});
  mkdirSync(join(caches, 'sunset-lint'), { mode: 0o700 });
  return { root, caches };
}

function scan(root: string, caches: string, ...args: readonly string[]): Promise<Outcome> {
  const env = { XDG_CACHE_HOME: caches, LOCALAPPDATA: caches };
  return cli(root, ['scan', '--format', 'json', ...args], { cachesResults: true, env });
}

function formsIn(caches: string): readonly string[] {
  const place = join(caches, 'sunset-lint');
  return existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.form')) : [];
}

describe('the cache of large catalogues', () => {
  it('does not change a report', async () => {
    const { root, caches } = project();
    const fresh = await scan(root, caches, '--no-cache');
    expect(formsIn(caches)).toEqual([]);
    expect(fresh.out.match(/"deprecation": "bells\/operation-12"/g)).toHaveLength(1);
    for (let run = 0; run < 3; run += 1) expect(await scan(root, caches)).toEqual(fresh);
    expect(formsIn(caches)).toHaveLength(3);
    writeFileSync(join(root, 'src/calls.ts'), call('bells_x'));
    const none = await scan(root, caches);
    expect(none.out).not.toContain('bells/operation');
    expect(none).toEqual(await scan(root, caches, '--no-cache'));
  });

  it('does not hide a finding that a change adds', async () => {
    const { root, caches } = project();
    repository(root);
    await scan(root, caches);
    writeFileSync(join(root, 'src/quiet.ts'), call('bells_699'));
    git(root, 'add', '.');
    const found = await scan(root, caches, '--staged');
    expect(found.out).toContain('bells/operation-699');
    expect(found).toEqual(await scan(root, caches, '--staged', '--no-cache'));
  });

  it('depends on the base URLs in the configuration', async () => {
    const { root, caches } = project();
    await scan(root, caches);
    writeFileSync(join(root, 'src/calls.ts'), call('bells_12').replace('api.bells', 'proxy'));
    writeFileSync(
      join(root, 'sunset-lint.config.json'),
      '{ "edition": "none", "catalogues": ["bells.json"], "paths": ["src"], "baseUrls": ["https://proxy.example.com/v1"] }',
    );
    for (let run = 0; run < 3; run += 1) expect((await scan(root, caches)).out).toContain('bells/operation-12');
  });

  it('does not hide a mistake in a catalogue', async () => {
    const { root, caches } = project();
    const broken = DEPRECATIONS.map((entry, index) => (index === 650 ? { ...entry, endOfLife: '2025-02-30' } : entry));
    writeFileSync(join(root, 'bells.json'), JSON.stringify({ format: 2, api: API, deprecations: broken }));
    const outcomes = [await scan(root, caches), await scan(root, caches), await scan(root, caches)];
    for (const { code, err } of outcomes) {
      expect(code).toBe(2);
      expect(err).toContain("at /deprecations/650/endOfLife: '2025-02-30' is not a calendar date");
    }
    expect(formsIn(caches)).toEqual([]);
  });

  it('is not written to a scanned folder, where a commit could add it', async () => {
    const { root } = project();
    git(root, 'init', '-q');
    mkdirSync(join(root, '.cache/sunset-lint'), { recursive: true, mode: 0o700 });
    for (let run = 0; run < 3; run += 1) await scan(root, join(root, '.cache'));
    await scan(join(root, 'src'), join(root, '.cache'), '--config', join(root, 'sunset-lint.config.json'));
    expect(formsIn(join(root, '.cache'))).toEqual([]);
  });
});

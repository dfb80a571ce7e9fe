import { createHmac } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasNoGaps } from '../../src/cache/stored-shape.js';
import { CALL, cli, git, repository } from '../cli/support.js';
import type { Outcome } from '../cli/support.js';
import { folder } from '../scanner/support.js';

interface Place {
  readonly root: string;
  /** Cache folder of the user. */
  readonly caches: string;
  /** Folder with cached results. */
  readonly kept: string;
  readonly scan: (...args: readonly string[]) => Promise<Outcome>;
}

/** Makes a repository and scans it once. */
async function scannedRepository(): Promise<Place> {
  const root = repository(folder({ 'src/a.ts': CALL }));
  const caches = folder({});
  const io = { cachesResults: true, env: { XDG_CACHE_HOME: caches, LOCALAPPDATA: caches } } as const;
  const scan = (...args: readonly string[]): Promise<Outcome> => cli(root, ['scan', '--quiet', ...args], io);
  await scan();
  return { root, caches, kept: join(caches, 'sunset-lint/results'), scan };
}

/** Finds the file with cached results, not the one with summaries of files. */
function fileIn(kept: string): string {
  const [name = ''] = readdirSync(kept).filter((file) => !file.endsWith('.read.json'));
  return join(kept, name);
}

/** Writes a body with a valid signature. */
function writeSigned(path: string, body: string): void {
  const { key } = JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '') as { key: string };
  const signature = createHmac('sha256', '').update(`${key}\n`).update(body).digest('hex');
  writeFileSync(path, `${JSON.stringify({ key, signature })}\n${body}`);
}

/** Removes the findings from cached results. */
function forge(kept: string): void {
  const path = fileIn(kept);
  const body = readFileSync(path, 'utf8').split('\n')[1] ?? '';
  const stored = JSON.parse(body) as { programs: [string, { analyses: [string, { result: object }][] }][] };
  for (const [, { analyses }] of stored.programs)
    for (const [, analysis] of analyses) Object.assign(analysis.result, { findings: [], deprecated: 0, sites: 0 });
  writeSigned(path, JSON.stringify(stored));
}

const FOUND = { code: 1, out: expect.stringMatching(/^src\/a\.ts:2:9 /) as string };

describe('cached results', () => {
  it('hide a finding if their owner forges them, which proves the forgery of these tests', async () => {
    const { kept, scan } = await scannedRepository();
    forge(kept);
    expect(await scan()).toMatchObject({ code: 0, out: '' });
    expect(await scan('--no-cache')).toMatchObject(FOUND);
  });

  it.each([
    'null',
    '[]',
    '{}',
    '{"programs":"x"}',
    '{"programs":[["nope",{}]]}',
    '{"programs":[["javascript",null]]}',
    '{"programs":[["javascript",{"files":null,"analyses":[]}]]}',
    '{"programs":[["javascript",{"files":[],"analyses":[["src/a.ts",null]],"resolutions":{}}]]}',
    '{"programs":[["javascript",{"files":[["src/a.ts",{"digest":1}]],"analyses":[["src/a.ts",{"result":{}}]]}]]}',
    `{"programs":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  ])('of a wrong shape are discarded: %.60s', async (body) => {
    const { kept, scan } = await scannedRepository();
    writeSigned(fileIn(kept), body);
    const { code, out, err } = await scan();
    expect({ code, out, err }).toMatchObject({ ...FOUND, err: '' });
  });

  it('with null in any list are discarded', { timeout: 60_000 }, async () => {
    const { kept, scan } = await scannedRepository();
    const path = fileIn(kept);
    const body = readFileSync(path, 'utf8').split('\n')[1] ?? '';
    const lists = [...body.matchAll(/\[\]/g)].map(({ index }) => index);
    expect(lists.length).toBeGreaterThan(10);
    for (const index of lists) {
      writeSigned(path, `${body.slice(0, index)}[null]${body.slice(index + 2)}`);
      for (const file of readdirSync(kept)) if (file.endsWith('.read.json')) rmSync(join(kept, file));
      const { code, out, err } = await scan();
      expect({ code, out, err }, body.slice(index - 60, index)).toMatchObject({ ...FOUND, err: '' });
    }
  });

  it('may contain null outside of lists', () => {
    expect([null, { said: null, list: ['', 0, false] }, [['question', {}, null]]].map(hasNoGaps)).toEqual([
      true,
      true,
      true,
    ]);
    expect([[null], { a: [{ b: [1, null] }] }].map(hasNoGaps)).toEqual([false, false]);
  });

  it.runIf(process.platform !== 'win32').each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
    ['a link to a device', (path: string) => symlinkSync('/dev/zero', path)],
  ])('are discarded if %s is in their place', async (_what, put) => {
    const { kept, scan } = await scannedRepository();
    const path = fileIn(kept);
    rmSync(path);
    put(path);
    expect(await scan()).toMatchObject(FOUND);
  });

  it.runIf(process.platform !== 'win32').each([
    ['the cache folder is a link into the repository', 'sunset-lint'],
    ['the folder of results is a link into the repository', 'sunset-lint/results'],
  ])('that a commit adds are not used if %s', async (_what, name) => {
    const { root, caches, kept, scan } = await scannedRepository();
    forge(kept);
    const brought = join(root, 'brought');
    execFileSync('cp', ['-R', join(caches, name), brought]);
    git(root, 'add', '-f', '.');
    git(root, 'commit', '-qm', 'brought');
    rmSync(join(caches, name), { recursive: true });
    symlinkSync(brought, join(caches, name));
    expect(await scan()).toMatchObject(FOUND);
    expect(await scan('--changed-since', 'HEAD~1')).toMatchObject({ code: 0 });
  });

  it('of another folder are not used, so a clone has its own', async () => {
    const { root, kept, caches, scan } = await scannedRepository();
    forge(kept);
    const clone = join(folder({}), 'clone');
    git(root, 'clone', '-q', '.', clone);
    const io = { cachesResults: true, env: { XDG_CACHE_HOME: caches, LOCALAPPDATA: caches } } as const;
    expect(await cli(clone, ['scan', '--quiet'], io)).toMatchObject(FOUND);
    expect((await scan()).code).toBe(0);
  });
});

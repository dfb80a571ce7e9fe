import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadingCache, NOTHING_FOUND } from '../../src/cache/reading-cache.js';
import { work } from '../../src/core/lib/work.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { cachedMentions } from '../../src/scan/reused-mentions.js';
import { SourceStore } from '../../src/scan/source-store.js';
import { FileStamps } from '../../src/files/file-probe.js';
import { TextReader } from '../../src/files/read-text.js';
import { CALL, CLEAN, cli, repository } from '../cli/support.js';
import { rewriteCached } from './kept-support.js';

const OTHERS = 20;

let root: string;
let kept: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sunset-reading-'));
  kept = mkdtempSync(join(tmpdir(), 'sunset-kept-'));
  mkdirSync(join(root, 'src'));
  writeIn('a.ts', CALL);
  for (let index = 0; index < OTHERS; index++)
    writeIn(`other-${String(index)}.ts`, `export const other = ${String(index)};\n`);
  repository(root);
});

afterEach(() => {
  vi.useRealTimers();
  for (const folder of [root, kept]) rmSync(folder, { recursive: true, force: true });
});

function writeIn(name: string, text: string): void {
  writeFileSync(join(root, 'src', name), text);
}

/** Advances the clock by an hour, because summaries of recently changed files are not cached. */
function anHourLater(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
}

async function scanOutput(...more: readonly string[]): Promise<string> {
  const { out, err } = await cli(root, ['scan', '--format', 'json', '--no-baseline', ...more]);
  return out + err;
}

const scanCached = (): Promise<string> => scanOutput('--cache-location', kept);

/** Counts the files that a run reads. */
async function readBy(run: () => Promise<unknown>): Promise<number> {
  await run();
  return work.filesRead;
}

/** Expects that no run opens these files, whether or not another file changed. */
async function expectUnopened(...names: readonly string[]): Promise<void> {
  const reads = async (edit: number): Promise<readonly number[]> => {
    writeIn('edited.ts', `export const edit = ${edit};\n`);
    return [await readBy(scanCached), await readBy(scanCached)];
  };
  const before = await reads(1);
  for (const name of names) rmSync(join(root, 'src', name));
  expect(await reads(2)).toEqual(before);
}

function readings(): readonly string[] {
  return readdirSync(kept).filter((name) => name.endsWith('.read.json'));
}

/** Overwrites a file with text of the same length, and restores its modification time. */
function disguise(name: string, text: string): void {
  const path = join(root, 'src', name);
  const { atime, mtime, size } = statSync(path);
  writeIn(name, text.slice(0, size).padEnd(size, ' '));
  utimesSync(path, atime, mtime);
}

describe('summaries of files', () => {
  it('are cached: a run over the same files opens none of them', async () => {
    anHourLater();
    expect(await readBy(scanCached)).toBeGreaterThan(OTHERS);
    expect(await readBy(scanCached)).toBeLessThan(OTHERS / 2);
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });

  it('are cached for files without extension: scripts and others', async () => {
    const script = "#!/usr/bin/env node\nfetch('https://api.cloudflare.com/client/v4/zones/1/pagerules');\n";
    writeIn('load', script);
    writeIn('tidy', '#!/usr/bin/env node\nconsole.log(1);\n');
    writeIn('notes', 'Do what you like.\n');
    writeIn('use.ts', "import './load';\n");
    anHourLater();
    const first = await scanCached();
    expect(first).toContain('"file": "src/load"');
    await expectUnopened('tidy', 'notes');
    writeIn('notes', script);
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
    expect(await scanCached()).toContain('"file": "src/notes"');
  });

  it('are cached for excluded files, which are listed as before', async () => {
    writeIn('env.d.ts', CALL);
    writeIn('silent.d.ts', 'export const a: number;\n');
    writeIn('list.db', 'SQLite format 3\0\0');
    writeIn('paths.json', '{ "list": "/zones/1/pagerules" }');
    writeIn('notes.json', '{ "list": "https://api.cloudflare.com/client/v4/zones" }');
    writeIn(
      'use.ts',
      "import paths from './paths.json';\nfetch(`https://api.cloudflare.com/client/v4${paths.list}`);\n",
    );
    anHourLater();
    const first = await scanCached();
    expect(first).toContain('src/env.d.ts (type declarations)');
    expect(first).toContain('"file": "src/use.ts"');
    expect(await readBy(scanCached)).toBeLessThan(OTHERS / 2);
    await expectUnopened('env.d.ts', 'silent.d.ts', 'list.db', 'notes.json');
    writeIn('silent.d.ts', CALL);
    writeIn('paths.json', '{ "list": "/zones/1/logpush" }');
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });

  it('are computed again for a file that is no longer excluded', () => {
    anHourLater();
    const stamps = new FileStamps();
    const stamp = expectDefined(stamps.file(join(root, 'src/a.ts')) ?? undefined, 'the file is there');
    const said = [{ ...NOTHING_FOUND, leftOut: { names: true } }];
    const reading = new ReadingCache(
      () => ({ said, files: [['src/a.ts', { said: 0, stamp }]], grounds: [], outcomes: [], beside: [] }),
      root,
      stamps,
    );
    expect(reading.leftOut('src/a.ts')).toEqual({ names: true, size: CALL.length });
    expect(cachedMentions(reading, new Set())?.('src/a.ts')).toBeUndefined();
    reading.forget('src/a.ts');
    reading.noteReadFiles({ files: ['src/a.ts'], isListed: () => true });
    expect(reading.toStored()?.said).toEqual([NOTHING_FOUND]);
  });

  it('are cached for a language without a file that names the API', async () => {
    writeIn('base.py', "API = 'https://api.example.com'\n");
    writeIn('call.py', "import requests\nfrom base import API\nrequests.get(API + '/zones/1/pagerules')\n");
    anHourLater();
    const first = await scanCached();
    expect(first).toContain('"other": 1');
    expect(await scanCached()).toBe(first);
  });

  it('are not written again if nothing is new', async () => {
    writeIn('tidy', '#!/usr/bin/env node\nconsole.log(1);\n');
    writeIn('notes', 'Do what you like.\n');
    anHourLater();
    await scanCached();
    const inodes = (): readonly number[] => readings().map((name) => statSync(join(kept, name)).ino);
    const before = inodes();
    await scanCached();
    expect(inodes()).toEqual(before);
  });

  it('are not cached for files that have just changed, because a second change could go unnoticed', async () => {
    await scanCached();
    expect(await readBy(scanCached)).toBeGreaterThan(OTHERS);
  });

  it('are computed again for a file of the same size and modification time', async () => {
    writeIn('other-3.ts', ' '.repeat(CALL.length));
    anHourLater();
    await scanCached();
    disguise('other-3.ts', CALL);
    const found = await scanCached();
    expect(found).toContain('src/other-3.ts');
    expect(found).toBe(await scanOutput('--no-cache'));
  });

  it('are computed again if a link replaces a file', async () => {
    anHourLater();
    await scanCached();
    renameSync(join(root, 'src/a.ts'), join(root, 'a.txt'));
    symlinkSync(join(root, 'a.txt'), join(root, 'src/a.ts'));
    writeIn('use.ts', CALL);
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });

  it('are computed again if two folders with equal sizes and times are swapped', async () => {
    for (const name of ['v1', 'v2']) mkdirSync(join(root, 'src', name));
    const isOneTime = (): boolean =>
      lstatSync(join(root, 'src/v1/x.ts')).ctimeMs === lstatSync(join(root, 'src/v2/x.ts')).ctimeMs;
    do {
      writeIn('v1/x.ts', CALL);
      writeIn('v2/x.ts', ' '.repeat(CALL.length));
      for (const name of ['v1/x.ts', 'v2/x.ts']) utimesSync(join(root, 'src', name), 1, 1);
    } while (!isOneTime());
    anHourLater();
    await scanCached();
    await scanCached();
    renameSync(join(root, 'src/v1'), join(root, 'src/v3'));
    renameSync(join(root, 'src/v2'), join(root, 'src/v1'));
    renameSync(join(root, 'src/v3'), join(root, 'src/v2'));
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });

  it('are computed again if a link of a manifest now points outside a repository', async () => {
    mkdirSync(join(root, 'sub/app'), { recursive: true });
    mkdirSync(join(root, 'lib'));
    symlinkSync('../../shared.json', join(root, 'sub/app/base.json'));
    writeFileSync(join(root, 'tsconfig.json'), '{ "extends": "./sub/app/base.json" }');
    const compilerOptions = { baseUrl: root, paths: { '@/*': ['./lib/*'] } };
    writeFileSync(join(root, 'shared.json'), JSON.stringify({ compilerOptions }));
    writeFileSync(join(root, 'lib/b.ts'), "export const base = 'https://api.cloudflare.com/client/v4';\n");
    writeIn('use.ts', "import { base } from '@/b';\nexport const rules = () => fetch(`${base}/zones/1/pagerules`);\n");
    anHourLater();
    await scanCached();
    expect(await scanCached()).toContain('src/use.ts');
    mkdirSync(join(root, 'sub/.git'));
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });

  it('are not cached by a run during which a file changes', () => {
    const stamps = new FileStamps();
    anHourLater();
    const reading = new ReadingCache(() => undefined, root, new FileStamps());
    const store = (known: ReadingCache): SourceStore =>
      new SourceStore(root, new TextReader(), undefined, { reading: known });
    reading.noteSummary('src/a.ts', NOTHING_FOUND);
    store(reading).digest('src/a.ts');
    const next = new ReadingCache(() => reading.toStored(), root, stamps);
    expect(next.summaryOf('src/a.ts')).toMatchObject(NOTHING_FOUND);
    const files = store(next);
    expect(files.digest('src/a.ts')).toBe(store(reading).digest('src/a.ts'));
    expect(next.isOutdated).toBe(false);
    writeIn('a.ts', CLEAN);
    files.text('src/a.ts');
    expect(next.isOutdated).toBe(true);
  });

  it.each([
    ['now uses another API', CLEAN, "import Stripe from 'stripe';\nexport const client = new Stripe('key');\n"],
    ['no longer uses another API', "import Stripe from 'stripe';\nexport const client = new Stripe('key');\n", CLEAN],
  ])('are computed again for a file that %s', async (_, before, after) => {
    writeIn('pay.ts', before);
    anHourLater();
    await scanCached();
    await scanCached();
    writeIn('pay.ts', after);
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });

  it('include the reason why a file is excluded', async () => {
    writeIn('made.ts', `${CALL}${'a.b(c);'.repeat(30_000)}`);
    writeIn('tool.d.ts', `// https://api.cloudflare.com/client/v4\n`);
    anHourLater();
    await scanCached();
    const second = await scanCached();
    expect(second).toBe(await scanOutput('--no-cache'));
    expect(second).toContain('made.ts');
  });

  it.each([
    'null',
    '{}',
    '{"said":"x","files":[],"grounds":[],"outcomes":[]}',
    '{"said":[{"mentions":[null],"apis":[]}],"files":[],"grounds":[],"outcomes":[]}',
    '{"said":[],"files":[["src/a.ts",{"stamp":[1,2,3],"said":0}]],"grounds":[],"outcomes":[]}',
    '{"said":[],"files":[["src/a.ts",null]],"grounds":[],"outcomes":[]}',
    '{"said":[],"files":[],"grounds":[["javascript",{"folders":[],"texts":[],"rest":{}}]],"outcomes":[]}',
    '{"said":[],"files":[],"grounds":[]}',
    '{"said":[],"files":[],"grounds":[],"outcomes":[["javascript",{}]]}',
  ])('are discarded if their shape is wrong: %s', async (body) => {
    anHourLater();
    await scanCached();
    for (const name of readings()) rewriteCached(join(kept, name), () => body);
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });

  it('are discarded if their signature is wrong', async () => {
    anHourLater();
    await scanCached();
    const [name = ''] = readings();
    const path = join(kept, name);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('"mentions":[["javascript","api"]]');
    writeFileSync(path, text.replaceAll('["javascript","api"]', ''));
    expect(await scanCached()).toBe(await scanOutput('--no-cache'));
  });
});

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
import { KeptReading, SILENT } from '../../src/cache/kept-reading.js';
import { work } from '../../src/core/lib/work.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { knownFrom } from '../../src/scan/known-reading.js';
import { SourceStore } from '../../src/scan/source-store.js';
import { FileStamps } from '../../src/files/file-probe.js';
import { TextReader } from '../../src/files/read-text.js';
import { CALL, CLEAN, cli, repository } from '../cli/support.js';
import { forgeKept } from './kept-support.js';

const OTHERS = 20;

let root: string;
let kept: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sunset-reading-'));
  kept = mkdtempSync(join(tmpdir(), 'sunset-kept-'));
  mkdirSync(join(root, 'src'));
  put('a.ts', CALL);
  for (let index = 0; index < OTHERS; index++)
    put(`other-${String(index)}.ts`, `export const other = ${String(index)};\n`);
  repository(root);
});

afterEach(() => {
  vi.useRealTimers();
  for (const folder of [root, kept]) rmSync(folder, { recursive: true, force: true });
});

function put(name: string, text: string): void {
  writeFileSync(join(root, 'src', name), text);
}

/** An hour goes by: only of files that did not change just now is it kept what they say. */
function later(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
}

async function report(...more: readonly string[]): Promise<string> {
  const { out, err } = await cli(root, ['scan', '--format', 'json', '--no-baseline', ...more]);
  return out + err;
}

const keeping = (): Promise<string> => report('--cache-location', kept);

/** Files that a run reads: each begins to count anew. */
async function readBy(run: () => Promise<unknown>): Promise<number> {
  await run();
  return work.filesRead;
}

/** Holds that no run opens these files, be another changed or none: one reads as many without them. */
async function expectUnopened(...names: readonly string[]): Promise<void> {
  const reads = async (edit: number): Promise<readonly number[]> => {
    put('edited.ts', `export const edit = ${edit};\n`);
    return [await readBy(keeping), await readBy(keeping)];
  };
  const before = await reads(1);
  for (const name of names) rmSync(join(root, 'src', name));
  expect(await reads(2)).toEqual(before);
}

function readings(): readonly string[] {
  return readdirSync(kept).filter((name) => name.endsWith('.read.json'));
}

/** Writes other text of the same length over a file, whose time of change is then set back. */
function disguise(name: string, text: string): void {
  const path = join(root, 'src', name);
  const { atime, mtime, size } = statSync(path);
  put(name, text.slice(0, size).padEnd(size, ' '));
  utimesSync(path, atime, mtime);
}

describe('what files say', () => {
  it('is read once: a run over the same files opens none of them', async () => {
    later();
    expect(await readBy(keeping)).toBeGreaterThan(OTHERS);
    expect(await readBy(keeping)).toBeLessThan(OTHERS / 2);
    expect(await keeping()).toBe(await report('--no-cache'));
  });

  it('is kept of files whose names tell nothing: scripts, and what is none', async () => {
    const script = "#!/usr/bin/env node\nfetch('https://api.cloudflare.com/client/v4/zones/1/pagerules');\n";
    put('load', script);
    put('tidy', '#!/usr/bin/env node\nconsole.log(1);\n');
    put('notes', 'Do what you like.\n');
    put('use.ts', "import './load';\n");
    later();
    const first = await keeping();
    expect(first).toContain('"file": "src/load"');
    await expectUnopened('tidy', 'notes');
    put('notes', script);
    expect(await keeping()).toBe(await report('--no-cache'));
    expect(await keeping()).toContain('"file": "src/notes"');
  });

  it('is kept of files that are left out, which are named as before', async () => {
    put('env.d.ts', CALL);
    put('silent.d.ts', 'export const a: number;\n');
    put('list.db', 'SQLite format 3\0\0');
    put('paths.json', '{ "list": "/zones/1/pagerules" }');
    put('notes.json', '{ "list": "https://api.cloudflare.com/client/v4/zones" }');
    put('use.ts', "import paths from './paths.json';\nfetch(`https://api.cloudflare.com/client/v4${paths.list}`);\n");
    later();
    const first = await keeping();
    expect(first).toContain('src/env.d.ts (type declarations)');
    expect(first).toContain('"file": "src/use.ts"');
    expect(await readBy(keeping)).toBeLessThan(OTHERS / 2);
    await expectUnopened('env.d.ts', 'silent.d.ts', 'list.db', 'notes.json');
    put('silent.d.ts', CALL);
    put('paths.json', '{ "list": "/zones/1/logpush" }');
    expect(await keeping()).toBe(await report('--no-cache'));
  });

  it('is asked anew of a file that was left out and no longer is, and kept', () => {
    later();
    const stamps = new FileStamps();
    const stamp = expectDefined(stamps.file(join(root, 'src/a.ts')) ?? undefined, 'the file is there');
    const said = [{ ...SILENT, leftOut: { names: true } }];
    const reading = new KeptReading(
      () => ({ said, files: [['src/a.ts', { said: 0, stamp }]], grounds: [], outcomes: [], beside: [] }),
      root,
      stamps,
    );
    expect(reading.leftOut('src/a.ts')).toEqual({ names: true, size: CALL.length });
    expect(knownFrom(reading, new Set())?.('src/a.ts')).toBeUndefined();
    reading.forget('src/a.ts');
    reading.noteRead({ files: ['src/a.ts'], isListed: () => true });
    expect(reading.toStored()?.said).toEqual([SILENT]);
  });

  it('is kept of a language that no file names the API in', async () => {
    put('base.py', "API = 'https://api.example.com'\n");
    put('call.py', "import requests\nfrom base import API\nrequests.get(API + '/zones/1/pagerules')\n");
    later();
    const first = await keeping();
    expect(first).toContain('"other": 1');
    expect(await keeping()).toBe(first);
  });

  it('is written no more where nothing is new', async () => {
    put('tidy', '#!/usr/bin/env node\nconsole.log(1);\n');
    put('notes', 'Do what you like.\n');
    later();
    await keeping();
    const inodes = (): readonly number[] => readings().map((name) => statSync(join(kept, name)).ino);
    const before = inodes();
    await keeping();
    expect(inodes()).toEqual(before);
  });

  it('is not kept of files that changed just now: they could change again unseen', async () => {
    await keeping();
    expect(await readBy(keeping)).toBeGreaterThan(OTHERS);
  });

  it('is asked again of a file of the same size whose time of change was set back', async () => {
    put('other-3.ts', ' '.repeat(CALL.length));
    later();
    await keeping();
    disguise('other-3.ts', CALL);
    const found = await keeping();
    expect(found).toContain('src/other-3.ts');
    expect(found).toBe(await report('--no-cache'));
  });

  it('is asked again where a link stands in the place of a file', async () => {
    later();
    await keeping();
    renameSync(join(root, 'src/a.ts'), join(root, 'a.txt'));
    symlinkSync(join(root, 'a.txt'), join(root, 'src/a.ts'));
    put('use.ts', CALL);
    expect(await keeping()).toBe(await report('--no-cache'));
  });

  it('is asked again where two folders change places whose files have one size and one time', async () => {
    for (const name of ['v1', 'v2']) mkdirSync(join(root, 'src', name));
    const isOneTime = (): boolean =>
      lstatSync(join(root, 'src/v1/x.ts')).ctimeMs === lstatSync(join(root, 'src/v2/x.ts')).ctimeMs;
    do {
      put('v1/x.ts', CALL);
      put('v2/x.ts', ' '.repeat(CALL.length));
      for (const name of ['v1/x.ts', 'v2/x.ts']) utimesSync(join(root, 'src', name), 1, 1);
    } while (!isOneTime());
    later();
    await keeping();
    await keeping();
    renameSync(join(root, 'src/v1'), join(root, 'src/v3'));
    renameSync(join(root, 'src/v2'), join(root, 'src/v1'));
    renameSync(join(root, 'src/v3'), join(root, 'src/v2'));
    expect(await keeping()).toBe(await report('--no-cache'));
  });

  it('is asked again where a link of a manifest comes to lead out of a repository', async () => {
    mkdirSync(join(root, 'sub/app'), { recursive: true });
    mkdirSync(join(root, 'lib'));
    symlinkSync('../../shared.json', join(root, 'sub/app/base.json'));
    writeFileSync(join(root, 'tsconfig.json'), '{ "extends": "./sub/app/base.json" }');
    const compilerOptions = { baseUrl: root, paths: { '@/*': ['./lib/*'] } };
    writeFileSync(join(root, 'shared.json'), JSON.stringify({ compilerOptions }));
    writeFileSync(join(root, 'lib/b.ts'), "export const base = 'https://api.cloudflare.com/client/v4';\n");
    put('use.ts', "import { base } from '@/b';\nexport const rules = () => fetch(`${base}/zones/1/pagerules`);\n");
    later();
    await keeping();
    expect(await keeping()).toContain('src/use.ts');
    mkdirSync(join(root, 'sub/.git'));
    expect(await keeping()).toBe(await report('--no-cache'));
  });

  it('is not kept of a run while which a file changes, nor is anything else', () => {
    const stamps = new FileStamps();
    later();
    const reading = new KeptReading(() => undefined, root, new FileStamps());
    const store = (known: KeptReading): SourceStore =>
      new SourceStore(root, new TextReader(), undefined, { reading: known });
    reading.note('src/a.ts', SILENT);
    store(reading).digest('src/a.ts');
    const next = new KeptReading(() => reading.toStored(), root, stamps);
    expect(next.of('src/a.ts')).toMatchObject(SILENT);
    const files = store(next);
    expect(files.digest('src/a.ts')).toBe(store(reading).digest('src/a.ts'));
    expect(next.isOutdated).toBe(false);
    put('a.ts', CLEAN);
    files.text('src/a.ts');
    expect(next.isOutdated).toBe(true);
  });

  it.each([
    ['comes to use another API', CLEAN, "import Stripe from 'stripe';\nexport const client = new Stripe('key');\n"],
    ['uses another API no more', "import Stripe from 'stripe';\nexport const client = new Stripe('key');\n", CLEAN],
  ])('is asked again of a file that %s', async (_, before, after) => {
    put('pay.ts', before);
    later();
    await keeping();
    await keeping();
    put('pay.ts', after);
    expect(await keeping()).toBe(await report('--no-cache'));
    expect(await keeping()).toBe(await report('--no-cache'));
  });

  it('is told again where it is why a file is left out', async () => {
    put('made.ts', `${CALL}${'a.b(c);'.repeat(30_000)}`);
    put('tool.d.ts', `// https://api.cloudflare.com/client/v4\n`);
    later();
    await keeping();
    const second = await keeping();
    expect(second).toBe(await report('--no-cache'));
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
  ])('is found anew where it has a wrong shape: %s', async (body) => {
    later();
    await keeping();
    for (const name of readings()) forgeKept(join(kept, name), () => body);
    expect(await keeping()).toBe(await report('--no-cache'));
  });

  it('is not believed where somebody else wrote it', async () => {
    later();
    await keeping();
    const [name = ''] = readings();
    const path = join(kept, name);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('"mentions":[["javascript","api"]]');
    writeFileSync(path, text.replaceAll('["javascript","api"]', ''));
    expect(await keeping()).toBe(await report('--no-cache'));
  });
});

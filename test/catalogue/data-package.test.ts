import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  DATA_PACKAGE,
  catalogueFilesOf,
  signRelease,
  versionOf,
} from '../../src/knowledge/catalogue/catalogue-files.js';
import type { Release } from '../../src/knowledge/catalogue/catalogue-files.js';
import { writeDataPackage } from '../../tools/catalogue/data-package.js';
import { KEYS, NEW_ENTRY, newKeys, writeLaterPackage } from './data-package-support.js';
import { ROOT } from './sources.js';

const LATER = '2999-12-31';
const own = JSON.parse(readFileSync(`${ROOT}/rules/release.json`, 'utf8')) as Release;

function scratch(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'data-package-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

/** Makes a project with the program, and the path of its data package. */
function project(): { readonly root: string; readonly program: string; readonly data: string } {
  const root = scratch();
  const program = join(root, 'node_modules/sunset-lint');
  mkdirSync(program, { recursive: true });
  return { root, program, data: join(root, 'node_modules', DATA_PACKAGE) };
}

describe('the data package of catalogues', () => {
  it('is reproducible and contains only data', () => {
    const [one, two] = [scratch(), scratch()];
    for (const root of [one, two]) writeDataPackage(ROOT, join(root, 'data'));
    expect(digestsOf(join(one, 'data'))).toEqual(digestsOf(join(two, 'data')));
    expect([...digestsOf(join(one, 'data')).keys()].filter((name) => !name.startsWith('rules/')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ]);
    expect(readFileSync(join(one, 'data/README.md'), 'utf8')).toContain(
      '| `apis/anthropic.json` | @anthropic-ai/sdk, 0.5.10 to 1.13.0 | https://www.npmjs.com/package/@anthropic-ai/sdk | 2026-11-25 | MIT |',
    );
  });

  it('is packed completely and accepted by publint', () => {
    const folder = join(scratch(), 'data');
    const version = writeDataPackage(ROOT, folder);
    const packed = npmPack(folder);
    expect(packed.version).toBe(version);
    expect(packed.files.map(({ path }) => path).sort()).toEqual([...digestsOf(folder).keys()].sort());
    const publint = spawnSync('npx', ['--no-install', 'publint', '--strict', folder], { cwd: ROOT, encoding: 'utf8' });
    expect([publint.status, publint.stdout]).toEqual([0, expect.stringContaining('All good!')]);
  });

  it('has a version made of its day and number', () => {
    expect(versionOf({ format: 1, day: '2026-11-25', number: 2, files: {} })).toBe('1.20261125.2');
  });
});

/** Loads the catalogues of the program in a folder, on a day after those of the tests. */
const filesOf = (program: string): ReturnType<typeof catalogueFilesOf> =>
  catalogueFilesOf(program, { key: KEYS.publicKey, today: '3000-01-01' });

describe('the catalogues of a program', () => {
  it('are its own if no data package is installed', () => {
    const { program } = project();
    expect(filesOf(program).package).toBeUndefined();
    expect(filesOf(program).apis()).toContain('docker-hub');
  });

  it('come from a data package of a later day', () => {
    const { program, data } = project();
    const version = writeLaterPackage(data, LATER);
    const files = filesOf(program);
    expect(files.package).toBe(`${DATA_PACKAGE}@${version}`);
    expect(files.read('apis/docker-hub.json')).toContain(NEW_ENTRY.id);
    expect(files.apis()).toEqual(filesOf(scratch()).apis());
  });

  it('are its own if the data package is not newer', () => {
    const { program, data } = project();
    writeDataPackage(ROOT, data, KEYS.privateKey);
    expect(filesOf(program).package).toBeUndefined();
    expect(writeLaterPackage(data, own.day)).toBe(versionOf({ ...own, number: own.number + 1 }));
    expect(filesOf(program).package).toBeDefined();
    resign(data, { day: '2020-01-01' });
    expect(filesOf(program).package).toBeUndefined();
  });

  it("come from a data package behind pnpm's link, or in the program's own node_modules", () => {
    const { root, program, data } = project();
    const store = join(root, 'node_modules/.pnpm/node_modules', DATA_PACKAGE);
    writeLaterPackage(store, LATER);
    symlinkSync(store, data);
    expect(filesOf(program).package).toBeDefined();
    expect(filesOf(program).read('catalogue.json')).toContain('page-rules-api');
    rmSync(data);
    writeLaterPackage(join(program, 'node_modules', DATA_PACKAGE), LATER);
    expect(filesOf(program).package).toBeDefined();
  });

  it('do not come from a folder above, which may be scanned', () => {
    const { root, data } = project();
    writeLaterPackage(data, LATER);
    for (const program of [
      'node_modules/.tools/node_modules/sunset-lint',
      'tools/node_modules/sunset-lint',
      'sunset-lint',
    ])
      expect(filesOf(join(root, program)).package).toBeUndefined();
  });
});

describe('a data package is an error if it has', () => {
  it.each<[what: string, spoil: (data: string) => void, said: RegExp]>([
    [
      'other bytes',
      (data) => writeFileSync(join(data, 'rules/catalogue.json'), '{}'),
      /catalogue\.json is not the file that/,
    ],
    ['a missing file', (data) => rmSync(join(data, 'rules/catalogue.json')), /catalogue\.json is missing/],
    [
      'a link out of the package',
      (data) => linkOut(data, 'rules/catalogue.json'),
      /catalogue\.json is refused: a link/,
    ],
    [
      'a release that is not JSON',
      (data) => writeFileSync(join(data, 'rules/release.json'), '{'),
      /release\.json is not JSON/,
    ],
    [
      'a release of another shape',
      (data) => rewriteRelease(data, { day: 'monday' }, 'no version'),
      /does not list its files/,
    ],
    ['another version', (data) => resign(data, { day: '2998-01-01' }, 'no version'), /package\.json is not that of/],
    ['an unknown format', (data) => rewriteRelease(data, { format: 2 }), /format 2, and .* reads format 1\. Install/],
    ['a future day', (data) => resign(data, { day: '3002-01-01' }), /it is of 3002-01-01, and today is 3000-01-01/],
    ['no signature', (data) => rmSync(join(data, 'rules/release.sig')), /release\.sig is missing/],
    [
      'a release that differs from the signed one',
      (data) => rewriteRelease(data, { number: 7 }),
      /release\.sig is not a signature by the publishers of/,
    ],
    [
      'a signature with another key',
      (data) => writeDataPackage(`${data}.root`, data, newKeys().privateKey),
      /release\.sig is not a signature by the publishers of/,
    ],
    [
      'a link to a folder of the project',
      (data) => linkOutside(data),
      /a link to a folder that no package manager has filled/,
    ],
    ['an empty folder', (data) => emptied(data), /release\.json is missing/],
    ['a dangling link', (data) => dangling(data), /cannot be used/],
  ])('%s', (_what, spoil, said) => {
    const { program, data } = project();
    writeLaterPackage(data, LATER);
    spoil(data);
    expect(() => filesOf(program).read('catalogue.json')).toThrow(said);
    expect(() => filesOf(program).read('catalogue.json')).toThrow(data);
  });
});

function linkOut(data: string, name: string): void {
  cpSync(join(data, name), join(dirname(data), 'outside.json'));
  rmSync(join(data, name));
  symlinkSync(join(dirname(data), 'outside.json'), join(data, name));
}

/** Moves a package elsewhere and links to it, as `file:` does. */
function linkOutside(data: string): void {
  const own = join(dirname(data), '../evil');
  cpSync(data, own, { recursive: true });
  rmSync(data, { recursive: true });
  symlinkSync(own, data);
}

/** Changes a release and signs it again with the trusted key. */
function resign(data: string, change: Partial<Release>, version: 'version' | 'no version' = 'version'): void {
  rewriteRelease(data, change, version);
  const release = JSON.parse(readFileSync(join(data, 'rules/release.json'), 'utf8')) as Release;
  writeFileSync(join(data, 'rules/release.sig'), signRelease(release, KEYS.privateKey));
}

function emptied(data: string): void {
  rmSync(data, { recursive: true });
  mkdirSync(data);
}

function dangling(data: string): void {
  rmSync(data, { recursive: true });
  symlinkSync(join(data, 'nowhere'), data);
}

/** Changes a release and its version; `version` sets another version. */
function rewriteRelease(data: string, change: Partial<Release>, version: 'version' | 'no version' = 'version'): void {
  const release = { ...(JSON.parse(readFileSync(join(data, 'rules/release.json'), 'utf8')) as Release), ...change };
  writeFileSync(join(data, 'rules/release.json'), JSON.stringify(release));
  if (version === 'version')
    writeFileSync(join(data, 'package.json'), JSON.stringify({ name: DATA_PACKAGE, version: versionOf(release) }));
}

function digestsOf(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

function npmPack(cwd: string): { readonly version: string; readonly files: readonly { readonly path: string }[] } {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd, encoding: 'utf8' });
  const [packed] = JSON.parse(stdout) as ReturnType<typeof npmPack>[];
  if (packed === undefined) throw new Error('nothing was packed');
  return packed;
}

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = ['package.json', 'rules', 'dist/program', 'dist/validators', 'dist/libraries'];

/** Copies the parts that the command line needs. */
function copyOf(source: string, parts: readonly string[]): string {
  const root = folder({});
  for (const part of parts) cpSync(join(source, part), join(root, part), { recursive: true });
  return root;
}

function start(root: string, arg = '--version', env: NodeJS.ProcessEnv = {}): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/program/main.cjs'), arg], {
    encoding: 'utf8',
    env: { ...process.env, ...cachingIn(join(root, 'cache')), NODE_DISABLE_COMPILE_CACHE: '', ...env },
  });
  return { status, stderr, said: stdout.replace(/^\d+\.\d+\.\d+\n$/, 'version') };
}

const FINE = { status: 0, stderr: '', said: 'version' };

/** Sets the cache folder of the user's system. */
function cachingIn(place: string): NodeJS.ProcessEnv {
  return { XDG_CACHE_HOME: place, LOCALAPPDATA: place };
}

/** Folder in which compiled code of a copy is cached. */
const placeIn = (root: string): string => join(root, 'cache/sunset-lint/compiled');

/** Files with cached compiled code. */
function keptIn(root: string): readonly string[] {
  const place = placeIn(root);
  return existsSync(place)
    ? readdirSync(place, { recursive: true, encoding: 'utf8' })
        .map((name) => join(place, name))
        .filter((file) => statSync(file).isFile())
    : [];
}

function contentsOf(files: readonly string[]): readonly string[] {
  return files.map((file) => readFileSync(file, 'base64'));
}

/** Makes a copy with cached compiled code. */
function warmCopy(): string {
  const root = copyOf(PACKAGE, PARTS);
  start(root);
  start(root);
  expect(keptIn(root).some((file) => file.endsWith('program-program.cjs'))).toBe(true);
  return root;
}

describe('cached compiled code', () => {
  it("is written to the user's cache folder in the second run, and then left unchanged", () => {
    const root = copyOf(PACKAGE, PARTS);
    const installed = (): readonly string[] =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('cache'));
    const before = installed();
    expect([start(root), keptIn(root)]).toEqual([FINE, []]);
    expect(start(root)).toEqual(FINE);
    const kept = contentsOf(keptIn(root));
    expect(kept.length).toBeGreaterThan(0);
    expect(start(root)).toEqual(FINE);
    expect(contentsOf(keptIn(root))).toEqual(kept);
    for (const file of keptIn(root)) expect(statSync(file).mode & 0o077).toBe(0);
    expect(installed()).toEqual(before);
  });

  it('is not written, without a message, if caching is disabled or impossible', () => {
    const unwanted = copyOf(PACKAGE, PARTS);
    const run = (): unknown => start(unwanted, '--version', { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect([run(), run(), existsSync(placeIn(unwanted))]).toEqual([FINE, FINE, false]);
    const refused = copyOf(PACKAGE, PARTS);
    mkdirSync(join(refused, 'cache/sunset-lint'), { recursive: true });
    writeFileSync(placeIn(refused), '');
    expect([start(refused), start(refused)]).toEqual([FINE, FINE]);
  });

  it('is not written for a copy in a work tree, whose commits could contain code', () => {
    const root = copyOf(PACKAGE, PARTS);
    mkdirSync(join(root, '.git'));
    expect([start(root), start(root), existsSync(placeIn(root))]).toEqual([FINE, FINE, false]);
  });

  it('is kept for the sixteen latest copies and versions of Node', () => {
    const root = copyOf(PACKAGE, PARTS);
    const names = Array.from({ length: 18 }, (_, index) => `${String(index)}a-v20.0.0-x64-0`);
    for (const [index, name] of [...names, 'notes'].entries()) {
      mkdirSync(join(placeIn(root), name), { recursive: true, mode: 0o700 });
      utimesSync(join(placeIn(root), name), index + 1, index + 1);
    }
    start(root);
    const left = readdirSync(placeIn(root));
    expect(left).toHaveLength(17);
    expect(names.filter((name) => !left.includes(name))).toEqual([
      '0a-v20.0.0-x64-0',
      '1a-v20.0.0-x64-0',
      '2a-v20.0.0-x64-0',
    ]);
    expect(left).toContain('notes');
  });

  it('causes no failure if it is damaged, truncated or empty', () => {
    const root = warmCopy();
    const damage: readonly ((bytes: Buffer) => Buffer)[] = [
      (bytes) => Buffer.from(bytes.map((byte, index) => (index > 60 && index % 97 === 0 ? byte ^ 0xff : byte))),
      (bytes) => bytes.subarray(0, bytes.length / 2),
      () => Buffer.alloc(0),
      () => Buffer.alloc(50),
    ];
    for (const change of damage) {
      for (const file of keptIn(root)) writeFileSync(file, change(readFileSync(file)));
      expect(start(root)).toEqual(FINE);
    }
  });

  it('is replaced after a change of its file, even one of the same length', () => {
    const root = warmCopy();
    const program = join(root, 'dist/program/program.cjs');
    const text = readFileSync(program, 'utf8');
    writeFileSync(program, text.replaceAll('print the version', 'PRINT THE VERSION'));
    expect(start(root, '--help')).toMatchObject({
      status: 0,
      said: expect.stringContaining('PRINT THE VERSION') as string,
    });
  });

  it('is not used for another copy of the package', () => {
    const root = warmCopy();
    const copy = warmCopy();
    const others = contentsOf(keptIn(root));
    for (const [index, file] of keptIn(copy).entries()) writeFileSync(file, others[index] ?? '', 'base64');
    expect(start(copy)).toEqual(FINE);
    // Cached code in use is not rewritten.
    const kept = contentsOf(keptIn(copy));
    expect(kept.map((content, index) => content === others[index])).toEqual(kept.map(() => false));
  });

  it.skipIf(process.platform !== 'linux').each(['/proc/self', '/dev/null', '/dev/full'])(
    "is not written if the user's cache folder is %s, and the run ends normally",
    (place) => {
      expect(start(copyOf(PACKAGE, PARTS), '--version', cachingIn(place))).toEqual(FINE);
    },
  );

  it.skipIf(process.platform === 'win32')('is not used if others could have written it', () => {
    const root = warmCopy();
    for (const file of keptIn(root)) chmodSync(file, 0o666);
    expect(start(root)).toEqual(FINE);
    expect(keptIn(root).map((file) => statSync(file).mode & 0o022)).toEqual(keptIn(root).map(() => 0));
  });

  it.skipIf(process.platform === 'win32').each([
    ['', 'sunset-lint itself'],
    ['compiled', 'that of compiled code'],
    ['compiled/*', 'that of this copy'],
  ])('is neither used nor written if others can write to a folder: %s, %s', (part) => {
    const root = warmCopy();
    const [name = ''] = readdirSync(placeIn(root));
    for (const file of keptIn(root)) writeFileSync(file, '');
    const place = join(root, 'cache/sunset-lint', part.replace('*', name));
    chmodSync(place, 0o777);
    expect(start(root)).toEqual(FINE);
    expect(contentsOf(keptIn(root)).filter((content) => content !== '')).toEqual([]);
    chmodSync(place, 0o700);
    expect(start(root)).toEqual(FINE);
    expect(contentsOf(keptIn(root)).filter((content) => content === '')).toEqual([]);
  });
});

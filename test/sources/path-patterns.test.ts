import { FileKinds } from '../../src/languages/table.js';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ScanError, scan } from '../../src/scan/index.js';
import { listFiles } from '../../src/files/list-files.js';
import type { FileList, ListOptions } from '../../src/files/list-files.js';
import { absolutePath, baseOfPath } from '../../src/files/path-pattern.js';
import { SkipLog } from '../../src/files/skip-log.js';
import { TreeOverlay } from '../../src/files/tree-overlay.js';
import { folder } from '../scanner/support.js';

const SKIPS = new SkipLog();

function list(root: string, paths: readonly string[], options: Partial<ListOptions> = {}, skips = SKIPS): FileList {
  return listFiles(
    { root, paths, include: [], ignore: [], tests: 'mark', names: new FileKinds(['javascript']), ...options },
    skips,
  );
}

const TREE = {
  'src/a.ts': '',
  'src/b.js': '',
  'src/deep/c.ts': '',
  'src/deep/old/d.ts': '',
  'src/.hidden/e.ts': '',
  'src/types.d.ts': '',
  'src/node_modules/x/f.ts': '',
  'src/dist/g.ts': '',
  'other/h.ts': '',
};

describe('patterns given as paths', () => {
  it.each([
    [['src/*.ts'], ['src/a.ts']],
    [['src/**/*.ts'], ['src/.hidden/e.ts', 'src/a.ts', 'src/deep/c.ts', 'src/deep/old/d.ts']],
    [['src/*.{ts,js}'], ['src/a.ts', 'src/b.js']],
    [
      ['{src,other}/?.ts', './other/*'],
      ['other/h.ts', 'src/a.ts'],
    ],
    [['src/[ab].*'], ['src/a.ts', 'src/b.js']],
    [['**/old'], ['src/deep/old/d.ts']],
    [['src/d*/'], ['src/deep/c.ts', 'src/deep/old/d.ts']],
  ])('select, as %j, the matching files and folders', (paths, files) => {
    expect(list(folder(TREE), paths)).toMatchObject({ files, missing: [] });
  });

  it.each([
    [
      ['src/**/*.ts', '!src/deep'],
      ['src/.hidden/e.ts', 'src/a.ts'],
    ],
    [
      ['src', 'other/h.ts', '!**/*.ts', 'src/a.ts'],
      ['src/a.ts', 'src/b.js'],
    ],
    [['!src'], ['other/h.ts']],
    [
      ['src/deep', '!src/deep/old/nothing'],
      ['src/deep/c.ts', 'src/deep/old/d.ts'],
    ],
  ])('remove, as %j, files of the patterns before', (paths, files) => {
    expect(list(folder(TREE), paths)).toMatchObject({ files, missing: [] });
  });

  it('skip the files that a folder would skip, and report those that they name', () => {
    const skips = new SkipLog();
    expect(list(folder(TREE), ['src/*.ts'], {}, skips).files).toEqual(['src/a.ts']);
    expect(skips.groups()).toEqual([{ reason: 'declaration', count: 1, paths: [] }]);
  });

  it('include a skipped folder that their fixed part names, like a folder given as a path', () => {
    expect(list(folder(TREE), ['src/dist/*.ts']).files).toEqual(['src/dist/g.ts']);
    expect(list(folder(TREE), ['src/*/g.ts']).files).toEqual([]);
  });

  it('respect the ignore rules of git', () => {
    const root = folder({ ...TREE, '.gitignore': 'old\n' });
    expect(list(root, ['src/deep/**']).files).toEqual(['src/deep/c.ts']);
    execFileSync('git', ['init', '-q'], { cwd: root });
    expect(list(root, ['src/deep/**']).files).toEqual(['src/deep/c.ts']);
  });

  it('are an error if they match nothing, even next to others that do', () => {
    const reason = 'it matches no file to scan';
    expect(list(folder(TREE), ['src/*.ts', 'scr/**/*.ts', 'src/*.md'])).toMatchObject({
      files: ['src/a.ts'],
      missing: [
        { path: 'scr/**/*.ts', reason },
        { path: 'src/*.md', reason },
      ],
    });
    expect(list(folder(TREE), ['src[']).missing).toEqual([{ path: 'src[', reason: 'it does not exist' }]);
  });

  it('are names if a file or folder has that name', () => {
    const root = folder({ 'app/[id]/page.tsx': '', 'app/i/page.tsx': '', 'app/(group)/x.ts': '', 'app/{a,b}.ts': '' });
    expect(list(root, ['app/[id]/page.tsx']).files).toEqual(['app/[id]/page.tsx']);
    expect(list(root, ['app/[id]']).files).toEqual(['app/[id]/page.tsx']);
    expect(list(root, ['app/(group)', 'app/{a,b}.ts']).files).toEqual(['app/(group)/x.ts', 'app/{a,b}.ts']);
    expect(list(root, ['app', '!app/[id]']).files).toEqual(['app/(group)/x.ts', 'app/i/page.tsx', 'app/{a,b}.ts']);
    expect(list(root, ['app/*/page.tsx']).files).toEqual(['app/[id]/page.tsx', 'app/i/page.tsx']);
    expect(list(root, [String.raw`app/\[id\]/*.tsx`]).files).toEqual(['app/[id]/page.tsx']);
  });

  it('match files that exist only in another state of the tree', () => {
    const root = folder({ 'src/a.ts': '' });
    const overlay = new TreeOverlay(new Map([[join(root, 'gone/b.ts'), Buffer.from('')]]));
    expect(list(root, ['gone/*.ts', 'src/*.ts'], { overlay }).files).toEqual(['gone/b.ts', 'src/a.ts']);
  });

  it('select only changed files, and may select none', () => {
    const root = folder(TREE);
    expect(list(root, ['src/**/*.ts', 'other/*'], { among: new Set(['src/deep/c.ts', 'src/b.js']) })).toMatchObject({
      files: ['src/deep/c.ts'],
      missing: [],
    });
  });

  it('can be relative to another folder than the root, whatever its name', () => {
    const base = folder({ '(work)/[x]/src/a.ts': '', '(work)/[x]/b.ts': '' });
    const here = join(base, '(work)/[x]');
    const pattern = absolutePath(here, './src/*.ts');
    expect(baseOfPath('/', pattern)).toBe(join(here, 'src'));
    expect(list(base, [pattern, absolutePath(here, '!b.ts')]).files).toEqual(['(work)/[x]/src/a.ts']);
    expect(list(base, [here, absolutePath(here, '!b.ts')]).files).toEqual(['(work)/[x]/src/a.ts']);
  });
});

describe('a scan with patterns', () => {
  it('accepts patterns, and rejects one that matches nothing', async () => {
    const root = folder({ 'src/a.ts': '', 'src/b.js': '' });
    const files = async (...paths: readonly string[]): Promise<number> =>
      (await scan({ root, paths, asOf: '2026-01-01' })).coverage.files;
    expect(await files('src/*.ts')).toBe(1);
    expect(await files('src', '!*/b.js')).toBe(1);
    await expect(files('src/*.ts', 'lib/*')).rejects.toThrow(
      new ScanError("cannot scan 'lib/*': it matches no file to scan."),
    );
    rmSync(join(root, 'src/a.ts'));
    await expect(files('src/*.ts')).rejects.toThrow(ScanError);
  });
});

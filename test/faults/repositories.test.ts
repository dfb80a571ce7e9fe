import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, repository } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { CALL, CLEAN, filesFound, sunset } from './support.js';

const QUIET = ['scan', '--quiet'];

describe('a machine without git', () => {
  it('gives the same findings, and features that need git say so', () => {
    const root = repository(folder({ 'a.ts': CALL, 'sub/b.ts': CALL, 'out.ts': CALL, '.gitignore': 'out.ts\n' }));
    const env = { PATH: '/nowhere' };
    expect(filesFound(sunset(root, QUIET))).toEqual(['a.ts', 'sub/b.ts']);
    expect(filesFound(sunset(root, QUIET, { env }))).toEqual(['a.ts', 'sub/b.ts']);
    expect(sunset(root, ['scan', '--staged'], { env })).toEqual({
      code: 2,
      out: '',
      err: 'error: git was not found. --staged and --changed-since need it.\n',
    });
  });
});

describe('a shallow clone', () => {
  it('is scanned, and features that need history say how to fetch it', () => {
    const root = repository(folder({ 'a.ts': CALL }));
    git(root, 'commit', '-q', '--allow-empty', '-m', 'second');
    const clone = join(folder({}), 'clone');
    git(root, 'clone', '-q', '--depth', '1', `file://${root}`, clone);
    expect(filesFound(sunset(clone, QUIET))).toEqual(['a.ts']);
    const { code, out, err } = sunset(clone, ['scan', '--changed-since', 'HEAD~1']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain("This clone is shallow: fetch the history, such as with 'git fetch --unshallow'");
  });
});

describe('a submodule', () => {
  it('is reported as skipped, and scanned when given as a path', () => {
    const inner = repository(folder({ 'inner.ts': CALL }));
    const root = repository(folder({ 'a.ts': CALL }));
    git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'vendored');
    const { out } = sunset(root, ['scan']);
    expect(out).toContain('1 finding in 1 file');
    expect(out).toContain('(vendored)');
    expect(filesFound(sunset(root, [...QUIET, 'vendored']))).toEqual(['vendored/inner.ts']);
    expect(filesFound(sunset(root, [...QUIET, '--staged']))).toEqual([]);
  });
});

describe('a linked work tree', () => {
  it('is scanned like the main work tree, with its own changes', () => {
    const root = repository(folder({ 'a.ts': CALL }));
    const linked = join(folder({}), 'linked');
    git(root, 'worktree', 'add', '-q', linked, '-b', 'other');
    expect(filesFound(sunset(linked, QUIET))).toEqual(['a.ts']);
    cpSync(join(linked, 'a.ts'), join(linked, 'b.ts'));
    git(linked, 'add', 'b.ts');
    expect(filesFound(sunset(linked, [...QUIET, '--staged']))).toEqual(['b.ts']);
    expect(filesFound(sunset(root, [...QUIET, '--staged']))).toEqual([]);
  });
});

describe('a bare repository', () => {
  it('has no files to scan', () => {
    const root = repository(folder({ 'a.ts': CALL }));
    const bare = join(folder({}), 'bare.git');
    git(root, 'clone', '-q', '--bare', root, bare);
    const scan = sunset(bare, ['scan']);
    expect(scan).toMatchObject({ code: 2, out: '' });
    expect(scan.err).toContain("error: no file to scan in '.'");
    expect(sunset(bare, ['scan', '--staged'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('is not in a git work tree') as string,
    });
  });

  it('does not change the files of a folder as GIT_DIR, unless GIT_WORK_TREE is set too', () => {
    const root = repository(folder({ 'a.ts': CALL, 'b.ts': CLEAN }));
    const bare = join(folder({}), 'bare.git');
    git(root, 'clone', '-q', '--bare', root, bare);
    const plain = folder({ 'a.ts': CALL, 'new.ts': CALL, 'out.ts': CALL, '.gitignore': 'out.ts\n' });
    expect(filesFound(sunset(plain, QUIET, { env: { GIT_DIR: bare } }))).toEqual(['a.ts', 'new.ts']);
    const env = { GIT_DIR: bare, GIT_WORK_TREE: plain };
    expect(filesFound(sunset(plain, [...QUIET, '--changed-since', 'HEAD'], { env }))).toEqual(['new.ts']);
  });
});

describe('a sparse checkout', () => {
  it('is scanned as far as it is checked out: nothing is unreadable, and the baseline keeps the rest', () => {
    const root = repository(folder({ 'in/a.ts': CALL, 'left/b.ts': CALL }));
    expect(sunset(root, ['scan', '--update-baseline', '--quiet']).code).toBe(0);
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'baseline');
    git(root, 'sparse-checkout', 'set', 'in');
    expect(existsSync(join(root, 'left'))).toBe(false);
    const { code, out, err } = sunset(root, ['scan']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Looked at 1 file with ');
    expect(out).not.toContain('unreadable');
    expect(filesFound(sunset(root, [...QUIET, '--no-baseline', '--changed-since', 'HEAD']))).toEqual([]);
  });
});

describe('a broken repository', () => {
  it('is scanned as a plain folder', () => {
    const root = repository(folder({ 'a.ts': CALL }));
    rmSync(join(root, '.git', 'HEAD'));
    const done = sunset(root, QUIET);
    expect({ code: done.code, err: done.err, files: filesFound(done) }).toEqual({ code: 1, err: '', files: ['a.ts'] });
  });
});

import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { API, CALL, CLEAN, cli, git, findingPlaces, repository } from './support.js';

const BASE = "export const BASE = 'https://api.example.com/client/v4';\n";
const HTTP = "import { BASE } from './base.js';\nexport const request = (path: string) => fetch(`${BASE}${path}`);\n";
const USE =
  "import { request } from './http.js';\nexport const rules = (zone: string) => request(`/zones/${zone}/pagerules`);\n";
const TO_API = BASE.replace('https://api.example.com/client/v4', API);

const write = (root: string, name: string, text: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const staged = (root: string, ...args: string[]): Promise<readonly string[]> =>
  findingPlaces(root, '--staged', ...args);
const since = (root: string, ref = 'HEAD'): Promise<readonly string[]> => findingPlaces(root, '--changed-since', ref);

describe('--staged', () => {
  it('reads staged content, not the files on disk', async () => {
    const root = repository(folder({ 'a.ts': CLEAN }));
    write(root, 'a.ts', CALL);
    expect(await staged(root)).toEqual([]);
    git(root, 'add', 'a.ts');
    write(root, 'a.ts', CLEAN);
    expect(await staged(root)).toEqual(['a.ts:2:9']);
    expect(await findingPlaces(root)).toEqual([]);
  });

  it('measures the staged content against the size limit, not the files on disk', async () => {
    const large = `${CALL}${'// more\n'.repeat(300)}`;
    const root = repository(folder({ 'sunset-lint.config.json': '{ "maxFileSize": "1kb" }', 'a.ts': CLEAN }));
    write(root, 'a.ts', large);
    git(root, 'add', 'a.ts');
    write(root, 'a.ts', CLEAN);
    const refused = await cli(root, ['scan', '--staged']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Left out: 1 too-large.')]);
    write(root, 'a.ts', CALL);
    git(root, 'add', 'a.ts');
    write(root, 'a.ts', large);
    expect(await staged(root)).toEqual(['a.ts:2:9']);
  });

  it('reports only introduced findings, not others in a changed file', async () => {
    const root = repository(folder({ 'a.ts': CALL }));
    write(root, 'a.ts', CALL.replace('list', 'again').replace('export', '\nexport') + CALL);
    git(root, 'add', '.');
    expect(await staged(root)).toHaveLength(1);
    write(root, 'a.ts', `\n\n// moved\n${CALL}`);
    git(root, 'add', '.');
    expect(await staged(root)).toEqual([]);
  });

  it('identifies the new one of two equal calls by the code around it', async () => {
    const root = repository(folder({ 'a.ts': CALL.replace('\n  ', ' ') }));
    write(root, 'a.ts', CALL.replace('\n  ', ' ').replace('list', 'added') + CALL.replace('\n  ', ' '));
    git(root, 'add', '.');
    expect(await staged(root)).toEqual([expect.stringMatching(/^a\.ts:1:/) as string]);
  });

  it('reports a finding caused by a staged change in another file', async () => {
    const root = repository(folder({ 'base.ts': BASE, 'http.ts': HTTP, 'use.ts': USE }));
    write(root, 'base.ts', TO_API);
    expect(await staged(root)).toEqual([]);
    git(root, 'add', '.');
    write(root, 'base.ts', BASE);
    expect(await staged(root)).toEqual(['use.ts:2:48']);
  });

  it('works before the first commit, below the top folder, and with nothing staged', async () => {
    const root = folder({ 'app/a.ts': CALL, 'b.ts': CALL });
    git(root, 'init', '-q');
    expect(await staged(root)).toEqual([]);
    git(root, 'add', '.');
    expect(await staged(root)).toEqual(['app/a.ts:2:9', 'b.ts:2:9']);
    expect(await staged(join(root, 'app'))).toEqual(['a.ts:2:9']);
  });

  it('ignores files added with --intent-to-add', async () => {
    const root = repository(folder({ 'a.ts': CLEAN }));
    write(root, 'b.ts', CALL);
    git(root, 'add', '--intent-to-add', 'b.ts');
    write(root, 'c.ts', CALL);
    git(root, 'add', 'c.ts');
    expect(await staged(root)).toEqual(['c.ts:2:9']);
  });

  it('does not treat files outside a sparse checkout as changed', async () => {
    const root = repository(folder({ 'app/a.ts': CLEAN, 'lib/b.ts': CALL }));
    git(root, 'sparse-checkout', 'set', 'app');
    write(root, 'app/a.ts', CALL);
    git(root, 'add', 'app/a.ts');
    expect(await staged(root)).toEqual(['app/a.ts:2:9']);
  });

  it("does not depend on git's status settings or on a nested repository", async () => {
    const root = repository(folder({ 'app/a.ts': CLEAN, 'http.ts': HTTP }));
    for (const setting of ['showUntrackedFiles=no', 'relativePaths=true', 'short=true', 'renames=copies'])
      git(root, 'config', ...`status.${setting}`.split('='));
    write(root, 'inner/x.ts', CALL);
    repository(join(root, 'inner'));
    write(root, 'base.ts', TO_API);
    write(root, 'app/a.ts', "import '../base.js';\n".concat(CALL));
    git(root, 'add', 'app/a.ts');
    expect(await staged(root)).toEqual(['app/a.ts:3:9']);
    expect(await staged(join(root, 'app'))).toEqual(['a.ts:3:9']);
  });

  it('matches a renamed file to its old name, and ignores a deleted file', async () => {
    const root = repository(folder({ 'a.ts': CALL, 'b.ts': CALL.replace('pagerules', 'rate_limits') }));
    git(root, 'mv', 'a.ts', 'sub.ts');
    git(root, 'rm', '-q', 'b.ts');
    expect(await staged(root)).toEqual([]);
    git(root, 'rm', '-q', '--cached', 'sub.ts');
    expect(await staged(root)).toEqual([]);
  });

  it('accepts unusual file names', async () => {
    const root = repository(folder({ 'x.ts': CLEAN }));
    for (const name of ['a b.ts', 'é"\'.ts', '-n.ts', '[x].ts']) write(root, name, CALL);
    git(root, 'add', '-A');
    expect(await staged(root)).toHaveLength(4);
  });

  it('reads the index of the commit in a hook, below the top folder and in a linked work tree', async () => {
    const root = repository(folder({ 'app/a.ts': CLEAN, 'app/b.ts': CLEAN }));
    const main = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));
    write(
      root,
      '.git/hooks/pre-commit',
      `#!/bin/sh\ncd app && exec "${process.execPath}" "${main}" scan --staged --quiet\n`,
    );
    chmodSync(join(root, '.git/hooks/pre-commit'), 0o755);
    const linked = folder({});
    git(root, 'worktree', 'add', '-q', join(linked, 'tree'), '-b', 'linked');
    for (const top of [root, join(linked, 'tree')]) {
      write(top, 'app/a.ts', CALL);
      const dead = /a\.ts:2:9 {2}`GET [^`]*` ends on /;
      expect(() => git(top, 'commit', '-qam', 'all')).toThrow(dead);
      expect(() => git(top, 'commit', '-qm', 'one', 'app/a.ts')).toThrow(dead);
      git(top, 'add', 'app/a.ts');
      expect(() => git(top, 'commit', '-qm', 'index')).toThrow(dead);
      write(top, 'app/b.ts', `${CLEAN}// more\n`);
      git(top, 'commit', '-qm', 'only the clean one', 'app/b.ts');
    }
    expect(await staged(root)).toEqual(['app/a.ts:2:9']);
  });

  it('refuses an unresolved merge', async () => {
    const root = repository(folder({ 'a.ts': CLEAN }));
    git(root, 'checkout', '-q', '-b', 'other');
    write(root, 'a.ts', CALL);
    git(root, 'commit', '-qam', 'other');
    git(root, 'checkout', '-q', 'main');
    write(root, 'a.ts', 'export {};\n');
    git(root, 'commit', '-qam', 'mine');
    expect(() => git(root, 'merge', '-q', 'other')).toThrow();
    expect(await cli(root, ['scan', '--staged'])).toEqual({
      code: 2,
      out: '',
      err: "error: 'a.ts' has merge conflicts: resolve and add it first.\n",
    });
  });
});

describe('--changed-since', () => {
  it('reports findings introduced by the branch and the work tree, including untracked files', async () => {
    const root = repository(folder({ 'a.ts': CALL, 'base.ts': BASE, 'http.ts': HTTP, 'use.ts': USE }));
    git(root, 'checkout', '-q', '-b', 'feature');
    write(root, 'b.ts', CALL);
    git(root, 'add', '.');
    git(root, 'commit', '-qm', 'b');
    write(root, 'c.ts', CALL);
    write(root, 'base.ts', TO_API);
    expect(await since(root, 'main')).toEqual(['b.ts:2:9', 'c.ts:2:9', 'use.ts:2:48']);
    expect(await since(root)).toEqual(['c.ts:2:9', 'use.ts:2:48']);
  });

  it('ignores changes on the base branch after the branch point', async () => {
    const root = repository(folder({ 'a.ts': CALL }));
    git(root, 'checkout', '-q', '-b', 'feature');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'mine');
    git(root, 'checkout', '-q', 'main');
    write(root, 'a.ts', CLEAN);
    git(root, 'commit', '-qam', 'fixed');
    git(root, 'checkout', '-q', 'feature');
    expect(await since(root, 'main')).toEqual([]);
  });

  it('reports findings caused by a deleted module and a changed tsconfig', async () => {
    const root = repository(
      folder({
        'tsconfig.json': '{"compilerOptions":{"paths":{"@base":["./other.ts"]}}}',
        'other.ts': BASE,
        'api.ts': TO_API,
        'http.ts': HTTP.replace('./base.js', '@base'),
        'use.ts': USE,
      }),
    );
    write(root, 'tsconfig.json', '{"compilerOptions":{"paths":{"@base":["./api.ts"]}}}');
    expect(await since(root)).toEqual(['use.ts:2:48']);
  });

  it('does not call a suppression unused in a file that it did not analyse', async () => {
    const root = repository(
      folder({ 'a.ts': CALL.replace(');', '); // sunset-lint-disable-line -- known'), 'b.ts': CLEAN }),
    );
    write(root, 'b.ts', CALL);
    const { out } = await cli(root, ['scan', '--changed-since', 'HEAD']);
    expect(out).toContain('b.ts');
    expect(out).not.toContain('warning:');
  });

  it('names the commit it compares with', async () => {
    const root = repository(folder({ 'a.ts': CALL }));
    renameSync(join(root, 'a.ts'), join(root, 'b.ts'));
    const { out, code } = await cli(root, ['scan', '--changed-since', 'main']);
    expect(code).toBe(0);
    expect(out).toMatch(/Only findings introduced since main \([0-9a-f]{7}\)\./);
    expect(out).toContain('1 finding that the change did not introduce.');
  });

  it.each([
    ['nowhere', /there is no commit 'nowhere' here\. Fetch it first/],
    ['--output=x', /is not the name of a commit/],
  ])('explains the unusable commit %s', async (ref, message) => {
    const root = repository(folder({ 'a.ts': CALL }));
    expect(await cli(root, ['scan', `--changed-since=${ref}`])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(message) as string,
    });
  });

  it('refuses a name shared by a branch and a tag, and accepts the full name of the branch', async () => {
    const root = repository(folder({ 'a.ts': 'export {};' }));
    git(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    write(root, 'b.ts', CALL);
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', 'second');
    git(root, 'tag', 'origin/main');
    const { code, err } = await cli(root, ['scan', '--changed-since', 'origin/main']);
    expect([code, err]).toEqual([2, expect.stringContaining("'origin/main' is the name of several branches or tags")]);
    expect((await cli(root, ['scan', '--changed-since', 'refs/remotes/origin/main'])).code).toBe(1);
  });

  it('explains a shallow clone', async () => {
    const root = repository(folder({ 'a.ts': CALL }));
    git(root, 'commit', '-q', '--allow-empty', '-m', 'second');
    const clone = folder({});
    rmSync(clone, { recursive: true });
    git(root, 'clone', '-q', '--depth', '1', `file://${root}`, clone);
    expect((await cli(clone, ['scan', '--changed-since', 'HEAD~1'])).err).toMatch(
      /This clone is shallow: fetch the history/,
    );
  });

  it('requires git and a work tree, and cannot be combined with --staged', async () => {
    const root = folder({ 'a.ts': CALL });
    expect((await cli(root, ['scan', '--staged'])).err).toMatch(/is not in a git work tree/);
    expect((await cli(root, ['scan', '--staged', '--changed-since', 'HEAD'])).err).toMatch(/cannot be combined/);
    const { PATH } = process.env;
    process.env['PATH'] = '/nowhere';
    try {
      expect((await cli(root, ['scan', '--staged'])).err).toBe(
        'error: git was not found. --staged and --changed-since need it.\n',
      );
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API, CALL, cli, git } from '../cli/support.js';
import { MAIN } from '../faults/support.js';
import { folder } from '../scanner/support.js';

const OLD = `fetch('${API}/zones/1/script_monitor');\n`;
const NEW = `fetch('${API}/zones/1/page_shield');\n`;
const KEPT = 'as it was\n';

/** Makes a folder with the repository `in`, and `out` beside it. */
function repositoryAndOutside(files: Readonly<Record<string, string>>): { root: string; inside: string } {
  const root = folder({ 'in/package.json': '{}', 'out/o.js': OLD, 'out/file': KEPT, ...files });
  const inside = join(root, 'in');
  git(inside, 'init', '-q');
  return { root, inside };
}

const textOf = (...way: readonly string[]): string => readFileSync(join(...way), 'utf8');

describe('paths of a configuration', () => {
  it.each([
    ['above', { paths: ['../out'] }, '$.paths[0]', '../out'],
    ['above, after another', { paths: ['src', '../out'] }, '$.paths[1]', '../out'],
    ['absolute', { paths: ['/etc'] }, '$.paths[0]', '/etc'],
    ['below and above', { paths: ['src/../../out/o.js'] }, '$.paths[0]', 'src/../../out/o.js'],
    ['a pattern above', { paths: ['../out/**'] }, '$.paths[0]', '../out/**'],
    ['a pattern whose dots are escaped', { paths: ['\\.\\./out/*.js'] }, '$.paths[0]', '\\.\\./out/*.js'],
    ['a link to a folder', { paths: ['way'] }, '$.paths[0]', 'way'],
    ['a pattern below a link', { paths: ['way/*.js'] }, '$.paths[0]', 'way/*.js'],
    ['a link to a file', { paths: ['o.js'] }, '$.paths[0]', 'o.js'],
    ['a tsconfig', { tsconfig: '../out/tsconfig.json' }, '$.tsconfig', '../out/tsconfig.json'],
  ])('are refused with their place if they are outside the repository: %s', async (_what, config, key, path) => {
    const { root, inside } = repositoryAndOutside({
      'in/src/a.js': OLD,
      'in/sunset-lint.config.json': `\n${JSON.stringify(config)}`,
      'out/tsconfig.json': '{}',
    });
    symlinkSync('../out', join(inside, 'way'));
    symlinkSync('../out/o.js', join(inside, 'o.js'));
    for (const flags of [[], ['--fix'], ['--fix', '--no-config-code', 'src']]) {
      const { code, out, err } = await cli(inside, ['scan', ...flags]);
      expect(err).toMatch(/^error: .*sunset-lint\.config\.json:2:\d+: /);
      expect(err).toContain(`: ${key} is '${path}', which is outside '${inside}'.`);
      expect({ code, out }).toEqual({ code: 2, out: '' });
    }
    expect([textOf(root, 'out/o.js'), textOf(inside, 'src/a.js')]).toEqual([OLD, OLD]);
  });

  it('may be in another folder of the repository, even through a link', async () => {
    const { inside } = repositoryAndOutside({
      'in/app/sunset-lint.config.json': JSON.stringify({ paths: ['../lib', 'way'], tsconfig: '../tsconfig.json' }),
      'in/tsconfig.json': '{}',
      'in/lib/a.js': CALL,
      'in/more/b.js': CALL,
    });
    symlinkSync('../more', join(inside, 'app/way'));
    const { code, out } = await cli(join(inside, 'app'), ['scan']);
    expect({ code, found: /2 findings in 2 files/.test(out) }).toEqual({ code: 1, found: true });
  });

  it('must be below the folder of the configuration if there is no repository', async () => {
    const root = folder({ 'in/sunset-lint.config.json': '{ "paths": ["../out"] }', 'out/a.js': CALL });
    expect((await cli(join(root, 'in'), ['scan'])).err).toContain(
      "sunset-lint.config.json:1:13: $.paths[0] is '../out'",
    );
    expect((await cli(join(root, 'in'), ['scan', '../out', '--no-config'])).code).toBe(1);
  });
});

describe('--fix', () => {
  it('writes nothing outside the repository, even for paths on the command line', async () => {
    const { root, inside } = repositoryAndOutside({ 'in/a.js': OLD });
    const { code, err } = await cli(inside, ['scan', '--fix', 'a.js', '../out']);
    expect(err).toContain(`Not fixed in out/o.js: it is outside '${inside}'.`);
    expect(code).toBe(1);
    expect([textOf(inside, 'a.js'), textOf(root, 'out/o.js')]).toEqual([NEW, OLD]);
  });

  it('writes nothing through a link in the repository', async () => {
    const { root, inside } = repositoryAndOutside({ 'in/real/a.js': OLD });
    symlinkSync('../out', join(inside, 'way'));
    symlinkSync('real', join(inside, 'near'));
    for (const name of ['way', 'near/a.js']) {
      const { code, err } = await cli(inside, ['scan', '--fix', name]);
      expect(err).toContain(`it is reached through the link '${join(inside, name.slice(0, 4).replace('/', ''))}'`);
      expect(code).toBe(1);
    }
    expect([textOf(root, 'out/o.js'), textOf(inside, 'real/a.js')]).toEqual([OLD, OLD]);
  });

  it.skipIf(process.platform === 'win32')(
    'skips read-only files and files with hard links, and fixes the rest',
    async () => {
      const { root, inside } = repositoryAndOutside({ 'in/a.js': OLD, 'in/locked.js': OLD, 'in/twice.js': OLD });
      chmodSync(join(inside, 'locked.js'), 0o444);
      linkSync(join(inside, 'twice.js'), join(root, 'out/twice.js'));
      const { code, err } = await cli(inside, ['scan', '--fix']);
      expect(err).toContain('Fixed 1 of 3 findings in 1 file.\n');
      expect(err).toContain('Not fixed in locked.js: it is read-only.\n');
      expect(err).toContain('Not fixed in twice.js: it has other names, which are hard links.\n');
      expect(code).toBe(1);
      expect([textOf(inside, 'a.js'), textOf(inside, 'locked.js'), textOf(root, 'out/twice.js')]).toEqual([
        NEW,
        OLD,
        OLD,
      ]);
      expect(statSync(join(inside, 'twice.js')).nlink).toBe(2);
    },
  );

  it.skipIf(process.geteuid?.() !== 0)('skips files of another user, even as root', async () => {
    const { inside } = repositoryAndOutside({ 'in/a.js': OLD });
    spawnSync('chown', ['12345:12345', join(inside, 'a.js')]);
    const { code, err } = await cli(inside, ['scan', '--fix']);
    expect(err).toContain('Not fixed in a.js: it belongs to another user (12345).');
    expect({ code, text: textOf(inside, 'a.js'), owner: statSync(join(inside, 'a.js')).uid }).toEqual({
      code: 1,
      text: OLD,
      owner: 12345,
    });
  });

  it.skipIf(process.geteuid?.() !== 0)('keeps the group and the complete mode of a file', async () => {
    const { inside } = repositoryAndOutside({ 'in/a.js': OLD });
    spawnSync('chgrp', ['12345', join(inside, 'a.js')]);
    chmodSync(join(inside, 'a.js'), 0o2754);
    expect((await cli(inside, ['scan', '--fix'])).code).toBe(0);
    const { gid, mode } = statSync(join(inside, 'a.js'));
    expect({ gid, mode: mode & 0o7777 }).toEqual({ gid: 12345, mode: 0o2754 });
  });

  it.skipIf(process.platform === 'win32')(
    'leaves no temporary file if it is killed, and the next run lists the fixed files',
    () => {
      const names = ['a.js', 'b.js', 'c.js', 'd.js'];
      const { root, inside } = repositoryAndOutside({
        ...Object.fromEntries(names.map((name) => [`in/${name}`, OLD])),
        // Kills the process before the third file is replaced.
        'kill.cjs': `const fs = require('node:fs');
const { renameSync } = fs;
let count = 0;
fs.renameSync = (from, to) => {
  if (to.endsWith('.js') && (count += 1) === 3) process.kill(process.pid, 'SIGKILL');
  renameSync(from, to);
};
`,
      });
      const run = (...args: readonly string[]): { status: number | null; stderr: string } =>
        spawnSync(process.execPath, [...args], {
          cwd: inside,
          encoding: 'utf8',
          env: { ...process.env, HOME: join(root, 'home'), XDG_CACHE_HOME: join(root, 'home/.cache') },
        });
      const killed = run('--require', join(root, 'kill.cjs'), MAIN, 'scan', '--fix', '--no-cache');
      expect(killed.status).toBeNull();
      expect(names.map((name) => textOf(inside, name))).toEqual([NEW, NEW, OLD, OLD]);
      expect(readdirSync(inside).sort()).toEqual(['.git', ...names, 'package.json']);
      writeFileSync(join(inside, 'd.js'), '// edited\n');
      const next = run(MAIN, 'scan', '--no-cache');
      expect(next.stderr).toContain(
        'An earlier run with --fix was interrupted. Each file is complete; written: a.js, b.js; not written: c.js; changed since: d.js.\n',
      );
      expect(readdirSync(join(root, 'home/.cache/sunset-lint/fixes'))).toEqual([]);
      expect(run(MAIN, 'scan', '--no-cache').stderr).not.toContain('interrupted');
    },
  );
});

describe('a file named on the command line', () => {
  const COMMANDS: readonly (readonly [what: string, args: (file: string) => readonly string[]])[] = [
    ['a report', (file) => ['scan', '--format', `sarif=${file}`]],
    ['a report with --output', (file) => ['scan', '--output', file]],
    ['a baseline', (file) => ['scan', '--baseline', file, '--update-baseline']],
    ['facts', (file) => ['facts', '.', '--output', file]],
    ['a calendar', (file) => ['catalogue', 'export', '--format', 'ics', '--output', file]],
  ];
  const env = { SUNSET_LINT_KEY: 'a secret of thirty-two characters or more' };

  it.each(COMMANDS)('is not written through a link in the repository: %s', async (_what, args) => {
    const { root, inside } = repositoryAndOutside({ 'in/a.js': CALL, 'in/src/b.js': CALL });
    symlinkSync('../out/file', join(inside, 'report'));
    symlinkSync('../out/new', join(inside, 'dangling'));
    symlinkSync('../out', join(inside, 'way'));
    symlinkSync('.git/config', join(inside, 'hook'));
    symlinkSync(join(inside, 'way'), join(root, 'mine'));
    const config = textOf(inside, '.git/config');
    for (const file of ['report', 'dangling', 'way/file', 'src/../way/new', 'hook', '../mine/file']) {
      const { code, err } = await cli(inside, args(file), { env });
      expect(err).toMatch(/^error: .* is not written to '.*': '.*\/in\/\w+' is a link inside a repository/);
      expect(code).toBe(2);
    }
    expect(readdirSync(join(root, 'out')).sort()).toEqual(['file', 'o.js']);
    expect([textOf(root, 'out/file'), textOf(inside, '.git/config')]).toEqual([KEPT, config]);
    expect(lstatSync(join(inside, 'report')).isSymbolicLink()).toBe(true);
  });

  it('may be written through a link outside of the repository', async () => {
    const { root, inside } = repositoryAndOutside({ 'in/a.js': CALL });
    symlinkSync('out', join(root, 'mine'));
    expect((await cli(inside, ['scan', '--format', 'sarif=../mine/new'])).code).toBe(1);
    expect(existsSync(join(root, 'out/new'))).toBe(true);
    mkdirSync(join(inside, 'reports'));
    expect((await cli(inside, ['scan', '--format', 'sarif=reports/new'])).code).toBe(1);
  });
});

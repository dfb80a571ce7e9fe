import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALL, cli } from '../cli/support.js';
import { MAIN } from '../faults/support.js';
import { folder } from '../scanner/support.js';
import { IS_LONG } from '../share.js';

const EMPTY = '{"version":1,"findings":[]}\n';
const OLD = 'as it was\n';

/** Makes a folder `in` with a call and a configuration, and `out` beside it. */
function folderWithConfig(
  config: object,
  files: Readonly<Record<string, string>> = {},
): { root: string; inside: string } {
  const root = folder({
    'in/a.ts': CALL,
    'in/sunset-lint.config.json': JSON.stringify(config),
    'out/file': OLD,
    ...files,
  });
  return { root, inside: join(root, 'in') };
}

/** Lists names and contents of all files below a folder without following links. */
function contents(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );
}

describe('an output file named in a configuration', () => {
  it.each([
    ['above', '../out/file'],
    ['new above', '../out/new'],
    ['below and above', 'src/../../out/file'],
    ['a link in the way', 'way/file'],
    ['a link', 'link'],
    ['a git hook', '.git/hooks/pre-commit'],
    ['the git folder in upper case', '.GIT/hooks/pre-commit'],
    ['the short Windows name of the git folder', 'git~1/hooks/pre-commit'],
    ['a package', 'packages/x/node_modules/y/index.js'],
    ['a link to a hook', 'hook'],
    ['a pipe', 'pipe'],
  ])('is not written outside the folder, nor to files that other tools run: %s', async (_what, name) => {
    const { root, inside } = folderWithConfig(
      { format: [`text=${name}`] },
      { 'in/.git/hooks/pre-commit': OLD, 'in/packages/x/node_modules/y/index.js': OLD },
    );
    symlinkSync('../out', join(inside, 'way'));
    symlinkSync('../out/file', join(inside, 'link'));
    symlinkSync('.git/hooks/pre-commit', join(inside, 'hook'));
    for (const folder of ['.GIT/hooks', 'git~1/hooks']) mkdirSync(join(inside, folder), { recursive: true });
    spawnSync('mkfifo', [join(inside, 'pipe')]);
    const before = contents(root);
    const { code, err, out } = await cli(inside, ['scan', '--no-config-code']);
    expect(err).toMatch(
      /^error: the report is not written to '.*': (?:it is outside|that folder contains|it is not a regular)/,
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(contents(root)).toEqual(before);
  });

  it.each(['report.txt', 'out/report.txt', './deep/../report.txt', 'link', 'way/report.txt', '.gitlab/report.txt'])(
    'is written below the folder: %s',
    async (name) => {
      const { inside } = folderWithConfig(
        { format: [`text=${name}`] },
        { 'in/out/x': '', 'in/deep/x': '', 'in/.gitlab/x': '' },
      );
      symlinkSync('out', join(inside, 'way'));
      symlinkSync('out/x', join(inside, 'link'));
      const { code } = await cli(inside, ['scan']);
      expect(code).toBe(1);
      expect(readFileSync(join(inside, name), 'utf8')).toContain('1 finding in 1 file');
    },
  );

  it('may be anywhere if the command line names it', async () => {
    const { root, inside } = folderWithConfig({ format: ['text=../out/file'] });
    expect((await cli(inside, ['scan', '--format', 'text=../out/other'])).code).toBe(1);
    expect(readFileSync(join(root, 'out/other'), 'utf8')).toContain('1 finding');
    expect(readFileSync(join(root, 'out/file'), 'utf8')).toBe(OLD);
  });

  it('is not written through a link that appears during the scan', async () => {
    const { root, inside } = folderWithConfig({ format: ['text=report.txt'] });
    const { code, err } = await cli(inside, ['scan'], {
      // Called after all names were checked.
      today: () => {
        if (!existsSync(join(inside, 'report.txt'))) symlinkSync('../out/file', join(inside, 'report.txt'));
        return '2026-01-01';
      },
    });
    expect(err).toMatch(/^error: the report is not written to '.*': it is outside the folder/);
    expect(code).toBe(2);
    expect(readFileSync(join(root, 'out/file'), 'utf8')).toBe(OLD);
  });

  it('is not a baseline outside the folder, unless it is only read', async () => {
    const { root, inside } = folderWithConfig({ baseline: '../out/base.json' }, { 'out/base.json': EMPTY });
    expect((await cli(inside, ['scan'])).code).toBe(1);
    for (const flag of ['--update-baseline', '--prune']) {
      const { code, err } = await cli(inside, ['scan', flag]);
      expect(err).toMatch(/^error: the baseline is not written to '.*': it is outside the folder/);
      expect(code).toBe(2);
    }
    expect(readdirSync(join(root, 'out'))).toEqual(['base.json', 'file']);
    expect(readFileSync(join(root, 'out/base.json'), 'utf8')).toBe(EMPTY);
    expect((await cli(inside, ['scan', '--update-baseline', '--baseline', '../out/base.json'])).code).toBe(0);
  });
});

describe('a default file name', () => {
  it('is not followed out of the folder for a baseline', async () => {
    const { root, inside } = folderWithConfig({}, { 'out/base.json': EMPTY });
    symlinkSync('../out/base.json', join(inside, 'sunset-baseline.json'));
    expect((await cli(inside, ['scan', '--update-baseline'])).code).toBe(2);
    expect(readFileSync(join(root, 'out/base.json'), 'utf8')).toBe(EMPTY);
    expect(readdirSync(join(root, 'out'))).toEqual(['base.json', 'file']);
  });

  it('is followed inside the folder, and the link is kept', async () => {
    const { inside } = folderWithConfig({}, { 'in/etc/base.json': EMPTY });
    symlinkSync('etc/base.json', join(inside, 'sunset-baseline.json'));
    expect((await cli(inside, ['scan', '--update-baseline'])).code).toBe(0);
    expect(lstatSync(join(inside, 'sunset-baseline.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(inside, 'etc/base.json'), 'utf8')).toContain('"file": "a.ts"');
  });

  it.each([
    ['eslint.config.mjs', 'export default [\n];\n'],
    ['.pre-commit-config.yaml', 'repos:\n  - repo: x\n'],
    ['.husky', undefined],
  ])('is not followed out of the folder by init, which then writes nothing: %s', async (name, text) => {
    const installed = { 'in/package.json': '{}', 'in/node_modules/sunset-lint/package.json': '{}' };
    const root = folder({ 'out/file': text ?? '', 'in/a.ts': CALL, 'out/pre-commit': 'npm test\n', ...installed });
    symlinkSync(text === undefined ? '../out' : '../out/file', join(root, 'in', name));
    const before = contents(root);
    const { code, err } = await cli(join(root, 'in'), ['init', '--yes']);
    expect(err).toMatch(/^error: .*a link takes it outside/);
    expect(code).toBe(2);
    expect(contents(root)).toEqual(before);
  });
});

describe.skipIf(process.platform === 'win32')('the mode of a file', () => {
  it('is kept for private reports and executable hooks', async () => {
    const root = folder({
      'a.ts': CALL,
      'package.json': '{}',
      'node_modules/sunset-lint/package.json': '{}',
      'report.json': '',
      '.husky/pre-commit': 'npm test\n',
    });
    chmodSync(join(root, 'report.json'), 0o600);
    chmodSync(join(root, '.husky/pre-commit'), 0o755);
    await cli(root, ['scan', '--format', 'json=report.json']);
    await cli(root, ['init', '--yes', '--no-try']);
    const mode = (name: string): number => statSync(join(root, name)).mode & 0o777;
    expect([mode('report.json'), mode('.husky/pre-commit')]).toEqual([0o600, 0o755]);
    expect(readFileSync(join(root, '.husky/pre-commit'), 'utf8')).toContain('sunset-lint');
  });
});

describe('runs that update one baseline', () => {
  const RUNS = IS_LONG ? 20 : 4;
  const lockOf = (root: string): string => join(root, '.base.json.lock');

  it('lose no entries of each other at the same time', async () => {
    const files: Record<string, string> = {};
    for (let run = 0; run < RUNS; run += 1)
      for (let file = 0; file < 5; file += 1) files[`d${String(run)}/f${String(file)}.ts`] = CALL;
    const root = folder(files);
    const codes = await Promise.all(
      Array.from({ length: RUNS }, async (_, run) => {
        const args = ['scan', `d${String(run)}`, '--baseline', 'base.json', '--update-baseline', '--quiet'];
        const child = spawn(process.execPath, [MAIN, ...args], { cwd: root, stdio: 'ignore' });
        return new Promise((resolve) => child.on('exit', resolve));
      }),
    );
    expect(codes).toEqual(Array.from({ length: RUNS }, () => 0));
    const { findings } = JSON.parse(readFileSync(join(root, 'base.json'), 'utf8')) as { findings: unknown[] };
    expect(findings).toHaveLength(RUNS * 5);
    expect(readdirSync(root).filter((name) => name.startsWith('.'))).toEqual([]);
  }, 240_000);

  it('keep entries that another run added during the scan', async () => {
    const root = folder({ 'a.ts': CALL, 'b/b.ts': CALL });
    let asked = false;
    await cli(root, ['scan', 'a.ts', '--baseline', 'base.json', '--update-baseline'], {
      today: () => {
        // Called after the baseline was opened.
        if (!asked)
          spawnSync(process.execPath, [MAIN, 'scan', 'b', '--baseline', 'base.json', '--update-baseline'], {
            cwd: root,
          });
        asked = true;
        return '2026-01-01';
      },
    });
    const text = readFileSync(join(root, 'base.json'), 'utf8');
    expect([...text.matchAll(/"file": "(.*)"/g)].map((match) => match[1])).toEqual(['a.ts', 'b/b.ts']);
  });

  it('take over the lock of a killed run', async () => {
    const root = folder({ 'a.ts': CALL });
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(lockOf(root), `${String(pid)} ${hostname()} x\n`);
    expect((await cli(root, ['scan', '--baseline', 'base.json', '--update-baseline'])).code).toBe(0);
    expect(readdirSync(root)).toEqual(['a.ts', 'base.json']);
  });

  it.each([
    [
      'of another machine',
      (lock: string) => {
        writeFileSync(lock, '1 elsewhere x\n');
      },
    ],
    [
      'that says nothing',
      (lock: string) => {
        mkdirSync(lock);
      },
    ],
    [
      'that is a device',
      (lock: string) => {
        symlinkSync('/dev/zero', lock);
      },
    ],
  ])('fail within seconds because of a lock %s, and write nothing', async (_what, make) => {
    const root = folder({ 'a.ts': CALL });
    make(lockOf(root));
    const started = performance.now();
    const { code, err } = await cli(root, ['scan', '--baseline', 'base.json', '--update-baseline']);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(err).toMatch(
      /^error: '.*base\.json' is not written: another run seems to be writing it\. .*remove '.*\.lock'/,
    );
    expect({ code, there: existsSync(join(root, 'base.json')) }).toEqual({ code: 2, there: false });
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CALL, CLEAN, cli, git, repository } from '../cli/support.js';
import { folder } from '../scanner/support.js';
import { append, hostileRepository, CONFIG_PLACES, setting, write } from './git-support.js';

const COMMANDS = [
  ['scan'],
  ['scan', '--staged'],
  ['scan', '--changed-since', 'HEAD'],
  ['scan', '--changed-since', 'HEAD~1'],
  ['scan', '--update-baseline'],
  ['scan', '--prune'],
  ['scan', '--print-config'],
  ['init', '--yes'],
  ['completion', 'bash'],
  ['catalogue'],
  ['schema', 'report'],
  ['merge', 'report.json'],
  ['waf-plan', 'e.ts'],
] as const;

const { PATH } = process.env;
afterEach(() => {
  process.env['PATH'] = PATH;
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) Reflect.deleteProperty(process.env, name);
});

describe('a repository whose git configuration names programs', () => {
  it.each(CONFIG_PLACES)('does not get them started by any command through %s, nor anything written', async (place) => {
    const { root, started, state } = hostileRepository(place);
    const before = state();
    for (const command of COMMANDS) {
      await cli(root, command);
      expect({ command, started: started() }).toEqual({ command, started: [] });
    }
    const stop = new AbortController();
    await cli(root, ['scan', '--watch'], {
      signal: stop.signal,
      err: (text) => text.startsWith('Watching') && stop.abort(),
    });
    expect(started()).toEqual([]);
    expect(state()).toEqual(before);
  });

  it('gets them started by plain git, which proves the setup', () => {
    const { root, started } = hostileRepository('.git/config');
    spawnSync('git', ['diff', '--cached', '--raw'], { cwd: root, timeout: 10_000 });
    spawnSync('git', ['diff', '--raw'], { cwd: root, timeout: 10_000 });
    spawnSync('git', ['cat-file', '-p', 'HEAD:gone.ts'], { cwd: root, timeout: 10_000 });
    expect(started()).toEqual(
      expect.arrayContaining(['core.fsmonitor', 'core.sshCommand', 'filter.e.clean', 'filter.p.process']),
    );
  });

  it('is refused if a filter has a name that cannot be disabled', async () => {
    const root = repository(folder({ 'a.ts': CLEAN, '.gitattributes': '*.ts filter=a=b\n' }));
    const marker = join(root, 'marker');
    append(join(root, '.git/config'), setting('filter.a=b.clean', `touch '${marker}'; cat`));
    const { code, err } = await cli(root, ['scan', '--staged']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("a filter 'a=b'") as string });
  });
});

describe('a missing blob of a partial clone', () => {
  it.each([['--staged'], ['--changed-since', 'HEAD']])('is named, and fails %s with 2', async (...args) => {
    const { root } = hostileRepository('.git/config');
    const { code, err } = await cli(root, ['scan', ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /error: cannot scan 'gone\.ts': its content as of \w+ is not in this clone, and nothing is fetched\./,
    );
  });

  it('does not matter in a file that is not scanned', async () => {
    const root = repository(folder({ 'a.ts': CLEAN, 'b.png': 'x' }));
    const blob = git(root, 'rev-parse', 'HEAD:b.png').trim();
    writeFileSync(join(root, 'b.png'), 'y');
    writeFileSync(join(root, 'a.ts'), CALL);
    git(root, 'add', '-A');
    rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    expect(await cli(root, ['scan', '--staged'])).toMatchObject({ code: 1, err: '' });
  });
});

describe('the git executable', () => {
  it.each(['', 'bin', 'node_modules/.bin', '../sibling/node_modules/.bin', '.'])(
    'is not taken from the scanned tree, even with %j in PATH',
    async (entry) => {
      const home = folder({ 'repo/a.ts': CLEAN });
      const root = repository(join(home, 'repo'));
      const marker = join(home, 'marker');
      const bin = join(root, entry);
      write(join(bin, 'git'), `#!/bin/sh\ntouch '${marker}'\n`);
      chmodSync(join(bin, 'git'), 0o755);
      // As a relative and as an absolute path.
      for (const path of [entry, bin]) {
        process.env['PATH'] = [path, PATH].join(delimiter);
        expect((await cli(root, ['scan'])).code).toBe(0);
        expect((await cli(root, ['scan', '--staged'])).code).toBe(0);
      }
      process.env['PATH'] = bin;
      const { code, err } = await cli(root, ['scan', '--staged']);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringContaining(`'${join(bin, 'git')}' is in the scanned tree`) as string,
      });
      expect(spawnSync('ls', [marker], { env: { PATH } }).status).not.toBe(0);
    },
  );

  it('does not receive variables that name a program or an output file', async () => {
    const root = repository(folder({ 'a.ts': CLEAN }));
    const marker = join(folder({}), 'marker');
    const tool = join(folder({ tool: `#!/bin/sh\ntouch '${marker}'\n` }), 'tool');
    chmodSync(tool, 0o755);
    for (const name of ['EXTERNAL_DIFF', 'SSH', 'SSH_COMMAND', 'PAGER', 'EDITOR', 'ASKPASS', 'PROXY_COMMAND'])
      process.env[`GIT_${name}`] = tool;
    process.env['GIT_TRACE'] = marker;
    process.env['GIT_TRACE2'] = marker;
    writeFileSync(join(root, 'a.ts'), CALL);
    expect((await cli(root, ['scan', '--changed-since', 'HEAD'])).code).toBe(1);
    expect(spawnSync('ls', [marker]).status).not.toBe(0);
  });
});

describe('a repository that git refuses to read', () => {
  it.skipIf(process.getuid?.() !== 0)('is reported if it has another owner', async () => {
    const root = repository(folder({ 'a.ts': CALL }));
    chownSync(root, 65_534, 65_534);
    chownSync(join(root, '.git'), 65_534, 65_534);
    const scan = await cli(root, ['scan']);
    expect(scan.code).toBe(1);
    expect(scan.out).toMatch(/Git does not read the repository of '\.': detected dubious ownership/);
    expect(await cli(root, ['scan', '--staged'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/git does not trust .* safe\.directory/) as string,
    });
  });

  it('is reported, because ignore rules cannot be applied', async () => {
    const root = repository(folder({ 'a.ts': CALL, 'b.ts': CALL }));
    write(join(root, '.gitignore'), 'b.ts\n');
    expect((await cli(root, ['scan'])).out).toMatch(/^ *b\.ts:2:9\b/m);
    append(join(root, '.git/config'), '[core\n');
    const { out } = await cli(root, ['scan']);
    expect(out).not.toMatch(/^ *b\.ts:2:9\b/m);
    expect(out).toMatch(/Git does not read the repository of '\.': bad config line/);
  });

  it('is reported if its configuration moves the work tree', async () => {
    const root = repository(folder({ 'a.ts': CLEAN }));
    const elsewhere = folder({});
    git(root, 'config', 'core.worktree', elsewhere);
    writeFileSync(join(root, 'a.ts'), CALL);
    expect(await cli(root, ['scan', '--changed-since', 'HEAD'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('puts its work tree elsewhere') as string,
    });
  });

  it.skipIf(process.platform === 'win32')(
    'is reported if its configuration includes a pipe, instead of waiting for it',
    async () => {
      const root = repository(folder({ 'a.ts': CLEAN }));
      const pipe = join(root, '.git/pipe');
      spawnSync('mkfifo', [pipe]);
      for (const [file, text] of [
        ['.git/config', setting('core.excludesFile', pipe)],
        ['.git/config', setting('include.path', pipe)],
      ] as const) {
        append(join(root, file), text);
        for (const args of [['scan'], ['scan', '--staged']])
          expect(await cli(root, args)).toMatchObject({ code: 2, err: expect.stringMatching(/pipe/) as string });
      }
      const other = repository(folder({ 'a.ts': CLEAN }));
      for (const name of ['info/exclude', 'index']) {
        mkdirSync(join(other, '.git/info'), { recursive: true });
        rmSync(join(other, '.git', name), { force: true });
        spawnSync('mkfifo', [join(other, '.git', name)]);
        expect(await cli(other, ['scan'])).toMatchObject({
          code: 2,
          err: expect.stringContaining(`${name}' is a pipe`) as string,
        });
        rmSync(join(other, '.git', name));
      }
    },
    60_000,
  );
});

describe('a file with a new time but unchanged content', () => {
  const touch = (file: string): void => utimesSync(file, 1_600_000_000, 1_600_000_000);

  it('is not a change, even with converted line endings', async () => {
    const root = repository(folder({ 'a.ts': CALL, 'b.ts': CALL }));
    git(root, 'config', 'core.autocrlf', 'true');
    rmSync(join(root, 'a.ts'));
    git(root, 'checkout', '-q', 'a.ts');
    touch(join(root, 'a.ts'));
    touch(join(root, 'b.ts'));
    const { out, code } = await cli(root, ['scan', '--changed-since', 'HEAD']);
    expect(code).toBe(0);
    expect(out).toContain('Looked at 0 files');
    expect((await cli(root, ['scan', '--staged'])).code).toBe(0);
  });

  it('is reported if a filter applies, because it cannot be compared; staged scans fail with 2', async () => {
    const root = folder({ '.gitattributes': '*.ts filter=upper\n', 'a.ts': CALL });
    git(root, 'init', '-q');
    git(root, 'config', 'filter.upper.clean', 'tr a-z A-Z');
    // Git does not trust the time of a file as young as the index.
    utimesSync(join(root, 'a.ts'), 1_500_000_000, 1_500_000_000);
    repository(root);
    // Unmodified: git stores other bytes than those on disk.
    expect(git(root, 'show', 'HEAD:a.ts')).toContain('FETCH');
    const clean = await cli(root, ['scan', '--changed-since', 'HEAD']);
    expect({ code: clean.code, found: clean.out.includes('a.ts') }).toEqual({ code: 0, found: false });
    expect((await cli(root, ['scan', '--staged'])).code).toBe(0);
    touch(join(root, 'a.ts'));
    const since = await cli(root, ['scan', '--changed-since', 'HEAD']);
    expect(since.code).toBe(1);
    expect(since.out).toContain("as a filter makes them ('upper'), which is not run");
    expect(await cli(root, ['scan', '--staged'])).toMatchObject({
      code: 2,
      err: expect.stringContaining("cannot scan 'a.ts': it was touched since it was staged") as string,
    });
  });
});

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder } from '../scanner/support.js';
import { CALL, MAIN, shell, sunset } from './support.js';
import { share } from '../share.js';

const OLD = '{"old": true}\n';

/** Mounts a folder of 16 KB; undefined, with a printed reason, if it cannot be mounted. */
function smallFolder(root: string): string | undefined {
  const path = join(root, 'small');
  mkdirSync(path);
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', path], {
    encoding: 'utf8',
  });
  if (status === 0) {
    onTestFinished(() => void spawnSync('umount', [path]));
    return path;
  }
  console.warn(`not tested on a full disk: ${error?.message ?? stderr.trim()}`);
  return undefined;
}

function manyCalls(count: number): string {
  return CALL.repeat(count);
}

describe('a full disk', () => {
  it.each([
    ['a report', ['--format', 'json=small/out.json'], 'the report'],
    ['a page', ['--format', 'html=small/out.json'], 'the report'],
    ['a baseline', ['--baseline', 'small/out.json', '--update-baseline'], 'the baseline'],
  ])('leaves %s as it was, reports the failure, and leaves no partial file', (_, args, what) => {
    const root = folder({ 'a.ts': manyCalls(100) });
    const small = smallFolder(root);
    if (small === undefined) return;
    const old = what === 'the baseline' ? '{"version":1,"findings":[]}\n' : OLD;
    writeFileSync(join(small, 'out.json'), old);
    const { code, err } = sunset(root, ['scan', 'a.ts', ...args]);
    expect(err).toContain(
      `error: cannot write ${what} to '${join(small, 'out.json')}': ENOSPC: no space left on device`,
    );
    expect(code).toBe(2);
    expect(readdirSync(small)).toEqual(['out.json']);
    expect(readFileSync(join(small, 'out.json'), 'utf8')).toBe(old);
  });

  it('is reported when the output is a device, which stays a device', ({ skip }) => {
    const root = folder({ 'a.ts': CALL });
    const device = join(root, 'full');
    // A device made by the test, because a fault must not replace that of the machine.
    const { status } = spawnSync('mknod', ['-m', '666', device, 'c', '1', '7']);
    if (status !== 0) skip('no device can be made here');
    const { code, err } = sunset(root, ['scan', '--format', 'json=full']);
    expect(err).toContain(`error: cannot write the report to '${device}': ENOSPC`);
    expect(code).toBe(2);
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
  });

  it.skipIf(!existsSync('/dev/full'))('is reported when the output is standard output', () => {
    expect(shell(folder({ 'a.ts': CALL }), 'sunset-lint scan --format json >/dev/full')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^error: cannot write to standard output: ENOSPC: no space left on device, write\. The output is incomplete\.\n$/,
      ) as string,
    });
  });
});

describe('a read-only folder', () => {
  it('is reported, and the baseline in it stays', () => {
    const old = '{"version":1,"findings":[]}\n';
    const root = folder({ 'a.ts': CALL, 'locked/base.json': old });
    chmodSync(join(root, 'locked'), 0o555);
    onTestFinished(() => chmodSync(join(root, 'locked'), 0o755));
    const { code, err } = sunset(root, ['scan', 'a.ts', '--baseline', 'locked/base.json', '--update-baseline'], {
      unprivileged: true,
    });
    expect(err).toMatch(/^error: cannot write the baseline to '.*base\.json': EACCES/);
    expect(code).toBe(2);
    expect(readFileSync(join(root, 'locked/base.json'), 'utf8')).toBe(old);
  });
});

describe('a report that is written', () => {
  it('goes through a symbolic link, which stays a link', () => {
    const root = folder({ 'a.ts': CALL, 'shared/base.json': '{"version":1,"findings":[]}\n' });
    symlinkSync('shared/base.json', join(root, 'sunset-baseline.json'));
    expect(sunset(root, ['scan', 'a.ts', '--update-baseline', '--quiet']).code).toBe(0);
    expect(lstatSync(join(root, 'sunset-baseline.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, 'shared/base.json'), 'utf8')).toContain('"file": "a.ts"');
  });

  it('can go to a named pipe', () => {
    const root = folder({ 'a.ts': CALL });
    const { code, out } = shell(
      root,
      'mkfifo pipe; cat pipe > copy.json & sunset-lint scan --format json=pipe; code=$?; wait; [ -p pipe ] && echo still a pipe; exit $code',
    );
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('still a pipe') as string });
    expect(JSON.parse(readFileSync(join(root, 'copy.json'), 'utf8'))).toMatchObject({ findings: [{ file: 'a.ts' }] });
  });

  it('is not hindered by the files that a killed run with the same process id left', () => {
    const root = folder({ 'a.ts': CALL });
    const preload = "import fs from 'node:fs'; fs.writeFileSync(`.report.json.${process.pid}.tmp`, 'half');";
    expect(sunset(root, ['scan', '--quiet', '--format', 'json=report.json'], { preload }).code).toBe(1);
    expect(JSON.parse(readFileSync(join(root, 'report.json'), 'utf8'))).toMatchObject({ findings: [{ file: 'a.ts' }] });
  });
});

describe('kill -9', () => {
  /** Runs the program and kills it after `after` milliseconds, if it has not ended. */
  async function killed(cwd: string, args: readonly string[], after: number): Promise<boolean> {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), after);
    const signal = await new Promise((resolve) => child.on('exit', (_, given) => resolve(given)));
    clearTimeout(timer);
    return signal === 'SIGKILL';
  }

  it('leaves the old or the new report and baseline at any moment, and the next run works', async () => {
    const root = folder({ 'a.ts': manyCalls(300), 'sunset-baseline.json': '{"version":1,"findings":[]}\n' });
    const args = [
      'scan',
      'a.ts',
      '--update-baseline',
      '--quiet',
      '--format',
      'json=report.json',
      '--format',
      'html=report.html',
      '--as-of',
      '2026-01-01',
    ];
    const started = performance.now();
    expect(sunset(root, args).code).toBe(0);
    const whole = performance.now() - started;
    const made = ['report.json', 'report.html', 'sunset-baseline.json'];
    const after = new Map(made.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
    const before = new Map([
      ['report.json', OLD],
      ['report.html', OLD],
      ['sunset-baseline.json', '{"version":1,"findings":[]}\n'],
    ]);
    let kills = 0;
    // Most of them in the second half, where things are written.
    const turns = share(30);
    for (let turn = 0; turn < turns; turn++) {
      for (const [name, text] of before) writeFileSync(join(root, name), text);
      if (await killed(root, args, whole * (0.4 + (turn / turns) * 0.63))) kills++;
      for (const name of made)
        expect([before.get(name), after.get(name)]).toContain(readFileSync(join(root, name), 'utf8'));
    }
    expect(kills).toBeGreaterThan(0);
    expect(sunset(root, args).code).toBe(0);
    for (const name of made) expect(readFileSync(join(root, name), 'utf8')).toBe(after.get(name));
  });

  it.each(['open', 'write'])(
    'leaves no stale lock of a baseline when it happens at the %s of the lock file',
    (moment) => {
      const root = folder({ 'a.ts': CALL, 'sunset-baseline.json': '{"version":1,"findings":[]}\n' });
      const preload = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      const { writeFileSync } = fs;
      fs.writeFileSync = (file, text, ...rest) => {
        if (!String(file).includes('.lock')) return writeFileSync(file, text, ...rest);
        writeFileSync(file, ${moment === 'open' ? "''" : 'text'}, ...rest);
        process.kill(process.pid, 'SIGKILL');
      };
      syncBuiltinESMExports();`;
      const args = ['scan', '--quiet', '--update-baseline'];
      expect(sunset(root, args, { preload }).code).toBe(null);
      expect(sunset(root, args)).toMatchObject({ code: 0, err: '' });
      expect(readFileSync(join(root, 'sunset-baseline.json'), 'utf8')).toContain('"file": "a.ts"');
    },
  );

  it('leaves the old file when it happens in the middle of a write', () => {
    const root = folder({ 'a.ts': CALL, 'report.json': OLD });
    const preload = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      const { writeFileSync } = fs;
      fs.writeFileSync = (file, text, ...rest) => { writeFileSync(file, text.slice(0, 100), ...rest); process.kill(process.pid, 'SIGKILL'); };
      syncBuiltinESMExports();`;
    const args = ['scan', '--quiet', '--format', 'json=report.json'];
    expect(sunset(root, args, { preload }).code).toBe(null);
    expect(readFileSync(join(root, 'report.json'), 'utf8')).toBe(OLD);
    expect(sunset(root, args)).toMatchObject({ code: 1, err: '' });
    expect(JSON.parse(readFileSync(join(root, 'report.json'), 'utf8'))).toMatchObject({ findings: [{ file: 'a.ts' }] });
  });
});

describe('a reader that stops early', () => {
  it.each(['text', 'json', 'sarif', 'html', 'csv'])('causes no failure and no stack trace of %s', (format) => {
    // More than the capacity of a pipe, in each format.
    const root = folder({ 'a.ts': manyCalls(600) });
    const { out, err } = shell(
      root,
      `set -o pipefail; { sunset-lint scan --format ${format}; echo "code $?" >&2; } | head -1 >/dev/null`,
    );
    expect({ out, err: err.replace(/^(?:Clock|Next|Failed|\d+ findings cancelled).*\n/gm, '') }).toEqual({
      out: '',
      err: 'code 1\n',
    });
  });
});

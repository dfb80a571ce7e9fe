import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder } from '../scanner/support.js';
import { progressLine } from '../../src/hosts/cli/shared/io.js';
import { watchHeading } from '../../src/hosts/cli/scan/watch.js';
import type { ReportFinding } from '../../src/report/report.js';
import { API, CALL, CLEAN, cli } from './support.js';

const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));

interface Running {
  readonly output: () => string;
  readonly interrupt: () => void;
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Waits until the output matches. */
  readonly says: (pattern: RegExp) => Promise<void>;
}

function start(cwd: string, ...args: readonly string[]): Running {
  // One pipe, because lines on two pipes may be read in another order.
  const onOnePipe = ['-c', 'exec "$0" "$@" 2>&1', process.execPath, MAIN];
  const child = spawn('sh', [...onOnePipe, ...args], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  const says = async (pattern: RegExp): Promise<void> => {
    for (let tries = 0; !pattern.test(output); tries += 1) {
      if (tries > 500) throw new Error(`not said: ${String(pattern)}\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { output: () => output, interrupt: () => void child.kill('SIGINT'), ended, says };
}

describe('an interrupt', () => {
  it('ends a scan with 130, and leaves no report, baseline or partial file', async () => {
    const root = folder(Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`f${index}.ts`, CALL])));
    const before = readdirSync(root).length;
    // Later times for a machine so busy that the program has not installed its handler yet.
    const ends: unknown[] = [];
    for (const after of [400, 1000, 2500, 6000]) {
      const run = start(root, 'scan', '--update-baseline', '--format', 'json=report.json');
      await new Promise((resolve) => setTimeout(resolve, after));
      run.interrupt();
      ends.push(await run.ended);
      expect(run.output()).toBe('');
      expect(readdirSync(root)).toHaveLength(before);
      if (ends.at(-1) !== 'SIGINT') break;
    }
    expect(ends.at(-1)).toBe(130);
  });

  it('ends a scan in the same process', async () => {
    const controller = new AbortController();
    controller.abort();
    const root = folder({ 'a.ts': CALL });
    expect(await cli(root, ['scan', '--format', 'json=report.json'], { signal: controller.signal })).toEqual({
      code: 130,
      out: '',
      err: '',
    });
    expect(existsSync(join(root, 'report.json'))).toBe(false);
  });
});

describe('--watch', () => {
  it('repeats the scan of affected files until it is interrupted', async () => {
    const root = folder({
      'base.ts': "export const BASE = 'https://api.example.com/client/v4';\n",
      'use.ts': "import { BASE } from './base.js';\nexport const rules = () => fetch(`${BASE}/zones/1/pagerules`);\n",
      'other.ts': CLEAN,
      'more.ts': CALL,
    });
    const run = start(root, 'scan', '--watch', '--no-color');
    await run.says(/1 finding in 1 file[^]*Watching for changes/);
    writeFileSync(join(root, 'base.ts'), `export const BASE = '${API}';\n`);
    await run.says(/2 findings in 2 files[^]*Analysed again: 2 of 4 files\.\nWatching/);
    writeFileSync(join(root, 'new.ts'), CALL);
    await run.says(/3 findings in 3 files/);
    rmSync(join(root, 'more.ts'));
    rmSync(join(root, 'new.ts'));
    await run.says(/3 findings in 3 files[^]*1 finding in 1 file/);
    run.interrupt();
    expect(await run.ended).toBe(130);
  });

  it('notices files that are replaced by rename, every time', async () => {
    const root = folder({ 'a.ts': CLEAN, 'sub/b.ts': CLEAN });
    const replace = (name: string, text: string): void => {
      writeFileSync(join(root, `${name}.new`), text);
      renameSync(join(root, `${name}.new`), join(root, name));
    };
    const run = start(root, 'scan', '--watch', '--no-color');
    await run.says(/No findings[^]*Watching/);
    const heard: string[] = [];
    const says = async (expected: RegExp): Promise<void> => {
      await run.says(new RegExp(`${heard.join('[^]*')}[^]*${expected.source}[^]*Watching`));
      heard.push(expected.source);
    };
    for (const name of ['a.ts', 'sub/b.ts']) {
      replace(name, CALL);
      await says(/ 1 new, 0 gone/);
      replace(name, CLEAN);
      await says(/ 0 new, 1 gone/);
      writeFileSync(join(root, name), CALL);
      await says(/ 1 new, 0 gone/);
      rmSync(join(root, name));
      await says(/ 0 new, 1 gone/);
      replace(name, CALL);
      await says(/ 1 new, 0 gone/);
      writeFileSync(join(root, name), CLEAN);
      await says(/ 0 new, 1 gone/);
    }
    run.interrupt();
    expect(await run.ended).toBe(130);
  });

  it('continues after an invalid baseline', async () => {
    const root = folder({ 'a.ts': CLEAN });
    const run = start(root, 'scan', '--watch');
    await run.says(/Watching/);
    writeFileSync(join(root, 'sunset-baseline.json'), '{');
    await run.says(/cannot be used/);
    rmSync(join(root, 'sunset-baseline.json'));
    await run.says(/cannot be used[^]*No findings/);
    run.interrupt();
    expect(await run.ended).toBe(130);
  });
});

describe('progress', () => {
  it('is shown on a terminal from the start, phase by phase, and erased at the end', async () => {
    const { err } = await cli(folder({ 'a.ts': CALL }), ['scan'], { errIsTerminal: true });
    expect(err).toMatch(
      /^\r\u001b\[KListing files\r\u001b\[KReading 0 of 1 files\r[^]*Analysing 0 of 1 files\r\u001b\[K$/,
    );
  });

  it('is not shown with --quiet, nor in a short scan without a terminal', async () => {
    expect((await cli(folder({ 'a.ts': CALL }), ['scan', '--quiet'], { errIsTerminal: true })).err).toBe('');
    expect((await cli(folder({ 'a.ts': CALL }), ['scan'])).err).toBe('');
  });

  it('is a line every ten seconds without a terminal', () => {
    let time = 0;
    let err = '';
    const line = progressLine({ err: (text) => void (err += text), errIsTerminal: false }, 'shown', () => time);
    for (time = 0; time <= 25_000; time += 1000) line.update({ phase: 'read', done: time / 1000, total: 100 });
    line.clear();
    expect(err).toBe('Reading 10 of 100 files, 10 s so far.\nReading 20 of 100 files, 20 s so far.\n');
  });
});

describe('the heading of a report in watch mode', () => {
  const finding = (fingerprint: string): ReportFinding => ({ fingerprint }) as ReportFinding;
  const terminal = { outIsTerminal: true, errIsTerminal: true, timeOfDay: () => '09:41:07' };

  it('clears the terminal, and names the time, changed files, and new and fixed findings', () => {
    const change = {
      changed: ['a.ts', 'b.ts'],
      before: [finding('1'), finding('2')],
      now: [finding('2'), finding('3')],
    };
    const said = watchHeading(terminal, change);
    expect(said).toMatch(
      /^\u001b\[2J\u001b\[3J\u001b\[H\[09:41:07\] Changed: a\.ts, b\.ts\. Findings: 1 new, 1 gone\.\n/,
    );
    expect(watchHeading({ ...terminal, outIsTerminal: false }, change)).toMatch(/^\[09:41:07\] Changed/);
    expect(watchHeading(terminal, { ...change, now: change.before })).toContain('the same as before');
  });
});

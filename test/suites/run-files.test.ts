import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const RUN_FILES = new URL('run-files.mjs', import.meta.url).href;
const APPENDED = new URL('appended.mjs', import.meta.url).href;
const SUITES = fileURLToPath(new URL('../suites.mjs', import.meta.url));

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sunset-suites-'));
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

describe('a run over the files of a test suite', () => {
  it('continues after files that hang or crash the process', () => {
    // A child that acts by the names of its files.
    const child = write(
      'child.mjs',
      `process.once('message', async ({ files }) => {
      for (const file of files) {
        if (file === 'hangs') for (;;);
        if (file === 'ends') process.exit(7);
        await new Promise((resolve) => process.send({ file, outcome: 'checked' }, resolve));
      }
      process.disconnect();
    });`,
    );
    const driver = write(
      'driver.mjs',
      `import { runFiles } from ${JSON.stringify(RUN_FILES)};
      const results = [];
      const files = ['a', 'hangs', 'b', 'ends', 'ends', 'c', 'd'];
      await runFiles({ child: ${JSON.stringify(child)}, root: '.', files, perChild: 3, hangAfter: 5000, onResult: (result) => results.push(result) });
      console.log(JSON.stringify(results.map(({ file, outcome }) => [file, outcome])));`,
    );
    expect(JSON.parse(node(driver).stdout)).toEqual([
      ['a', 'checked'],
      ['hangs', 'hung'],
      ['b', 'checked'],
      ['ends', 'crashed'],
      ['ends', 'crashed'],
      ['c', 'checked'],
      ['d', 'checked'],
    ]);
  });

  it('counts files that both parsers accept, that one accepts, and that are binary', () => {
    write('equal.js', 'f("/a");');
    write('script.cjs', 'with (a) await (b);');
    write('broken.ts', 'const = ;');
    write('binary.js', 'a\u0000b');
    const { status, stdout } = node(SUITES, root);
    expect(stdout).toContain('6 files: 5 checked (1 with syntax errors), 1 not read');
    expect(stdout).toContain('0 crashed, 0 hung, 0 over 2000 ms');
    expect(stdout).toMatch(/^ +espree: 4 equal, 0 differing,/m);
    expect(stdout).toMatch(/^ +@typescript-eslint\/parser: 4 equal, 0 differing,.* 1 refused by the parser$/m);
    expect(status).toBe(0);
  });

  it('fails if a file exceeds its time budget', () => {
    write('long.js', 'f([a.b("/c"), { d: `e${g}` }]);\n'.repeat(1000));
    const { status, stdout } = node(SUITES, '--budget', '10', root);
    expect(stdout).toContain('over the budget: long.js');
    expect(status).toBe(1);
  });

  it('searches with both hosts for a request added to each file', () => {
    const folder = join(root, 'appended');
    mkdirSync(folder);
    for (const [name, text] of [
      ['a.ts', 'enum A { B }'],
      ['script.js', 'with (a) b;'],
      ['broken.ts', 'const = ;'],
      ['types.d.ts', 'declare const a: string;'],
    ] as const)
      writeFileSync(join(folder, name), text);
    const { status, stdout } = node(SUITES, '--appended', folder);
    expect(stdout).toContain('scanner: 2 of 2 appended requests found (100 %)');
    expect(stdout).toContain('eslint: 2 of 2 appended requests found (100 %)');
    expect(stdout).toContain('with syntax errors: 1 found, 0 not; refused by the parser in ESLint: 1');
    expect(status).toBe(0);
  });

  it('lists added requests that were not found, and fails for more than 2 in 10,000', () => {
    const driver = write(
      'tell.mjs',
      `import { tellAppended } from ${JSON.stringify(APPENDED)};
      const hostOf = (parsed, files) => ({ parsed, missed: files.map((file) => ({ file, reason: 'silent' })) });
      const told = [['a', 'b'], ['a', 'b', 'c']].map((files) => tellAppended({ scanner: hostOf(10000, files), eslint: hostOf(1, []) }));
      console.log(JSON.stringify(told.map(({ lines, isWrong }) => [isWrong, lines[0], lines[1]])));`,
    );
    expect(JSON.parse(node(driver).stdout)).toEqual([
      [false, 'scanner: 9998 of 10000 appended requests found (99.98 %)', '  not found: a (silent)'],
      [true, 'scanner: 9997 of 10000 appended requests found (99.97 %)', '  not found: a (silent)'],
    ]);
  });

  it('requires folders as arguments', () => {
    const { status, stderr } = node(SUITES);
    expect(stderr).toContain('usage:');
    expect(status).toBe(2);
  });
});

function write(name: string, text: string): string {
  const path = join(root, name);
  writeFileSync(path, text);
  return path;
}

function node(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
}

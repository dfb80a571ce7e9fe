import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Date of the reports in pictures. */
export const PICTURE_DAY = '2026-11-28';

/** Expectation comments of the tests, which no real code has. */
const EXPECT_COMMENT = /[^\S\n]*(?:\/\/|#) expect:.*$/gm;

/** Script that runs a program as if its output were a terminal. */
const TERMINAL_SCRIPT = `require('node:tty').isatty = (number) => number === 1;
process.stdout.columns = Number(process.env.COLUMNS);
require(process.argv[1]);`;

/**
 * Returns the output of the built command line for the example of three vendors: text in colour for a terminal of
 * `columns` columns, or the output that the arguments select.
 *
 * @throws Error if the scan finds nothing or fails.
 */
export function demoOutput(root: string, args: readonly string[], columns?: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'sunset-lint-demo-'));
  try {
    copyDemo(`${root}/fixtures/apis/three-vendors`, folder);
    const main = join(root, 'dist/program/main.cjs');
    const { status, stdout, stderr, error } = spawnSync(
      process.execPath,
      [...(columns === undefined ? [main] : ['-e', TERMINAL_SCRIPT, main]), ...args],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          ...(columns === undefined ? {} : { FORCE_COLOR: '1', COLUMNS: String(columns) }),
        },
      },
    );
    if (error !== undefined) throw error;
    if (status !== 1)
      throw new Error(`the example should have findings, but the scan ended with ${String(status)}: ${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyDemo(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const name of readdirSync(`${to}/src`)) {
    const text = readFileSync(`${to}/src/${name}`, 'utf8').replaceAll('\r\n', '\n');
    writeFileSync(`${to}/src/${name}`, text.replaceAll(EXPECT_COMMENT, ''));
  }
}

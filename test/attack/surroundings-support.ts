import { spawnSync } from 'node:child_process';
import { MAIN } from '../faults/support.js';

export interface Case {
  readonly cwd: string;
  readonly args: readonly string[];
}

export interface Done {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Generous limit in milliseconds: a run that does not hang takes less than a second. */
const LIMIT = 40_000;

/** Runs a command of the built program in a heap of `heap` megabytes, and kills a run that hangs. */
export function runCase(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, heap = 700): Done {
  const { PATH, HOME } = process.env;
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${heap}`, MAIN, ...args],
    {
      cwd,
      encoding: 'utf8',
      env: { PATH, HOME, ...env },
      timeout: LIMIT,
      killSignal: 'SIGKILL',
    },
  );
  if (signal !== null) throw new Error(`hangs or breaks: ${JSON.stringify({ cwd, args })}\n${stderr}`);
  return { code: status, out: stdout, err: stderr };
}

/** Runs several commands. */
export function runCases(cases: readonly Case[]): readonly Done[] {
  return cases.map(({ cwd, args }) => runCase(cwd, args));
}

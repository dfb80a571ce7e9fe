import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ShellProgram } from './shell-programs.js';

/** A request that a script sent. */
export interface ShellRecord {
  /** Number that `AT` gave it. */
  readonly id: number;
  readonly method: string;
  readonly url: string;
}

const FAKE = `#!/bin/sh
{ printf '%s\\0' "$AT"; for word in "$@"; do printf '%s\\0' "$word"; done; printf '\\1\\0'; } >> "$LOG"
`;

/** Runs a script with these decisions, in a folder of its own, and with a `curl` that only records its arguments. */
export function runShell(
  { script, library }: ShellProgram,
  folder: string,
  flags: Readonly<Record<string, string>>,
): readonly ShellRecord[] {
  const programs = join(folder, 'bin');
  const log = join(folder, 'log');
  if (!existsSync(programs)) {
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, 'curl'), FAKE);
    chmodSync(join(programs, 'curl'), 0o755);
  }
  rmSync(log, { force: true });
  writeFileSync(join(folder, 'script.sh'), script);
  writeFileSync(join(folder, 'library.sh'), library);
  const run = spawnSync('bash', ['script.sh'], {
    cwd: folder,
    env: { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`, LOG: log, ...flags },
    timeout: 20_000,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = run.stderr.toString();
  if (errors.includes('syntax error')) throw new Error(`${errors}\n${script}`);
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\u0001\u0000')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [id = '', ...words] = line.split('\u0000').slice(0, -1);
      return recordsOf(Number(id), words);
    });
}

/** Requests that curl would send for these arguments. */
function recordsOf(id: number, words: readonly string[]): readonly ShellRecord[] {
  let method: string | undefined;
  let implied = 'GET';
  let get = false;
  const urls: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (/^-[sSf]*X.+/.test(word)) method = word.slice(word.indexOf('X') + 1);
    else if (/^-[sSf]*X$|^--request$/.test(word)) method = words[++at];
    else if (word === '-d' || word === '--json') {
      implied = 'POST';
      at++;
    } else if (word === '-T') {
      implied = 'PUT';
      at++;
    } else if (word === '-H' || word === '-o') at++;
    else if (word === '-I') implied = 'HEAD';
    else if (word === '-G') get = true;
    else if (word === '--url') urls.push(words[++at] ?? '');
    else if (!word.startsWith('-')) urls.push(word);
  }
  return urls.map((url) => ({ id, method: method ?? (get ? 'GET' : implied), url }));
}

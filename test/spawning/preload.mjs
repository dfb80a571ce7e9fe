// Preloaded into each test worker: programs started with `spawnSync` are started by a small process instead. To start a
// program, Linux copies the page tables of the starting process, which takes 33 ms of CPU for each gigabyte. A worker
// has a gigabyte, and the tests start many thousand programs.
import childProcess, { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { receive, send } from './messages.mjs';

const { spawnSync } = childProcess;
const folder = mkdtempSync(join(tmpdir(), 'spawning-'));
const pipes = [join(folder, 'asked'), join(folder, 'answered')];
execFileSync('mkfifo', pipes);
const starter = spawn(process.execPath, [fileURLToPath(new URL('starter.mjs', import.meta.url)), ...pipes], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
starter.unref();
const [asked, answered] = [openSync(pipes[0], 'w'), openSync(pipes[1], 'r')];
rmSync(folder, { recursive: true });

/** Options that can be sent to another process; those that share files or memory with this one cannot. */
function canBeSent({ stdio = 'pipe', input, signal, shell, ...rest }) {
  const all = [stdio].flat();
  return (
    all.every((one) => one === 'pipe' || one === 'ignore') &&
    signal === undefined &&
    (input === undefined || typeof input === 'string' || ArrayBuffer.isView(input)) &&
    Object.values({ shell, ...rest }).every((value) => typeof value !== 'function' && typeof value !== 'symbol')
  );
}

childProcess.spawnSync = (command, ...rest) => {
  const args = Array.isArray(rest[0]) ? rest[0] : [];
  const options = (Array.isArray(rest[0]) ? rest[1] : rest[0]) ?? {};
  if (!canBeSent(options)) return spawnSync(command, ...rest);
  const { cwd = process.cwd(), env = process.env, ...other } = options;
  const told = { ...other, cwd: cwd instanceof URL ? fileURLToPath(cwd) : cwd, env: { ...env } };
  send(asked, { command, args, options: told, umask: process.umask() });
  const { error, thrown, ...result } = receive(answered);
  if (error === undefined) return result;
  const failure = Object.assign(new Error(error.message), error);
  if (thrown) throw failure;
  return { ...result, error: failure };
};
syncBuiltinESMExports();

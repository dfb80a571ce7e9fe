import { spawnSync } from 'node:child_process';
import type { SpawnSyncReturns } from 'node:child_process';
import { ConfigError } from '../../model/errors.js';
import { gitEnvironment } from './environment.js';

/** Runs git in a folder, without a shell. The one place where git is started. */
export function spawnGit(folder: string, args: readonly string[], input?: string): SpawnSyncReturns<Buffer> {
  // A file system monitor is a program named by the repository's own configuration: never run it.
  return spawnSync('git', ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', ...args], {
    cwd: folder,
    maxBuffer: 1 << 30,
    env: gitEnvironment(),
    ...(input === undefined ? { stdio: ['ignore', 'pipe', 'pipe'] as const } : { input }),
  });
}

export type GitAnswer =
  { readonly kind: 'done'; readonly out: Buffer } | { readonly kind: 'refused'; readonly message: string };

/**
 * Runs git in a folder.
 *
 * @throws ConfigError where there is no git.
 */
export function git(folder: string, args: readonly string[], input?: string): GitAnswer {
  const run = spawnGit(folder, args, input);
  if (run.error !== undefined) {
    const missing = 'code' in run.error && run.error.code === 'ENOENT';
    throw new ConfigError(
      missing
        ? 'git was not found. --staged and --changed-since need it.'
        : `git could not be run: ${run.error.message}`,
    );
  }
  if (run.status === 0) return { kind: 'done', out: run.stdout };
  return { kind: 'refused', message: run.stderr.toString('utf8').trim() };
}

/** Output of a git command that has to work. @throws ConfigError with git's own words where it does not. */
export function gitOutput(folder: string, args: readonly string[], input?: string): Buffer {
  const answer = git(folder, args, input);
  if (answer.kind === 'done') return answer.out;
  throw new ConfigError(`'git ${args[0] ?? ''}' failed: ${answer.message}`);
}

/** Text of the output, cut at NUL. */
export function fields(out: Buffer): readonly string[] {
  return out
    .toString('utf8')
    .split('\0')
    .filter((field) => field !== '');
}

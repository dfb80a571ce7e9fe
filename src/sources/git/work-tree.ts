import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { ConfigError } from '../../model/errors.js';
import { refusePipes } from './refuse-pipes.js';
import type { RepositoryConfig } from './repository-config.js';
import { git, gitOutput } from './run-git.js';

export interface WorkTree {
  /** Absolute path of its top. */
  readonly top: string;
  readonly config: RepositoryConfig;
}

/** The work tree around a folder. @throws ConfigError where there is none that git reads. */
export function workTree(folder: string): WorkTree {
  const config = refusePipes(folder);
  const answer = git(folder, ['rev-parse', '--show-toplevel']);
  if (answer.kind === 'absent') throw new ConfigError(`${answer.message}. --staged and --changed-since need it.`);
  if (answer.kind === 'refused')
    throw new ConfigError(
      /dubious ownership/.test(answer.message)
        ? `git does not trust '${folder}': ${answer.message}. If you do, run 'git config --global --add safe.directory FOLDER'.`
        : `'${folder}' is in no git work tree: ${answer.message}. --staged and --changed-since need one.`,
    );
  const top = answer.out.toString('utf8').replace(/\r?\n$/, '');
  const way = relative(realpathSync(top), folder);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new ConfigError(
      `the configuration of the repository in '${folder}' puts its work tree elsewhere, to '${top}'. Take core.worktree out of it.`,
    );
  return { top, config };
}

/** Whether the history is truncated. */
export function isShallow({ top }: WorkTree): boolean {
  const answer = git(top, ['rev-parse', '--git-path', 'shallow']);
  return answer.kind === 'done' && existsSync(join(top, answer.out.toString('utf8').trim()));
}

/**
 * Of these files those that git filters between disk and repository, such as with Git LFS, with the name of the filter.
 * It is never run: the stored content of such a file differs from that on disk.
 *
 * @param paths relative to the top.
 */
export function filteredPaths({ top, config }: WorkTree, paths: readonly string[]): ReadonlyMap<string, string> {
  const filtered = new Map<string, string>();
  if (paths.length === 0 || config.filters.size === 0) return filtered;
  const input = paths.map((path) => `${path}\0`).join('');
  // Path, attribute and value in turn.
  const told = gitOutput(top, ['check-attr', '-z', '--stdin', 'filter'], { input }).toString('utf8').split('\0');
  for (let index = 0; index + 2 < told.length; index += 3) {
    const [path = '', , name = ''] = told.slice(index, index + 3);
    if (config.filters.has(name)) filtered.set(path, name);
  }
  return filtered;
}

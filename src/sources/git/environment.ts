import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/**
 * Environment for git in another folder than the one it was made for. A hook is told its index by a path
 * relative to the top of the work tree, and in a linked work tree also the repository, which makes git take
 * whatever folder it is started in for the top.
 */
export function gitEnvironment(given: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): NodeJS.ProcessEnv {
  const { GIT_INDEX_FILE: index, GIT_DIR: repository, GIT_PREFIX: _prefix, ...rest } = given;
  const env: NodeJS.ProcessEnv = { ...rest, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
  const found = index === undefined || index === '' || isAbsolute(index) ? index : findAbove(cwd, index);
  if (found !== undefined) env['GIT_INDEX_FILE'] = found;
  // With a work tree beside it, somebody means it.
  if (repository !== undefined && given['GIT_WORK_TREE'] !== undefined) env['GIT_DIR'] = repository;
  return env;
}

function findAbove(folder: string, path: string): string | undefined {
  if (existsSync(join(folder, path))) return join(folder, path);
  return dirname(folder) === folder ? undefined : findAbove(dirname(folder), path);
}

import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/**
 * Variables of git that say which repository is meant and whose configuration counts. All others are left out:
 * they name programs (`GIT_SSH_COMMAND`, `GIT_EXTERNAL_DIFF`, `GIT_PAGER`, `GIT_EXEC_PATH` …), files to write
 * (`GIT_TRACE…`), or change what is asked (`GIT_GLOB_PATHSPECS`, `GIT_ATTR_SOURCE` …).
 */
const KEPT =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|PARAMETERS|COUNT|KEY_\d+|VALUE_\d+))$/i;

/** What keeps git from fetching objects that are missing. */
const OFFLINE = {
  // Since git 2.45, and in the corrections of older lines: nothing is fetched unasked.
  GIT_NO_LAZY_FETCH: '1',
  // Before that: every transport is refused before it is started. The repository's `protocol.*` cannot allow it again.
  GIT_ALLOW_PROTOCOL: 'none',
};

/**
 * Environment for git in another folder than the one it was made for. A hook is told its index by a path
 * relative to the top of the work tree, and in a linked work tree also the repository, which makes git take
 * whatever folder it is started in for the top.
 */
export function gitEnvironment(given: NodeJS.ProcessEnv = process.env, cwd: string = process.cwd()): NodeJS.ProcessEnv {
  const kept = Object.entries(given).filter(([name]) => !/^GIT_/i.test(name) || KEPT.test(name));
  const { GIT_INDEX_FILE: index, GIT_DIR: repository, ...rest } = Object.fromEntries(kept);
  const env: NodeJS.ProcessEnv = { ...rest, ...OFFLINE, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
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

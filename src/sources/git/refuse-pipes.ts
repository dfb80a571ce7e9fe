import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ScanError } from '../../model/errors.js';
import { readRepositoryConfig } from './repository-config.js';
import type { RepositoryConfig } from './repository-config.js';
import { treeOf } from './tree-of.js';

/** Files of a repository that every git command reads. */
const ALWAYS_READ = ['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'info/exclude', 'info/attributes'];

/**
 * Fails where git would wait for a pipe without a writer: an unpacked archive can have one in place of a file. Returns
 * the configuration of the repository.
 *
 * @throws ScanError that names it.
 */
export function refusePipes(folder: string): RepositoryConfig {
  const top = treeOf(folder);
  for (const home of homesOf(join(top, '.git'))) for (const name of ALWAYS_READ) refusePipe(join(home, name));
  const config = readRepositoryConfig(folder);
  for (const file of config.files) refusePipe(resolve(top, file));
  return config;
}

/** The folders with git's own files: for a linked work tree, its own folder and the shared one. */
function homesOf(path: string): readonly string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return [path];
  if (stat?.isFile() !== true || stat.size > 10_000) return [];
  const target = /^gitdir: (.+)/.exec(readFileSync(path, 'utf8'))?.[1];
  if (target === undefined) return [];
  const home = resolve(dirname(path), target);
  return [home, resolve(home, '../..')];
}

function refusePipe(path: string): void {
  if (isPipe(path)) throw new ScanError(`'${path}' is a pipe: git would wait for what it says. Remove it.`);
}

function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO();
  } catch {
    return false;
  }
}

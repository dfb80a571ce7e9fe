import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isOurs } from '../../lib/ours.js';
import { isInside } from '../../lib/read-regular-file.js';
import type { CliIo } from './io.js';
import { findRepository } from './repository.js';

/**
 * Our folder among those that the person's system has for what can be made again, by its real path. Undefined where the
 * system names none, and where somebody else may have filled it: it is in a work tree, whose commits could bring it
 * along, in a folder of `roots`, or others can write to it.
 */
export function userFolder(roots: readonly string[], env: CliIo['env']): string | undefined {
  const parent = cacheFolder(env);
  if (parent === undefined) return undefined;
  const folder = realPlace(join(parent, 'sunset-lint'));
  if (workTreeOf(folder) !== undefined || roots.some((root) => isInside(repositoryOf(root), folder))) return undefined;
  return isForeign(folder) ? undefined : folder;
}

/** The top of the work tree that holds a place, be it there or not; undefined where there is none. */
export function workTreeOf(place: string): string | undefined {
  const { root } = findRepository(place);
  return existsSync(join(root, '.git')) ? root : undefined;
}

/** Whether a folder exists that others than the person who runs the program can write to, or may not be looked at. */
export function isForeign(folder: string): boolean {
  try {
    const stat = statSync(folder, { throwIfNoEntry: false });
    return stat?.isDirectory() === true && !isOurs(stat, 'folder');
  } catch {
    return true;
  }
}

/** The top of the repository that holds a folder, else the folder, by its real path. */
export function repositoryOf(folder: string): string {
  return realPlace(findRepository(folder).root);
}

function cacheFolder(env: CliIo['env']): string | undefined {
  const named = process.platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_CACHE_HOME'];
  if (named !== undefined && isAbsolute(named)) return named;
  const { HOME: home = '' } = env;
  if (process.platform === 'win32' || !isAbsolute(home)) return undefined;
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}

/** Where a path leads, be it there or not. */
export function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path));
  }
}

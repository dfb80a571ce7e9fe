import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { work } from './work.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Real path of the program's folder, or of a part of it, in the cache folder of the user. Undefined if there is no cache
 * folder, or if others may have written to it: it is in a work tree, whose commits could contain it, or other users can
 * write to it.
 */
export function userCacheFolder(env: Env, ...part: readonly string[]): string | undefined {
  const parent = cacheFolder(env);
  if (parent === undefined) return undefined;
  const programFolder = join(parent, 'sunset-lint');
  const folder = realPathOf(join(programFolder, ...part));
  return workTreeOf(folder) !== undefined || isWritableByOthers(programFolder) || isWritableByOthers(folder)
    ? undefined
    : folder;
}

/** The root of the work tree around a path, which need not exist; undefined outside a work tree. */
export function workTreeOf(path: string): string | undefined {
  for (let root = path; ; root = dirname(root)) {
    if (existsSync(join(root, '.git'))) return root;
    if (dirname(root) === root) return undefined;
  }
}

/** Whether a folder exists that other users can write to, or that cannot be examined. */
export function isWritableByOthers(folder: string): boolean {
  try {
    const stat = statSync(folder, { throwIfNoEntry: false });
    return stat?.isDirectory() === true && !isOurs(stat, 'folder');
  } catch {
    return true;
  }
}

/**
 * Creates a folder and its missing parents, for this user alone; returns whether it was missing. Unlike Node's
 * `recursive`, it terminates where the system refuses a new folder with ENOENT, as below `/proc`.
 *
 * @throws the error of the system, if a folder cannot be created.
 */
export function makeFolder(path: string): boolean {
  if (existsSync(path)) return false;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    // Another run has created it.
    if (existsSync(path)) return false;
    throw error;
  }
}

/** Removes the oldest entries of a folder whose names match, until there are no more than `limit`. */
export function keepNewest(folder: string, isEntry: (path: string, name: string) => boolean, limit: number): void {
  const entries = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = isEntry(path, name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    return stat === undefined ? [] : [{ path, modified: stat.mtimeMs }];
  });
  for (const { path } of entries.sort((a, b) => b.modified - a.modified).slice(limit))
    rmSync(path, { recursive: true, force: true });
}

function cacheFolder(env: Env): string | undefined {
  const configured = process.platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_CACHE_HOME'];
  if (configured !== undefined && isAbsolute(configured)) return configured;
  const { HOME: home = '' } = env;
  if (process.platform === 'win32' || !isAbsolute(home)) return undefined;
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}

/** Real path of a path, which need not exist. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realPathOf(dirname(path)), basename(path));
  }
}

/** Mode bits: writable by group or others. */
const WRITABLE_BY_OTHERS = 0o022;

/** Whether this is a file or folder, depending on `kind`, that only the user who runs the program can have written. */
function isOurs(stat: Stats, kind: 'file' | 'folder'): boolean {
  if (!(kind === 'file' ? stat.isFile() : stat.isDirectory())) return false;
  // Windows has neither owner nor mode; there the folder is in the user's profile.
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & WRITABLE_BY_OTHERS) === 0);
}

/** Whether a path is a folder that only the user can have written. @throws the error of the system. */
export function isTrustedFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && isOurs(stat, 'folder');
}

/** Reads like `readUncounted`, and counts the file among those that a run reads. @throws the error of the system. */
export function readOwnFile(path: string, limit: number): Buffer | undefined {
  const bytes = readOwnFileUncounted(path, limit);
  if (bytes === undefined) return undefined;
  work.filesRead++;
  work.bytesRead += bytes.length;
  return bytes;
}

/**
 * The bytes of a file that only the user can have written; undefined if it does not exist, is a link, or has more bytes
 * than `limit`.
 *
 * @throws the error of the system, if it cannot be read.
 */
export function readOwnFileUncounted(path: string, limit: number): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(fd);
    if (!isOurs(stat, 'file') || stat.size > limit) return undefined;
    return readFileSync(fd);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP'))
      return undefined;
    throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

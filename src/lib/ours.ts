import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { work } from './work.js';

/** Mode bits: writable by group or others. */
const OTHERS = 0o022;

/** Whether this is a file or folder as `kind` says, and only the user who runs the program can have written it. */
export function isOurs(stat: Stats, kind: 'file' | 'folder'): boolean {
  if (!(kind === 'file' ? stat.isFile() : stat.isDirectory())) return false;
  // Windows has neither; there the folder is in the user's profile.
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & OTHERS) === 0);
}

/** Whether a path is a folder that only the user can have written. @throws the error of the system. */
export function isOurFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && isOurs(stat, 'folder');
}

/** The same as `readUncounted`, counted among the files that a run reads. @throws the error of the system. */
export function readOurs(path: string, limit: number): Buffer | undefined {
  const bytes = readUncounted(path, limit);
  if (bytes === undefined) return undefined;
  work.filesRead++;
  work.bytesRead += bytes.length;
  return bytes;
}

/**
 * The bytes of a file that only the user can have written; undefined where there is none, where it is a link, or has
 * more bytes than `limit`.
 *
 * @throws the error of the system, where it cannot be read.
 */
export function readUncounted(path: string, limit: number): Buffer | undefined {
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

import { accessSync, constants, statSync } from 'node:fs';
import { errorCode } from '../model/errors.js';

/** `file` or `folder` for a path that a user named; else the reason why it cannot be scanned. */
export function kindOfPath(path: string): string {
  try {
    const stat = statSync(path);
    accessSync(path, stat.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
    if (stat.isDirectory()) return 'folder';
    return stat.isFile() ? 'file' : 'it is neither a file nor a folder';
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return NOT_THERE;
    if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
    if (code === 'ELOOP') return 'it is a link that leads to itself';
    return `it cannot be read (${code === '' ? 'unknown error' : code})`;
  }
}

/** Reason why an absent path cannot be scanned. */
export const NOT_THERE = 'it does not exist';

/** Size of a file in bytes; 0 where there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** What is no regular file. The message says what it is: `it is a device`. */
export class NotRegularError extends Error {
  override readonly name = 'NotRegularError';
}

/**
 * Opens a regular file to read it; the one place where files are opened that the project did not bring itself. It never
 * waits: without O_NONBLOCK a named pipe would, for a writer. Windows has neither of the flags; there they are
 * undefined, which counts as 0.
 *
 * @throws NotRegularError for anything else than a regular file, the system's own errors for what cannot be opened.
 */
export function openRegular(path: string, links: 'follow' | 'refuse'): number {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const fd = openSync(path, links === 'refuse' ? flags | constants.O_NOFOLLOW : flags);
  try {
    // Asked of what was opened: the name may stand for something else by now.
    refuseIrregular(fstatSync(fd));
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return fd;
}

/** @throws NotRegularError for anything else than a regular file. */
export function refuseIrregular(stat: Stats): void {
  if (stat.isFile()) return;
  const kind = stat.isDirectory() ? 'folder' : stat.isFIFO() ? 'pipe' : stat.isSocket() ? 'socket' : 'device';
  throw new NotRegularError(`it is a ${kind}`);
}

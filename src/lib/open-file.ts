import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** Error for a path that is no regular file. The message names its kind: `it is a device`. */
export class NotRegularError extends Error {
  override readonly name = 'NotRegularError';
}

/**
 * Opens a regular file to read it; this module is the one place where files are opened that the project did not bring
 * itself.
 *
 * @throws NotRegularError for anything else than a regular file, the system's own errors for what cannot be opened.
 */
export function openRegular(path: string, links: 'follow' | 'refuse'): number {
  const fd = openUnasked(path, links);
  try {
    // Checks the opened file: the name may refer to another one by now.
    refuseIrregular(fstatSync(fd));
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return fd;
}

/**
 * The same without asking what was opened, for files that are read from given places on, which fails for folders, pipes
 * and sockets. A device has places: where nothing was read, or what is no text, `refuseIrregular` has to be asked.
 *
 * It never waits: without O_NONBLOCK a named pipe would, for a writer. Windows has neither of the flags; there they are
 * undefined, which counts as 0.
 */
export function openUnasked(path: string, links: 'follow' | 'refuse'): number {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  return openSync(path, links === 'refuse' ? flags | constants.O_NOFOLLOW : flags);
}

/** @throws NotRegularError for anything else than a regular file. */
export function refuseIrregular(stat: Stats): void {
  if (stat.isFile()) return;
  const kind = stat.isDirectory() ? 'folder' : stat.isFIFO() ? 'pipe' : stat.isSocket() ? 'socket' : 'device';
  throw new NotRegularError(`it is a ${kind}`);
}

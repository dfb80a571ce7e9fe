import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** Error for a path that is no regular file. The message names its kind: `it is a device`. */
export class NotRegularError extends Error {
  override readonly name = 'NotRegularError';
}

/**
 * Opens a regular file to read it; all files from outside the program are opened in this module.
 *
 * @throws NotRegularError for anything but a regular file, the system's own errors for files that cannot be opened.
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
 * Opens a file without checking its kind, for reads at given positions, which fail for folders, pipes and sockets. A
 * device has positions: after an empty read, or one that is no text, `refuseIrregular` has to be called.
 *
 * It never blocks: without O_NONBLOCK a named pipe would wait for a writer. Windows has neither of the flags; there
 * they are undefined, which counts as 0.
 */
export function openUnasked(path: string, links: 'follow' | 'refuse'): number {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  return openSync(path, links === 'refuse' ? flags | constants.O_NOFOLLOW : flags);
}

/** @throws NotRegularError for anything but a regular file. */
export function refuseIrregular(stat: Stats): void {
  if (stat.isFile()) return;
  const kind = stat.isDirectory() ? 'folder' : stat.isFIFO() ? 'pipe' : stat.isSocket() ? 'socket' : 'device';
  throw new NotRegularError(`it is a ${kind}`);
}

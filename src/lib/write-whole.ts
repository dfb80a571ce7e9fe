import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file whole or not at all: a reader never sees half of it, and what was there stays where the new text cannot
 * be written. `rights`: of a new file.
 *
 * @throws what the system says where it cannot be written.
 */
export function writeWhole(file: string, content: string | Uint8Array, rights = 0o666): void {
  // The name is a new one each time: what a killed run left behind is in nobody's way.
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  // Who could not read the old text cannot read the new one, not for a moment.
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  let fd: number | undefined;
  try {
    fd = openSync(temporary, 'wx', (mode ?? rights) & 0o777);
    writeFileSync(fd, content);
    if (mode !== undefined) fchmodSync(fd, mode & 0o777);
    closeSync(fd);
    fd = undefined;
    renameSync(temporary, file);
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    rmSync(temporary, { force: true });
    throw error;
  }
}

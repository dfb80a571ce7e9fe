import { isUtf8 } from 'node:buffer';
import { closeSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { isInside, openRegular, utf16Order, utf8Mark } from '../../../core/lib/read-file.js';
import { ConfigError } from '../../../core/model/errors.js';
import type { Temporary } from '../../../core/lib/write-atomically.js';
import { repositoryLink } from '../shared/repository.js';
import { placeWithin, writeOutput } from '../shared/write-output.js';

/** A writable file in the state in which it was read. */
export interface FixableFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Opens a file below `top` for fixing, or returns the reason why it is skipped, as a clause that follows its name. */
export function openFixable(path: string, scanned: string | undefined, top: string): FixableFile | string {
  try {
    const why = whyNotWritable(path, top);
    if (why !== undefined) return why;
    const bytes = readBytes(path);
    if (utf16Order(bytes) !== undefined || !isUtf8(bytes)) return 'it is not UTF-8 text';
    const text = bytes.toString('utf8', utf8Mark(bytes));
    return text === scanned ? { path, bytes, text } : 'it was changed during the scan';
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Returns the reason why a file must not be written: it is outside of `top`, a link, another user's, read-only, or has
 * several hard links.
 */
function whyNotWritable(path: string, top: string): string | undefined {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return 'it is a link';
  const link = repositoryLink(path);
  if (link !== undefined) return `it is reached through the link '${link}'`;
  if (!isInside(top, realpathSync.native(path))) return `it is outside '${top}'`;
  const found = placeWithin(path, top);
  return 'why' in found ? found.why : whyProtected(stat);
}

/** Mode bit: writable by the owner. */
const WRITABLE = 0o200;

function whyProtected({ uid, mode, nlink }: Stats): string | undefined {
  const user = process.geteuid?.();
  if (user !== undefined && uid !== user) return `it belongs to another user (${String(uid)})`;
  if ((mode & WRITABLE) === 0) return 'it is read-only';
  return nlink > 1 ? 'it has other names, which are hard links' : undefined;
}

/**
 * Writes the fixed texts below `top`, each file atomically. If one cannot be written, earlier ones are restored. Files
 * that were changed in the meantime are not written.
 *
 * @throws ConfigError for a file that cannot be written, or was changed in the meantime, with the state of the others.
 */
export function writeFixed(
  files: readonly { readonly file: FixableFile; readonly text: string }[],
  top: string,
  temporary?: Temporary,
): void {
  const done: FixableFile[] = [];
  // Checks all files before writing the first, so that restoring is rare.
  for (const { file } of files) refuseChanged(file, top);
  try {
    for (const { file, text } of files) {
      refuseChanged(file, top);
      const mark = file.bytes.subarray(0, utf8Mark(file.bytes)).toString('utf8');
      writeOutput(file.path, mark + text, { what: 'the fix', within: top, temporary });
      done.push(file);
    }
  } catch (error) {
    const unrestored = done.filter((file) => !restore(file, top)).map(({ path }) => `'${path}'`);
    const said = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      unrestored.length === 0 ? `${said} Nothing is fixed.` : `${said} Fixed already: ${unrestored.join(', ')}.`,
    );
  }
}

function refuseChanged({ path, bytes }: FixableFile, top: string): void {
  let now: Buffer | undefined;
  let why: string | undefined;
  try {
    now = readBytes(path);
    why = whyNotWritable(path, top);
  } catch {
    // The file was deleted, or is no longer a regular file.
  }
  if (why !== undefined) throw new ConfigError(`'${path}' cannot be fixed: ${why}.`);
  if (now?.equals(bytes) !== true)
    throw new ConfigError(`'${path}' was changed during the scan; nothing was written to it. Run it again.`);
}

/** Restores a file; false if that failed. */
function restore({ path, bytes }: FixableFile, top: string): boolean {
  try {
    writeOutput(path, bytes.toString('utf8'), { what: 'the file', within: top });
    return true;
  } catch {
    return false;
  }
}

/** Reads a regular file, and no link. @throws the error of the system, or NotRegularError. */
export function readBytes(path: string): Buffer {
  const fd = openRegular(path, 'refuse');
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

import { isUtf8 } from 'node:buffer';
import { closeSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { isInside, openRegular, utf16Order, utf8Mark } from '../../../core/lib/read-file.js';
import { ConfigError } from '../../../core/model/errors.js';
import type { Temporary } from '../../../core/lib/write-atomically.js';
import { repositoryLink } from '../shared/repository.js';
import { resolveWithin, writeOutput } from '../shared/write-output.js';

/** A writable file, with its content when it was read. */
export interface FixableFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Opens a file below `topFolder` for fixing, or returns the reason why it is skipped, as a clause. */
export function openFixable(path: string, scannedText: string | undefined, topFolder: string): FixableFile | string {
  try {
    const why = whyNotWritable(path, topFolder);
    if (why !== undefined) return why;
    const bytes = readBytes(path);
    if (utf16Order(bytes) !== undefined || !isUtf8(bytes)) return 'it is not UTF-8 text';
    const text = bytes.toString('utf8', utf8Mark(bytes));
    return text === scannedText ? { path, bytes, text } : 'it was changed during the scan';
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Whether a file has the bytes of its scanned text, which a file in another encoding than UTF-8 has not. Only a file
 * whose text has a replacement character is read again.
 */
export function isDecodedExactly(scannedText: string | undefined, path: string): boolean {
  if (scannedText?.includes('\uFFFD') !== true) return true;
  try {
    return isUtf8(readBytes(path));
  } catch {
    return false;
  }
}

/**
 * Returns the reason why a file must not be written: it is outside of `topFolder`, a link, another user's, read-only,
 * or has several hard links.
 */
function whyNotWritable(path: string, topFolder: string): string | undefined {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return 'it is a link';
  const link = repositoryLink(path);
  if (link !== undefined) return `it is reached through the link '${link}'`;
  if (!isInside(topFolder, realpathSync.native(path))) return `it is outside '${topFolder}'`;
  const place = resolveWithin(path, topFolder);
  return 'why' in place ? place.why : whyProtected(stat);
}

const OWNER_WRITE_BIT = 0o200;

function whyProtected({ uid, mode, nlink }: Stats): string | undefined {
  const user = process.geteuid?.();
  if (user !== undefined && uid !== user) return `it belongs to another user (${String(uid)})`;
  if ((mode & OWNER_WRITE_BIT) === 0) return 'it is read-only';
  return nlink > 1 ? 'it has other names, which are hard links' : undefined;
}

/**
 * Writes the fixed texts below `topFolder`, each file atomically. If one cannot be written, earlier ones are restored.
 * Files that were changed in the meantime are not written.
 *
 * @throws ConfigError for a file that cannot be written, or was changed in the meantime, with the state of the others.
 */
export function writeFixed(
  files: readonly { readonly file: FixableFile; readonly text: string }[],
  topFolder: string,
  temporary?: Temporary,
): void {
  const writtenFiles: FixableFile[] = [];
  // All files are checked before the first is written, so that restoring is rare.
  for (const { file } of files) refuseChanged(file, topFolder);
  try {
    for (const { file, text } of files) {
      refuseChanged(file, topFolder);
      const byteOrderMark = file.bytes.subarray(0, utf8Mark(file.bytes)).toString('utf8');
      writeOutput(file.path, byteOrderMark + text, { outputName: 'the fix', within: topFolder, temporary });
      writtenFiles.push(file);
    }
  } catch (error) {
    const unrestored = writtenFiles.filter((file) => !restore(file, topFolder)).map(({ path }) => `'${path}'`);
    const message = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      unrestored.length === 0 ? `${message} Nothing is fixed.` : `${message} Fixed already: ${unrestored.join(', ')}.`,
    );
  }
}

function refuseChanged({ path, bytes }: FixableFile, topFolder: string): void {
  let currentBytes: Buffer | undefined;
  let why: string | undefined;
  try {
    currentBytes = readBytes(path);
    why = whyNotWritable(path, topFolder);
  } catch {
    // The file was deleted, or is no longer a regular file.
  }
  if (why !== undefined) throw new ConfigError(`'${path}' cannot be fixed: ${why}.`);
  if (currentBytes?.equals(bytes) !== true)
    throw new ConfigError(`'${path}' was changed during the scan; nothing was written to it. Run it again.`);
}

/** Restores a file. Returns false on failure. */
function restore({ path, bytes }: FixableFile, topFolder: string): boolean {
  try {
    writeOutput(path, bytes.toString('utf8'), { outputName: 'the file', within: topFolder });
    return true;
  } catch {
    return false;
  }
}

/** Reads a regular file; refuses a link. @throws the error of the system, or NotRegularError. */
export function readBytes(path: string): Buffer {
  const fd = openRegular(path, 'refuse');
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

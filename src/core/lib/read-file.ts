import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { errorCode, throwOnShortage } from '../model/errors.js';
import { work } from './work.js';

/** Result of reading a file. `why`: words that follow its name: `it is a device`. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string; readonly sha256?: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly why: string };

export interface ReadOptions {
  /** Larger files are refused; in bytes. */
  readonly limit: number;
  /** A folder that the path must not leave through links. Absent: links may have any target. */
  readonly within?: string;
  /** `any`: the user named the file, so it may be a pipe or a device. Default `regular`. */
  readonly kinds?: 'regular' | 'any';
  /** Treatment of bytes that are not valid UTF-8. Default `refuse`. */
  readonly malformed?: 'refuse' | 'replace';
  /** Adds the digest of the bytes, in hexadecimal. */
  readonly digest?: true;
}

export const MEGABYTE = 1024 * 1024;

/**
 * Reads a complete file, without the byte order mark; used for all files except scanned sources. An existing file that
 * was not read is never reported as absent, and `why` contains nothing from a file.
 *
 * @throws ScanError if the system has no more file handles.
 */
export function readRegularFile(path: string, options: ReadOptions): FileText {
  const { limit, kinds = 'regular', malformed = 'refuse' } = options;
  let fd: number | undefined;
  try {
    fd = kinds === 'any' ? openSync(path, 'r') : openWithin(path, options.within);
    const bytes = readAll(fd, limit);
    work.filesRead++;
    work.bytesRead += bytes?.length ?? 0;
    if (bytes === undefined) return { kind: 'refused', why: `it has more than ${sizeInWords(limit)}` };
    const byteOrder = utf16Order(bytes);
    const sha256 = options.digest === true ? { sha256: createHash('sha256').update(bytes).digest('hex') } : {};
    if (byteOrder !== undefined) return { kind: 'text', text: decodeUtf16(bytes, byteOrder), ...sha256 };
    if (malformed === 'refuse' && !isUtf8(bytes)) return { kind: 'refused', why: 'it is not UTF-8 text' };
    return { kind: 'text', text: bytes.toString('utf8', utf8Mark(bytes)), ...sha256 };
  } catch (error) {
    throwOnShortage(error);
    const why = failureReason(path, error);
    return why === undefined ? { kind: 'absent' } : { kind: 'refused', why };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Whether a path is a folder or inside it, judged by their names alone. */
export function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return !isAbsolute(relativePath) && relativePath !== '..' && !relativePath.startsWith(`..${sep}`);
}

function openWithin(path: string, within: string | undefined): number {
  // Checked before opening, which alone has effects on some devices.
  assertRegular(statSync(path));
  if (within === undefined) return openRegular(path, 'follow');
  const realPath = realpathSync.native(path);
  if (!isInside(realpathSync.native(within), realPath))
    throw new NotRegularError(`a link takes it outside '${within}'`);
  return openRegular(realPath, 'refuse');
}

const CHUNK_BYTES = 64 * 1024;

/** The bytes; undefined if there are more than `limit`. */
function readAll(fd: number, limit: number): Buffer | undefined {
  const stat = fstatSync(fd);
  if (stat.isDirectory()) assertRegular(stat);
  if (stat.isFile() && stat.size > limit) return undefined;
  // The reported size is only a hint: a pipe has none, and a file may grow.
  let bytes = Buffer.allocUnsafeSlow(Math.min(stat.size > 0 ? stat.size + 1 : CHUNK_BYTES, limit + 1));
  for (let total = 0; ;) {
    const count = readSync(fd, bytes, total, bytes.length - total, null);
    total += count;
    if (total > limit) return undefined;
    if (count === 0) return bytes.subarray(0, total);
    if (total === bytes.length)
      bytes = Buffer.concat([bytes], Math.min(total + Math.max(total, CHUNK_BYTES), limit + 1));
  }
}

/** Reason why a path could not be read; undefined if it does not exist. */
function failureReason(path: string, error: unknown): string | undefined {
  if (error instanceof NotRegularError) return error.message;
  const code = errorCode(error);
  if (code === 'ENOENT') return isLink(path) ? 'it is a broken link' : undefined;
  if (code === 'ENOTDIR') return undefined;
  if (code === 'ELOOP' || code === 'EMLINK') return 'it is a link to itself';
  // The system's words, without the path at their end.
  return `it cannot be read: ${error instanceof Error ? error.message.replace(/, \w+(?: '.*)?$/s, '') : String(error)}`;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function sizeInWords(bytes: number): string {
  return bytes < MEGABYTE ? `${String(Math.floor(bytes / 1024))} kB` : `${String(Math.floor(bytes / MEGABYTE))} MB`;
}

/** Error for a path that is not a regular file. The message names its kind: `it is a device`. */
class NotRegularError extends Error {
  override readonly name = 'NotRegularError';
}

/**
 * Opens a regular file to read it; all files from outside the program are opened in this module.
 *
 * @throws NotRegularError for anything but a regular file, the system's own errors for files that cannot be opened.
 */
export function openRegular(path: string, links: 'follow' | 'refuse'): number {
  const fd = openUnchecked(path, links);
  try {
    // Checks the opened file: the name may now refer to another one.
    assertRegular(fstatSync(fd));
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return fd;
}

/**
 * Opens a file without checking its kind, for reads at given positions, which fail for folders, pipes and sockets. A
 * device has positions: after a read that is empty or not text, the caller must call `assertRegular`.
 *
 * It never blocks: without O_NONBLOCK a named pipe would wait for a writer. Windows has neither of the flags; there
 * they are undefined, which counts as 0.
 */
export function openUnchecked(path: string, links: 'follow' | 'refuse'): number {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  return openSync(path, links === 'refuse' ? flags | constants.O_NOFOLLOW : flags);
}

/** @throws NotRegularError for anything but a regular file. */
export function assertRegular(stat: Stats): void {
  if (stat.isFile()) return;
  const kind = stat.isDirectory() ? 'folder' : stat.isFIFO() ? 'pipe' : stat.isSocket() ? 'socket' : 'device';
  throw new NotRegularError(`it is a ${kind}`);
}

/**
 * Byte order of a text in UTF-16, by its byte order mark; undefined without one. `bytes` may be longer than the text.
 */
export function utf16Order(bytes: Uint8Array): 'little' | 'big' | undefined {
  const first = bytes[0];
  if (first !== 0xff && first !== 0xfe) return undefined;
  const second = bytes[1];
  // With two more zeros it is the mark of UTF-32, which is not supported.
  if (first === 0xff && second === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? undefined : 'little';
  return first === 0xfe && second === 0xff ? 'big' : undefined;
}

/** Decodes a text in UTF-16, without its byte order mark. */
export function decodeUtf16(bytes: Buffer, order: 'little' | 'big'): string {
  const evenBytes = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
  return (order === 'little' ? evenBytes : evenBytes.swap16()).toString('utf16le');
}

/** Length in bytes of the UTF-8 byte order mark at the start of a text: 3 or 0. */
export function utf8Mark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

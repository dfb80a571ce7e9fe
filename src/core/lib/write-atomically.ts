import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fchownSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Folder of the temporary file, and a unique part of its name. */
export interface Temporary {
  readonly folder: string;
  readonly id: string;
}

/** Content of a file: pieces of text if all of it at once would take much memory. */
export type Content = string | Uint8Array | Iterable<string>;

export interface WriteOptions {
  /** Mode of a new file. */
  readonly rights?: number;
  /** Default: beside the file, which is also the fallback if that folder is on another disk. */
  readonly temporary?: Temporary | undefined;
}

/**
 * Writes a file atomically: a reader never sees half of it, and the old text stays if the new one cannot be written.
 * The mode is preserved, and so are owner and group if the system permits.
 *
 * @throws the error of the system if the file cannot be written.
 */
export function writeAtomically(
  file: string,
  content: Content,
  { rights = 0o666, temporary }: WriteOptions = {},
): void {
  // The name is new each time, so that files left by a killed run do no harm.
  const { folder, id } = temporary ?? { folder: dirname(file), id: randomBytes(6).toString('hex') };
  try {
    replaceFile(file, content, rights, temporaryName(folder, file, id));
  } catch (error) {
    if (temporary === undefined || !isOtherDisk(error)) throw error;
    replaceFile(file, content, rights, temporaryName(dirname(file), file, id));
  }
}

/** Path of the temporary file for a file, in a folder. */
export function temporaryName(folder: string, file: string, id: string): string {
  return join(folder, `.${basename(file)}.${id}.tmp`);
}

function isOtherDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV';
}

function replaceFile(file: string, content: Content, rights: number, temporary: string): void {
  // A user without access to the old text must not get access to the new one, not for a moment.
  const oldStat = statSync(file, { throwIfNoEntry: false });
  let fd: number | undefined;
  try {
    fd = openSync(temporary, 'wx', (oldStat?.mode ?? rights) & 0o777);
    writeContent(fd, content);
    if (oldStat !== undefined) copyRights(fd, oldStat);
    closeSync(fd);
    fd = undefined;
    renameSync(temporary, file);
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Characters that are passed to the system at a time. */
const CHUNK_CHARACTERS = 1 << 20;

/** Writes to an open file. */
export function writeContent(fd: number, content: Content): void {
  if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(fd, content);
  else for (const chunk of chunksOf(content)) writeFileSync(fd, chunk);
}

/** Joins pieces of text into fewer and longer ones. */
export function* chunksOf(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function copyRights(fd: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(fd, uid, gid);
    fchmodSync(fd, mode & 0o7777);
  } catch {
    // The system does not permit setting owner and group: the file keeps those of a new one, and loses setuid and
    // setgid.
    fchmodSync(fd, mode & 0o777);
  }
}

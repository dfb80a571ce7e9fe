import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fchownSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where the new text of a file is put first: a folder, and what makes its name there an own one. */
export interface Temporary {
  readonly folder: string;
  readonly id: string;
}

/** Content of a file: pieces of text where all of it at once would take much memory. */
export type Content = string | Uint8Array | Iterable<string>;

export interface WholeOptions {
  /** Of a new file. */
  readonly rights?: number;
  /** Default: beside the file, which is also where it goes if that folder is on another disk. */
  readonly temporary?: Temporary | undefined;
}

/**
 * Writes a file whole or not at all: a reader never sees half of it, and what was there stays where the new text cannot
 * be written. Its mode stays, and its owner and group where the system lets us give them.
 *
 * @throws what the system says where it cannot be written.
 */
export function writeWhole(file: string, content: Content, { rights = 0o666, temporary }: WholeOptions = {}): void {
  // The name is a new one each time, so that files left by a killed run are in nobody's way.
  const { folder, id } = temporary ?? { folder: dirname(file), id: randomBytes(6).toString('hex') };
  try {
    writeOver(file, content, rights, temporaryName(folder, file, id));
  } catch (error) {
    if (temporary === undefined || !isOtherDisk(error)) throw error;
    writeOver(file, content, rights, temporaryName(dirname(file), file, id));
  }
}

/** The path under which the new text of a file is put in a folder first. */
export function temporaryName(folder: string, file: string, id: string): string {
  return join(folder, `.${basename(file)}.${id}.tmp`);
}

function isOtherDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV';
}

function writeOver(file: string, content: Content, rights: number, temporary: string): void {
  // Who could not read the old text cannot read the new one, not for a moment.
  const old = statSync(file, { throwIfNoEntry: false });
  let fd: number | undefined;
  try {
    fd = openSync(temporary, 'wx', (old?.mode ?? rights) & 0o777);
    writeContent(fd, content);
    if (old !== undefined) keepRights(fd, old);
    closeSync(fd);
    fd = undefined;
    renameSync(temporary, file);
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Characters that are handed to the system at a time. */
const CHUNK = 1 << 20;

/** Writes to an open file. */
export function writeContent(fd: number, content: Content): void {
  if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(fd, content);
  else for (const chunk of chunksOf(content)) writeFileSync(fd, chunk);
}

/** Pieces of text as fewer and longer ones. */
export function* chunksOf(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function keepRights(fd: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(fd, uid, gid);
    fchmodSync(fd, mode & 0o7777);
  } catch {
    // We may not give the file its owner or group: it keeps the owner of a new file, and loses setuid and setgid.
    fchmodSync(fd, mode & 0o777);
  }
}

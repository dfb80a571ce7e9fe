/**
 * File system of the page: a few read-only texts in memory. Nothing here accesses the visitor's disk. Writes fail like
 * on a read-only disk.
 */

const ROOT = '/';

const files = new Map<string, Uint8Array>();

/** Replaces all files, by absolute path. */
export function setFiles(texts: Readonly<Record<string, string>>): void {
  files.clear();
  for (const [path, text] of Object.entries(texts)) files.set(path, new TextEncoder().encode(text));
}

class SystemError extends Error {
  constructor(
    readonly code: string,
    call: string,
    path: string,
  ) {
    super(`${code}: ${call} '${path}'`);
  }
}

class Stats {
  readonly mode = 0o444;
  readonly uid = 0;
  ino = 7;
  readonly dev = 1;
  readonly mtimeMs = 0;
  readonly ctimeMs = 0;
  constructor(
    readonly size: number,
    readonly kind: 'file' | 'folder',
    path: string,
  ) {
    for (let index = 0; index < path.length; index++) this.ino = (this.ino * 31 + path.charCodeAt(index)) % 2 ** 48;
  }
  isFile(): boolean {
    return this.kind === 'file';
  }
  isDirectory(): boolean {
    return this.kind === 'folder';
  }
  isSymbolicLink(): boolean {
    return false;
  }
  isFIFO(): boolean {
    return false;
  }
  isSocket(): boolean {
    return false;
  }
}

export type { Stats };

class Dirent {
  readonly #stats: Stats;
  constructor(
    readonly name: string,
    readonly parentPath: string,
  ) {
    this.#stats = statSync(joinPath(parentPath, name)) as Stats;
  }
  isFile(): boolean {
    return this.#stats.isFile();
  }
  isDirectory(): boolean {
    return this.#stats.isDirectory();
  }
  isSymbolicLink(): boolean {
    return false;
  }
}

function joinPath(folder: string, name: string): string {
  return folder === ROOT ? `${ROOT}${name}` : `${folder}/${name}`;
}

function normalise(path: unknown): string {
  const text = String(path);
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text;
}

function isFolder(path: string): boolean {
  const start = path === ROOT ? ROOT : `${path}/`;
  return path === ROOT || [...files.keys()].some((file) => file.startsWith(start));
}

function findStats(path: string): Stats | undefined {
  const bytes = files.get(path);
  if (bytes !== undefined) return new Stats(bytes.length, 'file', path);
  return isFolder(path) ? new Stats(0, 'folder', path) : undefined;
}

/** Error for a missing name; ENOTDIR if a parent is a file. */
function missingEntryError(call: string, path: string): SystemError {
  const isBelowFile = [...files.keys()].some((file) => path.startsWith(`${file}/`));
  return new SystemError(isBelowFile ? 'ENOTDIR' : 'ENOENT', call, path);
}

export function existsSync(path: unknown): boolean {
  return findStats(normalise(path)) !== undefined;
}

export function statSync(path: unknown, options?: { readonly throwIfNoEntry?: boolean }): Stats | undefined {
  const name = normalise(path);
  const stats = findStats(name);
  if (stats === undefined && options?.throwIfNoEntry !== false) throw missingEntryError('stat', name);
  return stats;
}

export const lstatSync = statSync;

export function realpathSync(path: unknown): string {
  const name = normalise(path);
  if (findStats(name) === undefined) throw missingEntryError('realpath', name);
  return name;
}
realpathSync.native = realpathSync;

export function accessSync(path: unknown): void {
  if (!existsSync(path)) throw missingEntryError('access', normalise(path));
}

export function readdirSync(
  path: unknown,
  options?: string | { readonly withFileTypes?: boolean },
): readonly (string | Dirent)[] {
  const folder = normalise(path);
  const stats = statSync(folder) as Stats;
  if (!stats.isDirectory()) throw new SystemError('ENOTDIR', 'scandir', folder);
  const start = folder === ROOT ? ROOT : `${folder}/`;
  const filesInside = [...files.keys()].filter((file) => file.startsWith(start));
  const names = [...new Set(filesInside.map((file) => file.slice(start.length).split('/')[0] ?? ''))].sort();
  const isTyped = typeof options === 'object' && options.withFileTypes === true;
  return isTyped ? names.map((name) => new Dirent(name, folder)) : names;
}

interface OpenFile {
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
  position: number;
}

const openFiles = new Map<number, OpenFile>();
let nextDescriptor = 3;

export function openSync(path: unknown): number {
  const name = normalise(path);
  if (findStats(name) === undefined) throw missingEntryError('open', name);
  const fd = nextDescriptor++;
  openFiles.set(fd, { path: name, bytes: files.get(name), position: 0 });
  return fd;
}

function openFileOf(fd: number): OpenFile {
  const handle = openFiles.get(fd);
  if (handle === undefined) throw new SystemError('EBADF', 'fd', String(fd));
  return handle;
}

export function closeSync(fd: number): void {
  openFileOf(fd);
  openFiles.delete(fd);
}

export function fstatSync(fd: number): Stats {
  return statSync(openFileOf(fd).path) as Stats;
}

export function readSync(
  fd: number,
  target: Uint8Array,
  offset = 0,
  length = target.length - offset,
  position: number | null = null,
): number {
  const handle = openFileOf(fd);
  if (handle.bytes === undefined) throw new SystemError('EISDIR', 'read', handle.path);
  const from = position ?? handle.position;
  const part = handle.bytes.subarray(from, from + length);
  target.set(part, offset);
  if (position === null) handle.position += part.length;
  return part.length;
}

export function readFileSync(path: unknown, encoding?: string | { readonly encoding?: string }): Uint8Array | string {
  const name = normalise(path);
  const bytes = files.get(name);
  if (bytes === undefined) throw missingEntryError('open', name);
  const encodingName = typeof encoding === 'object' ? encoding.encoding : encoding;
  return encodingName === undefined ? Buffer.from(bytes) : Buffer.from(bytes).toString(encodingName as BufferEncoding);
}

function refuse(path: unknown): never {
  throw new SystemError('EROFS', 'write', String(path));
}

export const mkdirSync = refuse;
export const writeFileSync = refuse;
export const renameSync = refuse;
export const rmSync = refuse;
export const fchmodSync = refuse;
export const fchownSync = refuse;

export const constants = { O_RDONLY: 0, O_NONBLOCK: 0, O_NOFOLLOW: 0, R_OK: 4, X_OK: 1, F_OK: 0 };

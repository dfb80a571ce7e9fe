import { closeSync, fstatSync, readSync, realpathSync } from 'node:fs';
import {
  MEGABYTE,
  decodeUtf16,
  openUnasked,
  readRegularFile,
  refuseIrregular,
  utf16Order,
  utf8Mark,
} from '../core/lib/read-file.js';
import { work } from '../core/lib/work.js';
import { errorCode, refuseShortage } from '../core/model/errors.js';
import type { SkipReason } from '../core/model/skipped.js';
import type { TextSearch } from '../core/search/text-search.js';
import type { TreeOverlay } from './tree-overlay.js';
import { kindOfPath } from './walk.js';

/** A file that was read. Valid only until the next read. */
export type ReadResult = ReadText | { readonly kind: 'skipped'; readonly reason: SkipReason | 'vanished' };

export const DEFAULT_MAX_FILE_SIZE = 5 * 1024 * 1024;

/** Maximum size in bytes of a text that is searched; larger ones are rare. */
export const SEARCHED_SIZE = 1024 * 1024;

const HASH = 0x23;

/** Bits of all groups of a search. */
const ALL_GROUPS = -1;

/** The text of a file. Decoded on demand: few texts are needed as strings. */
export class ReadText {
  readonly kind = 'text';
  /** Bytes of the file. */
  readonly size: number;
  readonly #buffer: Buffer;
  readonly #search: TextSearch | undefined;
  #groups: number | undefined;
  #latin1: string | undefined;

  /** `search`: operates on the buffer. */
  constructor(buffer: Buffer, size: number, search: TextSearch | undefined) {
    this.#buffer = buffer;
    this.size = size;
    this.#search = search;
  }

  /**
   * Groups of the search with an expression that may match `latin1`, a bit for each; without a search, all groups. A
   * text for another purpose is not searched.
   */
  get groups(): number {
    return (this.#groups ??= this.#search?.matching(utf8Mark(this.#buffer), this.size) ?? ALL_GROUPS);
  }

  /** The text with one character per byte, or decoded if the encoding is not based on ASCII. */
  get latin1(): string {
    return (this.#latin1 ??= this.#utf16() ?? this.#buffer.toString('latin1', utf8Mark(this.#buffer), this.size));
  }

  /** Whether its first line may name an interpreter. */
  get isScript(): boolean {
    return utf16Order(this.#buffer) !== undefined || this.#buffer[utf8Mark(this.#buffer)] === HASH;
  }

  decode(): string {
    return this.#utf16() ?? this.#buffer.toString('utf8', utf8Mark(this.#buffer), this.size);
  }

  #utf16(): string | undefined {
    const order = utf16Order(this.#buffer);
    return order === undefined ? undefined : decodeUtf16(this.#buffer.subarray(0, this.size), order);
  }
}

/** Buffer for files; it is the memory of the search, if there is one. */
interface ReadingPlace {
  readonly room: Buffer;
  readonly search: TextSearch | undefined;
}

/**
 * Reads files one after the other into one buffer, which is the cheapest way (asynchronous reads take three times as
 * long).
 */
export class TextReader {
  readonly #makeSearch: () => TextSearch | undefined;
  #place: ReadingPlace | undefined;
  /** Buffer with the last file: the shared one, or a larger one. */
  #buffer: Buffer = Buffer.alloc(0);
  readonly #maxSize: number;
  readonly #overlay: TreeOverlay | undefined;
  readonly #kept: KeptReads;

  /**
   * `makeSearch`: called for the first text. `kept`: results of other readers of the same files on disk, with the same
   * `maxSize`.
   */
  constructor(
    maxSize: number = DEFAULT_MAX_FILE_SIZE,
    overlay?: TreeOverlay,
    makeSearch: () => TextSearch | undefined = () => undefined,
    kept = new KeptReads(),
  ) {
    this.#maxSize = maxSize;
    this.#overlay = overlay;
    this.#makeSearch = makeSearch;
    this.#kept = kept;
  }

  /**
   * Reads a file, and caches the result.
   *
   * `links`: whether a file that is a symbolic link is read.
   *
   * @throws ScanError if the system has no more file handles.
   */
  read(path: string, links: 'follow' | 'refuse' = 'refuse'): ReadResult {
    const content = this.#overlay?.content(path);
    if (content !== undefined) return this.#readContent(content);
    const kept = this.#kept.of(path);
    if (kept instanceof Uint8Array) return this.#interpret(this.#put(kept));
    // A path that is refused as a link may be read by a caller that follows links.
    if (kept !== undefined && links === 'refuse') return { kind: 'skipped', reason: kept };
    const result = this.#readDisk(path, links);
    if (links === 'refuse') {
      if (result.kind === 'skipped') this.#kept.keepReason(path, result.reason);
      else this.#kept.keepText(path, this.#buffer, result.size);
    }
    return result;
  }

  /** Reads a file without caching the result. */
  readOnce(path: string): ReadResult {
    const content = this.#overlay?.content(path);
    return content === undefined ? this.#readDisk(path, 'refuse') : this.#readContent(content);
  }

  #readDisk(path: string, links: 'follow' | 'refuse'): ReadResult {
    let fd: number;
    try {
      fd = openUnasked(path, links);
    } catch (error) {
      return { kind: 'skipped', reason: reasonOf(error) };
    }
    try {
      const size = this.#fill(fd);
      const result: ReadResult = size > this.#maxSize ? { kind: 'skipped', reason: 'too-large' } : this.#counted(size);
      // A device yields nothing, or no text.
      if (size === 0 || result.kind === 'skipped') refuseIrregular(fstatSync(fd));
      return result;
    } catch (error) {
      return { kind: 'skipped', reason: reasonOf(error) };
    } finally {
      closeSync(fd);
    }
  }

  #readContent(content: Uint8Array | null): ReadResult {
    if (content === null) return { kind: 'skipped', reason: 'vanished' };
    if (content.length > this.#maxSize) return { kind: 'skipped', reason: 'too-large' };
    return this.#counted(this.#put(content));
  }

  /** Copies the bytes of a text into the buffer of files, and returns their number. */
  #put(content: Uint8Array): number {
    const { room } = this.#reading;
    this.#buffer = content.length < room.length ? room : Buffer.allocUnsafeSlow(content.length + 1);
    this.#buffer.set(content);
    return content.length;
  }

  /** Number of bytes read; one more than the limit if the file is too large. */
  #fill(fd: number): number {
    let size = 0;
    this.#buffer = this.#reading.room;
    for (;;) {
      // With a position, which a pipe does not have: it is refused.
      const count = readSync(fd, this.#buffer, size, this.#buffer.length - size, size);
      size += count;
      // A short read is the end of a regular file, which saves a second call.
      if (count === 0 || size < this.#buffer.length || size > this.#maxSize) return size;
      const larger = Buffer.allocUnsafeSlow(
        Math.min(this.#buffer.length * 4, Math.max(this.#maxSize + 1, this.#buffer.length + 1)),
      );
      this.#buffer.copy(larger, 0, 0, size);
      this.#buffer = larger;
    }
  }

  #counted(size: number): ReadResult {
    work.filesRead++;
    work.bytesRead += size;
    return this.#interpret(size);
  }

  #interpret(size: number): ReadResult {
    const buffer = this.#buffer;
    // Ends the text before the rest of an earlier one: the buffer has room for one more byte.
    buffer[size] = 0;
    if (utf16Order(buffer) !== undefined) return new ReadText(buffer, size, undefined);
    // The test that git uses: a NUL among the first bytes.
    if (buffer.indexOf(0) < Math.min(size, 8000)) return { kind: 'skipped', reason: 'binary' };
    if (isLfsPointer(buffer, size)) return { kind: 'skipped', reason: 'lfs-pointer' };
    const { room, search } = this.#reading;
    return new ReadText(buffer, size, buffer === room ? search : undefined);
  }

  get #reading(): ReadingPlace {
    if (this.#place === undefined) {
      const search = this.#makeSearch();
      this.#place = { search, room: search?.room ?? Buffer.allocUnsafeSlow(256 * 1024) };
    }
    return this.#place;
  }
}

const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v\d+\n(?:ext-\d-\S+ \S+\n)*oid \S+\nsize \d+\n?$/;

/** Maximum size of a pointer in bytes. */
const MAX_POINTER = 1024;

/** Whether a file is a pointer of Git LFS to absent content. */
function isLfsPointer(buffer: Buffer, size: number): boolean {
  return size < MAX_POINTER && buffer[0] === 0x76 && LFS_POINTER.test(buffer.toString('latin1', 0, size));
}

function reasonOf(error: unknown): SkipReason | 'vanished' {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'vanished';
  refuseShortage(error);
  // O_NOFOLLOW on a link: EMLINK on some systems.
  if (code === 'ELOOP' || code === 'EMLINK') return 'link';
  return 'unreadable';
}

/** Maximum number of bytes of texts that stay in memory; later texts are read again on demand. */
const MAX_KEPT = 32 * 1024 * 1024;

/** Bytes that are allocated for texts at a time. */
const CHUNK = 1024 * 1024;

/** Result of reading a file: its bytes, or the reason why it is not a text to scan. */
export type KeptRead = Uint8Array | SkipReason | 'vanished';

/**
 * Contents of files for later reads: to find imports, to parse, or because the scan restarts with more catalogues. A
 * copy in memory takes a hundredth of the time of opening a file.
 */
export class KeptReads {
  readonly #reads = new Map<string, KeptRead>();
  #chunk: Buffer = Buffer.alloc(0);
  #used = 0;
  #left = MAX_KEPT;

  /** The result for an absolute path; undefined if it is not cached. */
  of(path: string): KeptRead | undefined {
    return this.#reads.get(path);
  }

  keepReason(path: string, reason: SkipReason | 'vanished'): void {
    this.#reads.set(path, reason);
  }

  /** Stores the first `size` bytes of a buffer, if there is room for them. */
  keepText(path: string, buffer: Uint8Array, size: number): void {
    if (size > this.#left || size > CHUNK) return;
    if (this.#used + size > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(CHUNK);
      this.#used = 0;
    }
    const kept = this.#chunk.subarray(this.#used, this.#used + size);
    kept.set(buffer.subarray(0, size));
    this.#reads.set(path, kept);
    this.#used += size;
    this.#left -= size;
  }
}

/** Target of the path of a file, links followed: a file, a folder, or nothing that can be opened. */
export interface Target {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'nothing';
}

/** Follows the links of a path. */
export function targetOf(path: string): Target {
  const kind = kindOfPath(path);
  return kind === 'file' || kind === 'folder' ? { path: realpathSync(path), kind } : { path, kind: 'nothing' };
}

/** Maximum size of a file that is not a text for the scan and is still searched. */
const MAX_SEARCHED = 64 * MEGABYTE;

/**
 * Characters to search of a file that is not a text for the scan: without NULs, so that words are found in UTF-16 and
 * UTF-32 as well. Undefined if the file cannot be opened or is too large.
 */
export function searchableText(path: string, overlay: TreeOverlay | undefined): string | undefined {
  const content = overlay?.content(path);
  if (content === null) return undefined;
  if (content !== undefined) return withoutNul(Buffer.from(content).toString('utf8'));
  const file = readRegularFile(path, { limit: MAX_SEARCHED, malformed: 'replace' });
  return file.kind === 'text' ? withoutNul(file.text) : undefined;
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

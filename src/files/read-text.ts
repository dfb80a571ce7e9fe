import { closeSync, fstatSync, readSync, realpathSync } from 'node:fs';
import {
  MEGABYTE,
  decodeUtf16,
  openUnchecked,
  readRegularFile,
  assertRegular,
  utf16Order,
  utf8Mark,
} from '../core/lib/read-file.js';
import { work } from '../core/lib/work.js';
import { errorCode, throwOnShortage } from '../core/model/errors.js';
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

  /** Creates the text in the first `size` bytes of a buffer. `search`: a search of this buffer. */
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
    return (this.#groups ??= this.#search?.matchingGroups(utf8Mark(this.#buffer), this.size) ?? ALL_GROUPS);
  }

  /** The text with one character per byte, or decoded if the encoding is not based on ASCII. */
  get latin1(): string {
    return (this.#latin1 ??= this.#utf16() ?? this.#buffer.toString('latin1', utf8Mark(this.#buffer), this.size));
  }

  /** Whether the first line may name an interpreter. */
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

/** Buffer for files, which is part of the memory of the search if there is a search. */
interface SharedBuffer {
  readonly buffer: Buffer;
  readonly search: TextSearch | undefined;
}

/**
 * Reads files one after the other into one buffer, which is the cheapest way (asynchronous reads take three times as
 * long).
 */
export class TextReader {
  readonly #createSearch: () => TextSearch | undefined;
  #sharedBuffer: SharedBuffer | undefined;
  /** Buffer with the last file: the shared one, or a larger one. */
  #buffer: Buffer = Buffer.alloc(0);
  readonly #maxSize: number;
  readonly #overlay: TreeOverlay | undefined;
  readonly #cache: TextCache;

  /**
   * Creates a reader. `createSearch`: called for the first text. `cache`: results, also of other readers of the same
   * files on disk with the same `maxSize`.
   */
  constructor(
    maxSize: number = DEFAULT_MAX_FILE_SIZE,
    overlay?: TreeOverlay,
    createSearch: () => TextSearch | undefined = () => undefined,
    cache = new TextCache(),
  ) {
    this.#maxSize = maxSize;
    this.#overlay = overlay;
    this.#createSearch = createSearch;
    this.#cache = cache;
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
    const cached = this.#cache.of(path);
    if (cached instanceof Uint8Array) return this.#interpret(this.#copyToBuffer(cached));
    // A path that is refused as a link may be read by a caller that follows links.
    if (cached !== undefined && links === 'refuse') return { kind: 'skipped', reason: cached };
    const result = this.#readDisk(path, links);
    if (links === 'refuse') {
      if (result.kind === 'skipped') this.#cache.keepReason(path, result.reason);
      else this.#cache.keepText(path, this.#buffer, result.size);
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
      fd = openUnchecked(path, links);
    } catch (error) {
      return { kind: 'skipped', reason: reasonOf(error) };
    }
    try {
      const size = this.#readBytes(fd);
      const result: ReadResult =
        size > this.#maxSize ? { kind: 'skipped', reason: 'too-large' } : this.#countAndInterpret(size);
      // A device yields nothing, or no text.
      if (size === 0 || result.kind === 'skipped') assertRegular(fstatSync(fd));
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
    return this.#countAndInterpret(this.#copyToBuffer(content));
  }

  /** Copies the bytes of a text into the buffer of files, and returns their number. */
  #copyToBuffer(content: Uint8Array): number {
    const { buffer } = this.#shared;
    this.#buffer = content.length < buffer.length ? buffer : Buffer.allocUnsafeSlow(content.length + 1);
    this.#buffer.set(content);
    return content.length;
  }

  /** Reads a file into the buffer, and returns the number of bytes; more than the limit if the file is too large. */
  #readBytes(fd: number): number {
    let size = 0;
    this.#buffer = this.#shared.buffer;
    for (;;) {
      // Reading at a position fails for a pipe, which has no positions.
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

  #countAndInterpret(size: number): ReadResult {
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
    const shared = this.#shared;
    return new ReadText(buffer, size, buffer === shared.buffer ? shared.search : undefined);
  }

  get #shared(): SharedBuffer {
    if (this.#sharedBuffer === undefined) {
      const search = this.#createSearch();
      this.#sharedBuffer = { search, buffer: search?.buffer ?? Buffer.allocUnsafeSlow(256 * 1024) };
    }
    return this.#sharedBuffer;
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
  throwOnShortage(error);
  // O_NOFOLLOW on a link: EMLINK on some systems.
  if (code === 'ELOOP' || code === 'EMLINK') return 'link';
  return 'unreadable';
}

/** Maximum number of bytes of texts that stay in memory; later texts are read again on demand. */
const MAX_KEPT = 32 * 1024 * 1024;

/** Bytes that are allocated for texts at a time. */
const CHUNK = 1024 * 1024;

/** Result of reading a file: its bytes, or the reason why it is not a text to scan. */
export type CachedText = Uint8Array | SkipReason | 'vanished';

/**
 * Contents of files for later reads: to find imports, to parse, or because the scan restarts with more catalogues. A
 * copy in memory takes a hundredth of the time of opening a file.
 */
export class TextCache {
  readonly #reads = new Map<string, CachedText>();
  #chunk: Buffer = Buffer.alloc(0);
  #used = 0;
  #bytesLeft = MAX_KEPT;

  /** The result for an absolute path; undefined if it is not cached. */
  of(path: string): CachedText | undefined {
    return this.#reads.get(path);
  }

  keepReason(path: string, reason: SkipReason | 'vanished'): void {
    this.#reads.set(path, reason);
  }

  /** Stores the first `size` bytes of a buffer, if there is room for them. */
  keepText(path: string, buffer: Uint8Array, size: number): void {
    if (size > this.#bytesLeft || size > CHUNK) return;
    if (this.#used + size > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(CHUNK);
      this.#used = 0;
    }
    const copy = this.#chunk.subarray(this.#used, this.#used + size);
    copy.set(buffer.subarray(0, size));
    this.#reads.set(path, copy);
    this.#used += size;
    this.#bytesLeft -= size;
  }
}

/** Target of a path after following links: a file, a folder, or nothing that can be opened. */
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
 * The characters of a file that is not a text for the scan but is searched: without NULs, so that words are found in
 * UTF-16 and UTF-32 as well. Undefined if the file cannot be opened or is too large.
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

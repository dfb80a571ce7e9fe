import { closeSync, readSync } from 'node:fs';
import { decodeUtf16, utf16Order, utf8Mark } from '../lib/decode-text.js';
import { openRegular } from '../lib/open-file.js';
import { refuseShortage } from '../model/errors.js';
import type { SkipReason } from '../model/skipped.js';
import type { TreeOverlay } from './tree-overlay.js';

/** Text of a file as one byte per character (`latin1`), or decoded where its encoding is not ASCII-based. */
export type ReadResult =
  | { readonly kind: 'text'; readonly latin1: string; readonly decode: () => string }
  | { readonly kind: 'skipped'; readonly reason: SkipReason | 'vanished' };

export const DEFAULT_MAX_FILE_SIZE = 5 * 1024 * 1024;

/**
 * Reads files one after the other into one buffer: the cheapest way there is (asynchronous reads
 * cost three times the time). `decode` is valid only until the next read.
 */
export class TextReader {
  #buffer: Buffer = Buffer.allocUnsafeSlow(256 * 1024);
  readonly #maxSize: number;
  readonly #overlay: TreeOverlay | undefined;

  constructor(maxSize: number = DEFAULT_MAX_FILE_SIZE, overlay?: TreeOverlay) {
    this.#maxSize = maxSize;
    this.#overlay = overlay;
  }

  /**
   * `links`: whether a file that is a symbolic link is read.
   *
   * @throws ScanError where the system lets no more files be opened.
   */
  read(path: string, links: 'follow' | 'refuse' = 'refuse'): ReadResult {
    const content = this.#overlay?.content(path);
    if (content !== undefined) return this.#readContent(content);
    let fd: number;
    try {
      fd = openRegular(path, links);
    } catch (error) {
      return { kind: 'skipped', reason: reasonOf(error) };
    }
    try {
      const size = this.#fill(fd);
      if (size > this.#maxSize) return { kind: 'skipped', reason: 'too-large' };
      return this.#interpret(size);
    } catch (error) {
      return { kind: 'skipped', reason: reasonOf(error) };
    } finally {
      closeSync(fd);
    }
  }

  #readContent(content: Uint8Array | null): ReadResult {
    if (content === null) return { kind: 'skipped', reason: 'vanished' };
    if (content.length > this.#maxSize) return { kind: 'skipped', reason: 'too-large' };
    if (content.length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(content.length);
    this.#buffer.set(content);
    return this.#interpret(content.length);
  }

  /** Bytes read; one more than the limit where the file is too large. */
  #fill(fd: number): number {
    let size = 0;
    for (;;) {
      const count = readSync(fd, this.#buffer, size, this.#buffer.length - size, null);
      size += count;
      // A short read is the end of a regular file: no second call to learn that.
      if (count === 0 || size < this.#buffer.length || size > this.#maxSize) return size;
      const larger = Buffer.allocUnsafeSlow(
        Math.min(this.#buffer.length * 4, Math.max(this.#maxSize + 1, this.#buffer.length + 1)),
      );
      this.#buffer.copy(larger, 0, 0, size);
      this.#buffer = larger;
    }
  }

  #interpret(size: number): ReadResult {
    const bytes = this.#buffer.subarray(0, size);
    const order = utf16Order(bytes);
    if (order !== undefined) {
      const text = decodeUtf16(bytes, order);
      return { kind: 'text', latin1: text, decode: () => text };
    }
    // The test that git uses: a NUL among the first bytes.
    if (bytes.subarray(0, 8000).includes(0)) return { kind: 'skipped', reason: 'binary' };
    const start = utf8Mark(bytes);
    return {
      kind: 'text',
      latin1: bytes.toString('latin1', start),
      decode: () => bytes.toString('utf8', start),
    };
  }
}

function reasonOf(error: unknown): SkipReason | 'vanished' {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'vanished';
  refuseShortage(error);
  // O_NOFOLLOW on a link: EMLINK on some systems.
  if (code === 'ELOOP' || code === 'EMLINK') return 'link';
  return 'unreadable';
}

import type { SkipReason } from '../model/skipped.js';

/** Bytes of texts that stay in memory; later texts are read again on demand. */
const MAX_KEPT = 32 * 1024 * 1024;

/** Bytes that are read from the system at a time. */
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

  /** By absolute path; undefined where it is not cached. */
  of(path: string): KeptRead | undefined {
    return this.#reads.get(path);
  }

  keepReason(path: string, reason: SkipReason | 'vanished'): void {
    this.#reads.set(path, reason);
  }

  /** Keeps the first `size` bytes of a buffer, if there is room for them. */
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

import type { SkipReason } from '../model/skipped.js';

/** Bytes of texts that stay at hand; what is read after them is read again where it is needed again. */
const MAX_KEPT = 32 * 1024 * 1024;

/** Bytes that are taken from the system at a time. */
const CHUNK = 1024 * 1024;

/** What reading a file gave: its bytes, or why it is no text to scan. */
export type KeptRead = Uint8Array | SkipReason | 'vanished';

/**
 * What was read of files, for those who read them again: to ask what they import, to parse them, or because the scan
 * begins again with more catalogues. A copy in memory takes a hundredth of the time that opening a file does.
 */
export class KeptReads {
  readonly #reads = new Map<string, KeptRead>();
  #chunk: Buffer = Buffer.alloc(0);
  #used = 0;
  #left = MAX_KEPT;

  /** By absolute path; undefined where it is not kept. */
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

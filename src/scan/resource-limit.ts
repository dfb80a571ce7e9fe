import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MAX_STEP } from './steps.js';

/** Limits of a scan. An absent one is no limit, except for the heap size that Node was given. */
export interface Bounds {
  /** Milliseconds. */
  readonly timeout?: number;
  /** Bytes of the whole process. */
  readonly maxMemory?: number;
}

/** Shares of the allowed memory: above the first, garbage is collected; above the second, the scan ends. */
const [COLLECT, STOP] = [0.75, 0.9];

/**
 * Bytes by which the heap grows before garbage is collected, whatever the bounds: V8 lets it grow fourfold. Most scans
 * never take so much. The heap must also double between collections, so that these take a bounded part of the time.
 */
const MIN_GROWTH = 256 << 20;

/** Share of the memory that must be filled again before the next collection is worthwhile. */
const REFILL_SHARE = 0.1;

/** Bytes by which the heap grows before the memory of the process is measured, which costs more than a step. */
const SAMPLE_GROWTH = 1 << 20;

/** Milliseconds past the time limit in which a scan ends by itself, with a partial result. */
const GRACE = 1000;

/**
 * Milliseconds between two checks of the heap, in which code allocates some megabytes: a hundredth of the final
 * reserve.
 */
const CHECK_INTERVAL = 1;

/** Bytes of V8's heap limit for the young generation, which only has short-lived objects. */
const YOUNG_GENERATION = 48 << 20;

/**
 * Time and memory of one scan. Checked between files and, through the engine, every few hundred steps inside an
 * analysis; once spent it stays so, and the scan ends with a partial result.
 */
export class ResourceLimit {
  readonly #bounds: Bounds;
  readonly #since = performance.now();
  #checkedAt = -Infinity;
  /** Bytes of the heap in use at the last measurement, and after the last collection or when the scan began. */
  #sampled = -Infinity;
  #collected = heapInUse();
  #stopped: string | undefined;

  constructor(bounds: Bounds = {}) {
    this.#bounds = bounds;
  }

  /** Reason that ended the scan, to follow “Stopped”; absent where nothing did. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** Bytes available to the scan and to everything around it. */
  get memory(): number {
    return Math.min(this.#bounds.maxMemory ?? Infinity, getHeapStatistics().heap_size_limit);
  }

  /** Whether the scan has to end. */
  isSpent(): boolean {
    this.#stopped ??= this.#exceeded();
    return this.#stopped !== undefined;
  }

  /** Milliseconds that the next step may take: it may notice by itself that there is no time left. */
  stepTime(): number {
    const { timeout = Infinity } = this.#bounds;
    return Math.max(1, Math.min(MAX_STEP, Math.ceil(this.#since + timeout + GRACE - performance.now())));
  }

  #exceeded(): string | undefined {
    const { timeout, maxMemory } = this.#bounds;
    const now = performance.now();
    if (timeout !== undefined && now - this.#since >= timeout) return `after ${timeout / 1000} s (timeout)`;
    if (now - this.#checkedAt < CHECK_INTERVAL) return undefined;
    this.#checkedAt = now;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (Math.abs(used - this.#sampled) < SAMPLE_GROWTH) return undefined;
    this.#sampled = used;
    if (used - this.#collected > Math.max(MIN_GROWTH, this.#collected)) this.#collect();
    if (this.#isFull(used, Math.max(limit - YOUNG_GENERATION, limit / 2), heapInUse))
      return 'before the Node.js heap was full (--max-old-space-size)';
    if (maxMemory !== undefined && this.#isFull(used, maxMemory, () => process.memoryUsage.rss()))
      return `before it took more than ${Math.floor(maxMemory / 2 ** 20)} MB of memory (maxMemory)`;
    return undefined;
  }

  /** Whether memory is full. Garbage counts until it is collected, which V8 puts off where it knows of no bound. */
  #isFull(used: number, bound: number, taken: () => number): boolean {
    if (taken() < COLLECT * bound) return false;
    if (used > this.#collected + REFILL_SHARE * bound) this.#collect();
    return taken() >= STOP * bound;
  }

  #collect(): void {
    collectGarbage();
    this.#sampled = this.#collected = heapInUse();
  }
}

function heapInUse(): number {
  return getHeapStatistics().used_heap_size;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MAX_STEP } from './steps.js';

/** Limits of a scan. The heap size of Node is always a limit, too. */
export interface Bounds {
  /** Milliseconds. */
  readonly timeout?: number;
  /** Bytes of the whole process. */
  readonly maxMemory?: number;
}

/** Shares of the allowed memory above which garbage is collected, and above which the scan ends. */
const [COLLECT_SHARE, STOP_SHARE] = [0.75, 0.9];

/**
 * Growth of the heap after which garbage is collected, whatever the bounds: V8 would let the heap grow fourfold. Most
 * scans take less. The heap must also double between collections, so that they take a bounded part of the time.
 */
const MIN_GROWTH_BYTES = 256 << 20;

/** Share of the allowed memory by which the heap must grow before the next collection is worthwhile. */
const REFILL_SHARE = 0.1;

/** Growth of the heap after which the memory of the process is measured, which costs more than a step. */
const SAMPLE_GROWTH_BYTES = 1 << 20;

/** Time after the time limit in which a scan can end by itself, with a partial result. */
const GRACE_MS = 1000;

/** Time between two checks of the heap, in which code allocates some megabytes, a hundredth of the final reserve. */
const CHECK_INTERVAL_MS = 1;

/** Part of V8's heap limit for the young generation, which only has short-lived objects. */
const YOUNG_GENERATION_BYTES = 48 << 20;

/**
 * Limit of the time and memory of one scan. It is checked between files and, by the engine, every few hundred steps of
 * an analysis. A limit that is spent remains so, and the scan ends with a partial result.
 */
export class ResourceLimit {
  readonly #bounds: Bounds;
  readonly #startedAt = performance.now();
  #checkedAt = -Infinity;
  /** Heap in use at the last measurement, and after the last collection, or at the start of the scan. */
  #sampledBytes = -Infinity;
  #collectedBytes = heapInUse();
  #stopped: string | undefined;

  constructor(bounds: Bounds = {}) {
    this.#bounds = bounds;
  }

  /** Reason why the scan stopped, to follow “Stopped”; undefined if it did not. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** Bytes available to the process of the scan. */
  get memory(): number {
    return Math.min(this.#bounds.maxMemory ?? Infinity, getHeapStatistics().heap_size_limit);
  }

  /** Whether the scan has to end. */
  isSpent(): boolean {
    this.#stopped ??= this.#exceeded();
    return this.#stopped !== undefined;
  }

  /** Milliseconds that the next step may take, with a grace period in which the step can notice the limit itself. */
  stepTime(): number {
    const { timeout = Infinity } = this.#bounds;
    return Math.max(1, Math.min(MAX_STEP, Math.ceil(this.#startedAt + timeout + GRACE_MS - performance.now())));
  }

  #exceeded(): string | undefined {
    const { timeout, maxMemory } = this.#bounds;
    const now = performance.now();
    if (timeout !== undefined && now - this.#startedAt >= timeout) return `after ${timeout / 1000} s (timeout)`;
    if (now - this.#checkedAt < CHECK_INTERVAL_MS) return undefined;
    this.#checkedAt = now;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (Math.abs(used - this.#sampledBytes) < SAMPLE_GROWTH_BYTES) return undefined;
    this.#sampledBytes = used;
    if (used - this.#collectedBytes > Math.max(MIN_GROWTH_BYTES, this.#collectedBytes)) this.#collect();
    if (this.#isFull(used, Math.max(limit - YOUNG_GENERATION_BYTES, limit / 2), heapInUse))
      return 'before the Node.js heap was full (--max-old-space-size)';
    if (maxMemory !== undefined && this.#isFull(used, maxMemory, () => process.memoryUsage.rss()))
      return `before it took more than ${Math.floor(maxMemory / 2 ** 20)} MB of memory (maxMemory)`;
    return undefined;
  }

  /** Whether memory is full. Garbage counts until its collection, which V8 delays if it knows no bound. */
  #isFull(used: number, bound: number, memoryInUse: () => number): boolean {
    if (memoryInUse() < COLLECT_SHARE * bound) return false;
    if (used > this.#collectedBytes + REFILL_SHARE * bound) this.#collect();
    return memoryInUse() >= STOP_SHARE * bound;
  }

  #collect(): void {
    collectGarbage();
    this.#sampledBytes = this.#collectedBytes = heapInUse();
  }
}

function heapInUse(): number {
  return getHeapStatistics().used_heap_size;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

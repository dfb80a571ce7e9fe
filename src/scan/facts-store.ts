import { BoundedMap } from '../core/lib/collections.js';
import { work } from '../core/lib/work.js';
import type { FileFacts } from '../core/model/facts.js';

/** Share of the allowed bytes for the facts that can be evicted, the least recently used first. */
const EVICTABLE_SHARE = 1 / 4;

/**
 * Cache of facts by name, bounded by `factsSize`. The first facts are pinned until they are released: a scan visits its
 * files several times in one order, so that a plain LRU cache would evict each before its next use. Evicted facts are
 * reused as long as computed values refer to them: a second copy would take more than it saves.
 */
export class FactsStore {
  readonly #limit: number;
  readonly #pinned = new Map<string, FileFacts>();
  readonly #evictable: BoundedMap<FileFacts>;
  /**
   * Evicted facts, tracked after the first release: before it, many files are parsed in one turn of the event loop, and
   * a weak reference retains its target until the end of the turn.
   */
  #evicted: Map<string, WeakRef<FileFacts>> | undefined;
  #size = 0;

  constructor(bytes: number) {
    this.#limit = bytes * (1 - EVICTABLE_SHARE);
    this.#evictable = new BoundedMap(bytes * EVICTABLE_SHARE);
  }

  get(name: string): FileFacts | undefined {
    const pinned = this.#pinned.get(name);
    if (pinned !== undefined) return pinned;
    const facts = this.#evicted?.get(name)?.deref() ?? this.#evictable.get(name);
    if (facts !== undefined) this.#addEvictable(name, facts);
    return facts;
  }

  set(name: string, facts: FileFacts): void {
    const size = factsSize(facts);
    work.factsBytes += size;
    if (this.#size + size > this.#limit) {
      this.#addEvictable(name, facts);
      return;
    }
    this.#pinned.set(name, facts);
    this.#size += size;
  }

  /**
   * Unpins facts that the pass over the files has used; later uses follow soon. The cache has a copy of them, because
   * look-ups and values are memoised by the original object, and take several times as much memory as the facts.
   */
  release(name: string): void {
    this.#evicted ??= new Map();
    const facts = this.#pinned.get(name);
    if (facts === undefined) return;
    this.#pinned.delete(name);
    this.#size -= factsSize(facts);
    this.#evictable.set(name, { ...facts }, factsSize(facts));
    this.#evicted.set(name, new WeakRef(facts));
  }

  #addEvictable(name: string, facts: FileFacts): void {
    this.#evictable.set(name, facts, factsSize(facts));
    if (this.#evicted?.get(name)?.deref() !== facts) this.#evicted?.set(name, new WeakRef(facts));
  }
}

/** Heap size of a record with its expressions, and of a name. */
const [RECORD_BYTES, NAME_BYTES] = [550, 350];

/**
 * Approximate heap size of the facts of a file, by the number of their records. Measured over some thousand files of
 * applications, generated clients and dense code, it differs from the growth of the heap by at most a quarter, where an
 * estimate by the length of the text differs by a factor of three.
 */
function factsSize({ calls, functions, reads, comparisons, guards, branches, bindings, objects }: FileFacts): number {
  const records = calls.length + functions.length + reads.length + comparisons.length + guards.length + branches.length;
  const names = objects.reduce((sum, { properties }) => sum + properties.length, bindings.length);
  return RECORD_BYTES * records + NAME_BYTES * names;
}

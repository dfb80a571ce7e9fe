import { BoundedMap } from '../core/lib/collections.js';
import { work } from '../core/lib/work.js';
import type { FileFacts } from '../core/model/facts.js';

/** Share of the allowed bytes for facts that may be evicted, the least recently used first. */
const PASSING = 1 / 4;

/**
 * Facts by name, within a number of bytes, by `factsSize`. The first ones stay until they are released: a scan goes
 * through its files several times in one order, so that the last one would be evicted each time before its next use.
 * Evicted facts are reused as long as found values refer to them anyway: a second copy would take more than it saves.
 */
export class FactsStore {
  readonly #limit: number;
  readonly #held = new Map<string, FileFacts>();
  readonly #passing: BoundedMap<FileFacts>;
  /**
   * Evicted facts, from the first release on: before it many files are parsed in one turn of the event loop, and a weak
   * reference keeps its target to the end of a turn.
   */
  #gone: Map<string, WeakRef<FileFacts>> | undefined;
  #size = 0;

  constructor(bytes: number) {
    this.#limit = bytes * (1 - PASSING);
    this.#passing = new BoundedMap(bytes * PASSING);
  }

  get(name: string): FileFacts | undefined {
    const held = this.#held.get(name);
    if (held !== undefined) return held;
    const passing = this.#gone?.get(name)?.deref() ?? this.#passing.get(name);
    if (passing !== undefined) this.#pass(name, passing);
    return passing;
  }

  set(name: string, facts: FileFacts): void {
    const size = factsSize(facts);
    work.factsBytes += size;
    if (this.#size + size > this.#limit) {
      this.#pass(name, facts);
      return;
    }
    this.#held.set(name, facts);
    this.#size += size;
  }

  /**
   * Says that the pass over the files is past these facts; later uses come soon. They stay as another object: look-ups
   * and values are memoised by the old one, and take several times as much as the facts.
   */
  release(name: string): void {
    this.#gone ??= new Map();
    const facts = this.#held.get(name);
    if (facts === undefined) return;
    this.#held.delete(name);
    this.#size -= factsSize(facts);
    this.#passing.set(name, { ...facts }, factsSize(facts));
    this.#gone.set(name, new WeakRef(facts));
  }

  #pass(name: string, facts: FileFacts): void {
    this.#passing.set(name, facts, factsSize(facts));
    if (this.#gone?.get(name)?.deref() !== facts) this.#gone?.set(name, new WeakRef(facts));
  }
}

/** Bytes of a record with its expressions, and of a name. */
const [RECORD, NAME] = [550, 350];

/**
 * Approximate bytes of the heap that the facts of a file take, by the number of their records. Measured over some
 * thousand files of applications, generated clients and dense code: within a quarter of the growth of a heap, where the
 * length of the text is wrong by a factor of three.
 */
function factsSize({ calls, functions, reads, comparisons, guards, branches, bindings, objects }: FileFacts): number {
  const records = calls.length + functions.length + reads.length + comparisons.length + guards.length + branches.length;
  const names = objects.reduce((sum, { properties }) => sum + properties.length, bindings.length);
  return RECORD * records + NAME * names;
}

/** Log of the queries to a host, in order. Hosts that cache analyses have one. */
export interface QueryLog {
  /** Number of entries so far: a possible bound of a range. */
  mark(): number;
  /** Adds the queries of a range again, because a result that depends on them is used again. */
  repeat(from: number, to: number): void;
  /** Caches settled functions under the queries since an entry, which are their only dependencies. */
  learn(settled: SettledFunctions, from: number): void;
  /**
   * Returns the results for a function from an earlier run, if all their dependencies are unchanged, and adds these to
   * the log.
   */
  recall(key: string): SettledFunctions | undefined;
}

/** Current end of a log, to be taken before a value is computed. */
export function markOf(log: QueryLog | undefined): number {
  return log?.mark() ?? 0;
}

/** A memoised value, which cannot be used without the queries on which it depends. */
export class Tracked<T> {
  readonly #value: T;
  readonly #from: number;
  readonly #to: number;

  /** A value that was computed since `from`: see `markOf`. */
  constructor(value: T, log: QueryLog | undefined, from: number) {
    this.#value = value;
    this.#from = from;
    this.#to = markOf(log);
  }

  /** Returns the value, and adds the queries on which it depends to the log. */
  use(log: QueryLog | undefined): T {
    log?.repeat(this.#from, this.#to);
    return this.#value;
  }
}

/** Returns a tracked value from a memo, or computes and stores it there. */
export function memoised<T>(
  log: QueryLog | undefined,
  memo: Map<string, Tracked<T>>,
  key: string,
  compute: (key: string) => T,
): T {
  const tracked = memo.get(key);
  if (tracked !== undefined) return tracked.use(log);
  const from = markOf(log);
  const value = compute(key);
  memo.set(key, new Tracked(value, log, from));
  return value;
}

/** Results for functions, by function key: the calls in each whose requests callers complete. */
export type SettledFunctions = readonly (readonly [key: string, settled: SettledFunction])[];

export interface SettledFunction {
  /** Absent if there are none. */
  readonly calls?: readonly (readonly [index: number, deciders: readonly string[]])[];
  /** The function requests another host, whatever its arguments are. */
  readonly elsewhere?: true;
}

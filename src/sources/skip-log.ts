import { SKIP_REASONS } from '../model/skipped.js';
import type { SkippedGroup, SkipReason } from '../model/skipped.js';

/** Reasons that are errors, or rare: for these each path is listed. */
const LISTED: ReadonlySet<SkipReason> = new Set([
  'submodule',
  'not-checked-out',
  'link',
  'outside',
  'binary',
  'lfs-pointer',
  'too-large',
  'unreadable',
  'failed',
  'stopped',
  'other-kind',
  'report',
  'recording',
]);

/** Counts the files that a scan leaves out, by reason. */
export class SkipLog {
  readonly #counted: (path: string) => boolean;
  readonly #counts = new Map<SkipReason, number>();
  readonly #paths = new Map<SkipReason, Set<string>>();
  readonly #apis = new Map<SkipReason, Set<string>>();

  /** `counted`: paths that this scan covers. */
  constructor(counted: (path: string) => boolean = () => true) {
    this.#counted = counted;
  }

  /** A log that continues this one. */
  copy(): SkipLog {
    const log = new SkipLog(this.#counted);
    for (const [reason, count] of this.#counts) log.#counts.set(reason, count);
    for (const [reason, paths] of this.#paths) log.#paths.set(reason, new Set(paths));
    for (const [reason, apis] of this.#apis) log.#apis.set(reason, new Set(apis));
    return log;
  }

  /** `apis`: titles of the APIs that the file mentions. */
  add(reason: SkipReason, path: string, apis: readonly string[] = []): void {
    if (!this.#counted(path)) return;
    if (apis.length > 0) this.#apis.set(reason, new Set([...(this.#apis.get(reason) ?? []), ...apis]));
    if (LISTED.has(reason)) {
      const paths = this.#pathsOf(reason);
      if (paths.has(path)) return;
      paths.add(path);
    }
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** Lists a file that was counted, or that is in a counted folder. */
  name(reason: SkipReason, path: string): void {
    if (this.#counted(path)) this.#pathsOf(reason).add(path);
  }

  #pathsOf(reason: SkipReason): Set<string> {
    const paths = this.#paths.get(reason) ?? new Set();
    this.#paths.set(reason, paths);
    return paths;
  }

  /** Groups in a fixed order, paths sorted. */
  groups(): readonly SkippedGroup[] {
    return SKIP_REASONS.filter((reason) => this.#counts.has(reason)).map((reason) => ({
      reason,
      count: this.#counts.get(reason) ?? 0,
      paths: [...(this.#paths.get(reason) ?? [])].sort(),
      ...(this.#apis.has(reason) ? { apis: [...(this.#apis.get(reason) ?? [])].sort() } : {}),
    }));
  }
}

import { SKIP_REASONS } from '../model/skipped.js';
import type { SkippedGroup, SkipReason } from '../model/skipped.js';

/** Reasons that are trouble rather than policy, or told of some files alone: these name each path. */
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
]);

/** Counts what a scan leaves out, and why. */
export class SkipLog {
  readonly #counted: (path: string) => boolean;
  readonly #counts = new Map<SkipReason, number>();
  readonly #paths = new Map<SkipReason, Set<string>>();

  /** `counted`: paths that this scan answers for. */
  constructor(counted: (path: string) => boolean = () => true) {
    this.#counted = counted;
  }

  /** A log that goes on from what this one has so far. */
  copy(): SkipLog {
    const log = new SkipLog(this.#counted);
    for (const [reason, count] of this.#counts) log.#counts.set(reason, count);
    for (const [reason, paths] of this.#paths) log.#paths.set(reason, new Set(paths));
    return log;
  }

  add(reason: SkipReason, path: string): void {
    if (!this.#counted(path)) return;
    if (LISTED.has(reason)) {
      const paths = this.#pathsOf(reason);
      if (paths.has(path)) return;
      paths.add(path);
    }
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** Names a file that was counted, or stands in a folder that was. */
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
    }));
  }
}

import { SKIP_REASONS } from '../core/model/skipped.js';
import type { SkippedGroup, SkipReason } from '../core/model/skipped.js';

/** Reasons that are errors, or rare, and for which each path is listed. */
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
  readonly #isCovered: (path: string) => boolean;
  readonly #counts = new Map<SkipReason, number>();
  readonly #paths = new Map<SkipReason, Set<string>>();
  /** Titles of APIs by reason and path. */
  readonly #apis = new Map<SkipReason, Map<string, readonly string[]>>();

  /** Creates a log. `isCovered`: whether the scan covers a path. */
  constructor(isCovered: (path: string) => boolean = () => true) {
    this.#isCovered = isCovered;
  }

  /** Creates a log that begins with the content of this one. */
  copy(): SkipLog {
    const log = new SkipLog(this.#isCovered);
    for (const [reason, count] of this.#counts) log.#counts.set(reason, count);
    for (const [reason, paths] of this.#paths) log.#paths.set(reason, new Set(paths));
    for (const [reason, apis] of this.#apis) log.#apis.set(reason, new Map(apis));
    return log;
  }

  /** Counts a file that is left out. `apis`: titles of the APIs that the file mentions. */
  add(reason: SkipReason, path: string, apis: readonly string[] = []): void {
    if (!this.#isCovered(path)) return;
    if (apis.length > 0)
      this.#apis.set(reason, (this.#apis.get(reason) ?? new Map<string, readonly string[]>()).set(path, apis));
    if (LISTED.has(reason)) {
      const paths = this.#pathsOf(reason);
      if (paths.has(path)) return;
      paths.add(path);
    }
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** Lists the path of a file that was counted, or that is in a counted folder. */
  listPath(reason: SkipReason, path: string): void {
    if (this.#isCovered(path)) this.#pathsOf(reason).add(path);
  }

  #pathsOf(reason: SkipReason): Set<string> {
    const paths = this.#paths.get(reason) ?? new Set();
    this.#paths.set(reason, paths);
    return paths;
  }

  /** Groups in a fixed order, with sorted paths. `readFiles`: files of another kind that were read after all. */
  groups(readFiles: ReadonlySet<string> = new Set()): readonly SkippedGroup[] {
    return SKIP_REASONS.flatMap((reason) => {
      const isSkipped = (path: string): boolean => reason !== 'other-kind' || !readFiles.has(path);
      const all = [...(this.#paths.get(reason) ?? [])];
      const paths = all.filter(isSkipped).sort();
      const count = (this.#counts.get(reason) ?? 0) - (all.length - paths.length);
      const titles = [...(this.#apis.get(reason) ?? [])].flatMap(([path, apis]) => (isSkipped(path) ? apis : []));
      const apis = [...new Set(titles)].sort();
      return count > 0 ? [{ reason, count, paths, ...(apis.length === 0 ? {} : { apis }) }] : [];
    });
  }
}

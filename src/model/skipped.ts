/**
 * Files or folders that were not scanned. `paths` lists all where the reason is trouble; where it is policy, those that
 * name the API and so may call it.
 */
export interface SkippedGroup {
  readonly reason: SkipReason;
  readonly count: number;
  readonly paths: readonly string[];
}

export const SKIP_REASONS = [
  'ignored',
  'dependencies',
  'build-output',
  'declaration',
  'minified',
  'test',
  'other-kind',
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
] as const;

/** Files that were to be analysed and were not: a report that has some is not whole. */
export function countUndone(groups: readonly SkippedGroup[]): number {
  return groups.reduce((sum, { reason, count }) => sum + (reason === 'failed' || reason === 'stopped' ? count : 0), 0);
}

/** `2 files name the API and were not understood`; undefined where there is none. */
export function notUnderstood(groups: readonly SkippedGroup[]): string | undefined {
  const files = groups.reduce((sum, group) => sum + (group.reason === 'other-kind' ? group.count : 0), 0);
  if (files === 0) return undefined;
  return files === 1
    ? '1 file names the API and was not understood'
    : `${files} files name the API and were not understood`;
}

export type SkipReason = (typeof SKIP_REASONS)[number];

/** Files or folders that were not scanned. `paths` lists them where the reason is trouble, not policy. */
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
  'submodule',
  'link',
  'outside',
  'binary',
  'too-large',
  'unreadable',
  'failed',
] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * Files or folders that were not scanned. `paths` lists all if they could not be read; if they were left out on
 * purpose, only those that name the API and so may call it.
 */
export interface SkippedGroup {
  readonly reason: SkipReason;
  readonly count: number;
  readonly paths: readonly string[];
  /** Titles of the APIs that the files mention, if their addresses identify them. */
  readonly apis?: readonly string[];
}

export const SKIP_REASONS = [
  'ignored',
  'dependencies',
  'build-output',
  'declaration',
  'minified',
  'test',
  'other-kind',
  'report',
  'recording',
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

/** A file that may call an API and was not read, or only in part, with the reason. */
export interface UnreadFile {
  readonly file: string;
  readonly reason: SkipReason | 'partly';
}

/** `3 files that may call an API were not read, and 1 only in part`; undefined if all were. */
export function unreadWords(unread: readonly UnreadFile[]): string | undefined {
  const partlyReadCount = unread.filter(({ reason }) => reason === 'partly').length;
  const unreadCount = unread.length - partlyReadCount;
  const subject = (count: number): string =>
    count === 1 ? '1 file that may call an API was' : `${count} files that may call an API were`;
  if (unreadCount === 0) return partlyReadCount === 0 ? undefined : `${subject(partlyReadCount)} read only in part`;
  return `${subject(unreadCount)} not read${partlyReadCount === 0 ? '' : `, and ${partlyReadCount} only in part`}`;
}

/** Number of files that should have been analysed and were not: their report is incomplete. */
export function countUnanalysed(groups: readonly SkippedGroup[]): number {
  return groups.reduce((sum, { reason, count }) => sum + (reason === 'failed' || reason === 'stopped' ? count : 0), 0);
}

/** `2 files mention the OpenAI API and were not understood`; undefined if there are none. */
export function notUnderstoodWords(groups: readonly SkippedGroup[]): string | undefined {
  const otherKinds = groups.filter(({ reason }) => reason === 'other-kind');
  const fileCount = otherKinds.reduce((sum, { count }) => sum + count, 0);
  if (fileCount === 0) return undefined;
  const apis = [...new Set(otherKinds.flatMap((group) => group.apis ?? []))];
  const apiNames =
    apis.length === 0
      ? 'an API of the catalogue'
      : apis.length > NAMED_API_LIMIT
        ? `${apis.length} APIs`
        : apis.map((api) => (api.endsWith(' API') ? `the ${api}` : api)).join(' or ');
  return fileCount === 1
    ? `1 file mentions ${apiNames} and was not understood`
    : `${fileCount} files mention ${apiNames} and were not understood`;
}

/** Maximum number of APIs that a sentence names. */
const NAMED_API_LIMIT = 3;

export type SkipReason = (typeof SKIP_REASONS)[number];

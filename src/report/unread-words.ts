import type { SkipReason, UnreadFile } from '../core/model/skipped.js';

/** Reason why files were not read, worded to follow their number. */
export function skippedWords(reason: SkipReason, count: number): string {
  const words = SKIP_WORDS[reason];
  return typeof words === 'string' ? words : words[count === 1 ? 0 : 1];
}

/** Wording for any number, or singular and plural. */
const SKIP_WORDS: Readonly<Record<SkipReason, string | readonly [one: string, several: string]>> = {
  ignored: 'by --ignore-files',
  dependencies: ['dependency', 'dependencies'],
  'build-output': 'build output',
  declaration: ['type declaration', 'type declarations'],
  minified: 'minified',
  test: ['test', 'tests'],
  'other-kind': ['of another kind that mentions an API', 'of other kinds that mention an API'],
  report: ['report of sunset-lint', 'reports of sunset-lint'],
  recording: ['recording of traffic', 'recordings of traffic'],
  submodule: ['repository of its own', 'repositories of their own'],
  'not-checked-out': 'tracked by git and not checked out (sparse checkout)',
  link: ['link', 'links'],
  outside: ['link that leaves the folder', 'links that leave the folder'],
  binary: 'binary',
  'lfs-pointer': ['pointer of Git LFS in place of the file', 'pointers of Git LFS in place of the files'],
  'too-large': 'too large (maxFileSize)',
  unreadable: 'unreadable',
  failed: 'not analysed in full: nested too deeply, or too much for one file',
  stopped: 'not analysed in full, the scan was stopped',
};

/** Reason why one file was not read, worded to follow its name. */
export const UNREAD_REASONS: Readonly<Record<UnreadFile['reason'], string>> = {
  ignored: 'left out by ignoreFiles',
  dependencies: 'in node_modules',
  'build-output': 'build output',
  declaration: 'type declarations',
  minified: 'minified',
  test: 'a test',
  'other-kind': 'of another kind',
  report: 'a report of sunset-lint',
  recording: 'a recording of traffic',
  submodule: 'in a repository of its own',
  'not-checked-out': 'not checked out',
  link: 'a link',
  outside: 'a link that leaves the folder',
  binary: 'binary, or in an unsupported encoding',
  'lfs-pointer': 'a pointer of Git LFS',
  'too-large': 'too large (maxFileSize)',
  unreadable: 'unreadable',
  failed: 'nested too deeply, or too much for one file',
  stopped: 'not reached before the scan was stopped',
  partly: 'too much for one file; analysed in part',
};

/** Largest number of listed limits; a large repository can have hundreds. */
const MAX_LIMIT_LINES = 10;

/** Limits for the end of a text: all if `verbose`, else the first of many. */
export function limitLines(
  limits: readonly string[],
  { verbose = false }: { readonly verbose?: boolean },
): readonly string[] {
  const omitted = limits.length - MAX_LIMIT_LINES;
  if (verbose || omitted <= 1) return limits;
  return [...limits.slice(0, MAX_LIMIT_LINES), `${omitted} more notes of this kind (--verbose lists them all).`];
}

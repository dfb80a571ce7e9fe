import type { SkipReason, UnreadFile } from '../model/skipped.js';

/** Why files were not read, to stand after their number. */
export const SKIPPED: Readonly<Record<SkipReason, string>> = {
  ignored: 'by --ignore-files',
  dependencies: 'dependencies',
  'build-output': 'build output',
  declaration: 'type declarations',
  minified: 'minified',
  test: 'tests',
  'other-kind': 'of other kinds that name the API',
  submodule: 'repositories of their own',
  'not-checked-out': 'tracked by git and not checked out (sparse checkout)',
  link: 'links',
  outside: 'links that leave the folder',
  binary: 'binary',
  'lfs-pointer': 'pointers of Git LFS in place of the files',
  'too-large': 'too large (maxFileSize)',
  unreadable: 'unreadable',
  failed: 'not analysed in full: nested too deeply, or too much for one file',
  stopped: 'not analysed in full, the scan was stopped',
};

/** Why one file was not read, to stand behind its name. */
export const UNREAD: Readonly<Record<UnreadFile['reason'], string>> = {
  ignored: 'left out by ignoreFiles',
  dependencies: 'in node_modules',
  'build-output': 'build output',
  declaration: 'type declarations',
  minified: 'minified',
  test: 'a test',
  'other-kind': 'of another kind',
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

import type { SettingRows } from './setting-row.js';

/** Which files are read, and which parts of them. */
export const FILES = {
  paths: {
    group: 'files',
    kind: 'paths',
    atLeastOne: true,
    affects: 'listing',
    combine: 'later',
    about:
      'files, folders and patterns of such (`packages/*/src`, `src/**/*.ts`) to scan where the command line names none; `!src/old` takes away from what those before it name',
  },
  ignoreFiles: {
    group: 'files',
    kind: 'globs',
    flag: '--ignore-files <glob>',
    affects: 'listing',
    combine: 'later',
    about: 'skip files that match one of these globs, as in a `.gitignore` file; `!` takes back',
    help: 'skip matching files; repeatable',
    empty: 'none',
  },
  include: {
    group: 'files',
    kind: 'globs',
    flag: '--include <glob>',
    affects: 'listing',
    combine: 'later',
    about: 'scan only files that match one of these globs',
    help: 'scan only matching files; repeatable',
    empty: 'all',
  },
  languages: {
    group: 'files',
    kind: 'languages',
    atLeastOne: true,
    affects: 'analysis',
    combine: 'union',
    about:
      'read only these of `javascript` (TypeScript as well), `shell`, `terraform`, `python`; files of others are named where they name the API',
  },
  alsoReport: {
    group: 'files',
    kind: 'extras',
    absent: ['tests'],
    affects: 'analysis',
    combine: 'union',
    eslint: true,
    about:
      'what is looked at beside the program: `tests` (test files and mocks, where nothing else is said; `[]` skips them), `documents` (code blocks in Markdown; findings there never fail), `testDoubles` (requests that tests expect or answer with nock, msw, …), `resources` (Pulumi and CDKTF resources of unknown version)',
  },
  tsconfig: {
    group: 'files',
    kind: 'path',
    affects: 'analysis',
    combine: 'later',
    about: 'use the path aliases of this tsconfig (default: the nearest one to each file)',
  },
  maxFileSize: {
    group: 'files',
    kind: 'size',
    affects: 'analysis',
    combine: 'largest',
    about: 'skip larger files, such as 800kb or 5mb (default: 5mb)',
  },
  shard: {
    group: 'files',
    kind: 'shard',
    flag: '--shard <n/count>',
    affects: 'run',
    about: 'scan one part of the files, to share a scan between machines, such as 2/8',
  },
  stdin: {
    group: 'files',
    kind: 'toggle',
    flag: '--stdin',
    affects: 'run',
    about: 'take the text of one file from standard input, and report its findings alone',
  },
  stdinFilename: {
    group: 'files',
    kind: 'path',
    flag: '--stdin-filename <file>',
    affects: 'run',
    about: 'with --stdin: the file whose text it is, saved or not',
  },
  listFiles: {
    group: 'files',
    kind: 'toggle',
    flag: '--list-files',
    affects: 'run',
    about: 'list the files that would be read, and exit',
  },
  allowNoFiles: {
    group: 'files',
    kind: 'toggle',
    flag: '--allow-no-files',
    affects: 'run',
    about: 'succeed when there are no files to scan',
  },
} as const satisfies SettingRows;

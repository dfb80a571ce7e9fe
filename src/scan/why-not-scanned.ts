import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileKinds } from '../languages/file-kinds.js';
import { ignoredBy, includedBy } from '../sources/ignore-rules.js';
import { ignoredByGit } from '../sources/git/ignored-by.js';
import type { LeftOut } from '../sources/list-folder.js';
import type { SkipReason } from '../model/skipped.js';
import type { ScanOptions } from './scan-options.js';

interface Asked {
  readonly file: string;
  readonly root: string;
  readonly left: readonly LeftOut[];
  readonly kinds: FileKinds;
  readonly options: Pick<ScanOptions, 'include' | 'ignoreFiles' | 'languages'>;
}

const REASONS: Readonly<Partial<Record<SkipReason, string>>> = {
  dependencies: 'it is in node_modules',
  'build-output': 'its folder is one of build output by its name; --include that folder to have it scanned',
  declaration: 'it declares types and holds no calls',
  minified: 'it is minified',
  test: '--exclude-tests leaves out tests and mocks',
  submodule: 'it is in a submodule, which is a repository of its own',
  link: 'it is a link; name it to have it read',
  outside: 'it is a link that leads out of the folder',
};

/** Why a file is not among those of a scan, as the end of a sentence, by the rule where there is one. */
export function whyNotScanned({ file, root, left, kinds, options }: Asked): string {
  const { include = [], ignoreFiles = [], languages } = options;
  if (!existsSync(resolve(root, file))) return 'it does not exist';
  const found = left.find(({ path }) => path === file || file.startsWith(`${path}/`));
  const reason = found === undefined ? undefined : REASONS[found.reason];
  if (reason !== undefined) return reason;
  const glob = ignoreFiles.findLast((one) => ignoredBy([one])(file));
  if (glob !== undefined && ignoredBy(ignoreFiles)(file)) return `the pattern '${glob}' of files to leave out fits it`;
  const rule = ignoredByGit(root, file);
  if (rule !== undefined) return `git ignores it (${rule})`;
  if (found?.reason === 'ignored') return 'a .gitignore file leaves it out';
  if (!includedBy(include)(file)) return `none of the patterns of files to include fits it: ${include.join(', ')}`;
  if (kinds.listed(file) === undefined)
    return languages === undefined
      ? 'it is of no language that is read'
      : `it is of no language that is asked for (${languages.join(', ')})`;
  return 'it is not below the paths that are scanned, or its text names nothing of an API';
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileKinds } from '../languages/table.js';
import { ignoredBy, includedBy } from '../files/ignore-rules.js';
import { ignoredByGit } from '../files/git/list-files.js';
import type { LeftOut } from '../files/list-files.js';
import type { SkipReason } from '../core/model/skipped.js';
import type { TreeOptions } from './prepare-scan.js';

interface UnscannedFile {
  readonly file: string;
  readonly root: string;
  readonly left: readonly LeftOut[];
  readonly kinds: FileKinds;
  readonly options: Pick<TreeOptions, 'include' | 'ignoreFiles' | 'languages'>;
}

const LEFT_OUT_REASONS: Readonly<Partial<Record<SkipReason, string>>> = {
  dependencies: 'it is in node_modules',
  'build-output': 'its folder name is that of build output; --include the folder to scan it',
  declaration: 'it only declares types',
  minified: 'it is minified',
  test: 'alsoReport leaves out tests and mocks',
  submodule: 'it is in a submodule, which is a repository of its own',
  link: 'it is a symbolic link; name it to read it',
  outside: 'it is a symbolic link to a file outside the folder',
};

/** Reason why a scan leaves a file out, as the end of a sentence, with the rule if known. */
export function whyNotScanned({ file, root, left, kinds, options }: UnscannedFile): string {
  const { include = [], ignoreFiles = [], languages } = options;
  if (!existsSync(resolve(root, file))) return 'it does not exist';
  const leftOut = left.find(({ path }) => path === file || file.startsWith(`${path}/`));
  const reason = leftOut === undefined ? undefined : LEFT_OUT_REASONS[leftOut.reason];
  if (reason !== undefined) return reason;
  const glob = ignoreFiles.findLast((pattern) => ignoredBy([pattern])(file));
  if (glob !== undefined && ignoredBy(ignoreFiles)(file)) return `the ignore pattern '${glob}' matches it`;
  const rule = ignoredByGit(root, file);
  if (rule !== undefined) return `git ignores it (${rule})`;
  if (leftOut?.reason === 'ignored') return 'a .gitignore file excludes it';
  if (!includedBy(include)(file)) return `no include pattern matches it: ${include.join(', ')}`;
  if (kinds.candidateKind(file) === undefined)
    return languages === undefined
      ? 'its language is not supported'
      : `its language is not among those selected (${languages.join(', ')})`;
  return 'it is outside the scanned paths, or its text mentions no catalogued API';
}

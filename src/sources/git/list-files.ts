import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { askForEntries, readEntries } from './index-entries.js';
import { refusePipes } from './refuse-pipes.js';
import { treeOf } from './tree-of.js';

export type GitListing =
  | {
      readonly kind: 'listed';
      /** Tracked files and untracked ones that are not ignored, relative to the folder, with `/`. */
      readonly files: readonly string[];
      /** Repositories inside this one. */
      readonly submodules: readonly string[];
    }
  /** There is no git, or no work tree. */
  | { readonly kind: 'none' }
  /** There is a repository that git does not read, for the reason given. */
  | { readonly kind: 'refused'; readonly message: string };

const SUBMODULE = '160000';

/**
 * What git knows of a folder.
 *
 * @throws ScanError where git does not answer, or cannot be started for want of file descriptors.
 */
export function listWithGit(folder: string): GitListing {
  refusePipes(folder);
  const answer = askForEntries(folder);
  if (answer.kind === 'absent') return { kind: 'none' };
  if (answer.kind === 'refused')
    return answer.message.includes('not a git repository') && !hasIndex(folder)
      ? { kind: 'none' }
      : { kind: 'refused', message: answer.message };
  const { tracked, untracked } = readEntries(answer.out);
  const isFolder = (path: string): boolean => path.endsWith('/');
  return {
    kind: 'listed',
    files: [
      ...tracked.filter(({ mode }) => mode !== SUBMODULE).map(({ path }) => path),
      ...untracked.filter((path) => !isFolder(path)),
    ],
    submodules: [
      ...tracked.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path),
      ...untracked.filter(isFolder).map((path) => path.slice(0, -1)),
    ],
  };
}

/** Whether something here tells of files that git knows, so that the list without git can be another one. */
function hasIndex(folder: string): boolean {
  const repository = join(treeOf(folder), '.git');
  const stat = statSync(repository, { throwIfNoEntry: false });
  return stat?.isFile() === true || existsSync(join(repository, 'index'));
}

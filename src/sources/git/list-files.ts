import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refusePipes } from './refuse-pipes.js';
import { fields, git } from './run-git.js';
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

/** `H 100644 <id> 0\t<path>`, or `? <path>` for what git does not know. */
const RECORD = /^(?:\? |[^?] (\d{6}) [0-9a-f]+ \d\t)([^]*)$/;
const SUBMODULE = '160000';

/**
 * What git knows of a folder.
 *
 * @throws ScanError where git does not answer, or cannot be started for want of file descriptors.
 */
export function listWithGit(folder: string): GitListing {
  refusePipes(folder);
  const answer = git(folder, ['ls-files', '-z', '-t', '-s', '-c', '-o', '--exclude-standard']);
  if (answer.kind === 'absent') return { kind: 'none' };
  if (answer.kind === 'refused')
    return answer.message.includes('not a git repository') && !hasIndex(folder)
      ? { kind: 'none' }
      : { kind: 'refused', message: answer.message };
  const files: string[] = [];
  const submodules: string[] = [];
  for (const field of fields(answer.out)) {
    const [, mode, path = ''] = RECORD.exec(field) ?? [];
    if (mode === SUBMODULE) submodules.push(path);
    // git lists a repository inside this one, which it does not know, as a folder.
    else if (path.endsWith('/')) submodules.push(path.slice(0, -1));
    else files.push(path);
  }
  return { kind: 'listed', files, submodules };
}

/** Whether something here tells of files that git knows, so that the list without git can be another one. */
function hasIndex(folder: string): boolean {
  const repository = join(treeOf(folder), '.git');
  const stat = statSync(repository, { throwIfNoEntry: false });
  return stat?.isFile() === true || existsSync(join(repository, 'index'));
}

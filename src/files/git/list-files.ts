import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refusePipes } from './work-tree.js';
import { git, repositoryRoot } from './run-git.js';

export type GitListing =
  | {
      readonly kind: 'listed';
      /** Tracked files and untracked ones that are not ignored, relative to the folder, with `/`. */
      readonly files: readonly string[];
      /** Tracked files that a sparse checkout leaves out: they are not on disk. */
      readonly notCheckedOut: readonly string[];
      /** Repositories inside this one. */
      readonly submodules: readonly string[];
    }
  /** Git is not installed, or there is no work tree. */
  | { readonly kind: 'none' }
  /** Git refuses to read the repository; the message gives the reason. */
  | { readonly kind: 'refused'; readonly message: string };

const [TAB, UNTRACKED, SKIP_WORKTREE] = [0x09, 0x3f, 0x53];
const SUBMODULE_MODE = '160000';

/**
 * Lists the files of a folder with git.
 *
 * @throws ScanError if git fails, or cannot be started for lack of file descriptors.
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
  const notCheckedOut: string[] = [];
  const submodules: string[] = [];
  const { out } = answer;
  for (let start = 0, end = 0; start < out.length; start = end + 1) {
    end = out.indexOf(0, start);
    if (end < 0) end = out.length;
    // `H 100644 <id> 0\t<path>`, with `S` for a file that need not be on disk, or `? <path>` for an untracked one.
    const from = out[start] === UNTRACKED ? start + 2 : out.indexOf(TAB, start) + 1;
    // A separate string: a substring would keep the whole output in memory.
    const path = out.toString('utf8', from, end);
    if (from > start + 2 && out.toString('latin1', start + 2, start + 8) === SUBMODULE_MODE) submodules.push(path);
    // git lists an untracked repository inside this one as a folder.
    else if (path.endsWith('/')) submodules.push(path.slice(0, -1));
    else if (out[start] === SKIP_WORKTREE && !existsSync(join(folder, path))) notCheckedOut.push(path);
    else files.push(path);
  }
  return { kind: 'listed', files, notCheckedOut, submodules };
}

/** Whether git may track files, so that a list without git may differ. */
function hasIndex(folder: string): boolean {
  const repository = join(repositoryRoot(folder), '.git');
  const stat = statSync(repository, { throwIfNoEntry: false });
  return stat?.isFile() === true || existsSync(join(repository, 'index'));
}

/** The rule by which git ignores a path, as `.gitignore:3: dist/`; undefined without such a rule, or without git. */
export function ignoredByGit(folder: string, path: string): string | undefined {
  const answer = git(folder, ['check-ignore', '-v', '-z', '--no-index', '--stdin'], { input: `${path}\0` });
  if (answer.kind !== 'done') return undefined;
  const [source, line, pattern = ''] = answer.out.toString('utf8').split('\0');
  return pattern === '' || pattern.startsWith('!') ? undefined : `${source}:${line}: ${pattern}`;
}

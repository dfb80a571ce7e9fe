import { git } from './run-git.js';

/** Checked-out commit and branch, according to git's files; absent where the files do not name them. */
export interface Head {
  /** Absent where no branch is checked out, as in most CI jobs. */
  readonly branch?: string;
  /** Absent before the first commit. */
  readonly commit?: string;
  /** Address of the remote `origin`, as written: it may contain a password. */
  readonly remote?: string;
}

/** Milliseconds: a report does not wait for a pipe that git's configuration includes. */
const LIMIT = 5000;

/**
 * Asks git for the state of a work tree, without comparing contents or running programs. @throws ScanError where git
 * does not answer.
 */
export function readHead(folder: string): Head {
  const commit = readCommit(folder);
  const branch = lineOf(folder, ['symbolic-ref', '--short', '--quiet', 'HEAD']);
  const remote = lineOf(folder, ['config', '--get', 'remote.origin.url']);
  return {
    ...(branch === undefined ? {} : { branch }),
    ...(commit === undefined ? {} : { commit }),
    ...(remote === undefined ? {} : { remote }),
  };
}

/** Asks git for the checked-out commit; undefined before the first one. @throws ScanError where git does not answer. */
export function readCommit(folder: string): string | undefined {
  return lineOf(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
}

function lineOf(folder: string, args: readonly string[]): string | undefined {
  const answer = git(folder, args, { limit: LIMIT });
  const line = answer.kind === 'done' ? answer.out.toString('utf8').trim() : '';
  return line === '' ? undefined : line;
}

import { ConfigError } from '../../model/errors.js';
import { withoutFilters } from './repository-config.js';
import { entryOf } from './raw-diff.js';
import type { DiffEntry } from './raw-diff.js';
import { fields, git } from './run-git.js';
import type { WorkTree } from './work-tree.js';

/** How last commit, index and disk differ. */
export interface Status {
  /** Whether there is a commit. */
  readonly hasCommit: boolean;
  /** Differences of the index from the last commit; the older side is the commit's. */
  readonly staged: readonly DiffEntry[];
  /** Differences of the disk from the index; the older side is the index's. */
  readonly touched: readonly DiffEntry[];
  /** Files on disk that are neither in the index nor ignored. */
  readonly untracked: readonly DiffEntry[];
}

/** A rename is reported as a deletion and an addition; content of submodules is never asked for. */
const FORM = ['--porcelain=v2', '-z', '-uall', '--no-renames', '--ignore-submodules=dirty'];

/**
 * `1 XY sub mH mI mW hH hI path`, where X is the difference of the index from the commit and Y that of the disk from the
 * index: see the form 2 of `git status`.
 */
const CHANGED = /^1 (.)(.) \S+ (\d+) (\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([^]+)$/;
const UNMERGED = /^u \S+ \S+ (?:\d+ ){4}(?:[0-9a-f]+ ){3}([^]+)$/;

/**
 * Asks git once for all that a commit is made of. It compares the content of files that were touched, and runs no filter
 * for that: one that is filtered counts as different.
 *
 * @throws ConfigError where the last commit cannot be read, or a merge is not resolved.
 */
export function readStatus({ top, config }: WorkTree): Status {
  const answer = git(top, ['status', '--branch', '--no-ahead-behind', ...FORM], { settings: withoutFilters(config) });
  if (answer.kind !== 'done') throw new ConfigError(`git cannot read the last commit: ${answer.message}.`);
  const staged: DiffEntry[] = [];
  const touched: DiffEntry[] = [];
  const untracked: DiffEntry[] = [];
  let hasCommit = true;
  for (const field of fields(answer.out)) {
    if (field === '# branch.oid (initial)') hasCommit = false;
    const unmerged = UNMERGED.exec(field)?.[1];
    if (unmerged !== undefined) throw new ConfigError(`'${unmerged}' has merge conflicts: resolve and add it first.`);
    // A repository inside this one is listed as a folder.
    if (field.startsWith('? ') && !field.endsWith('/')) untracked.push({ path: field.slice(2) });
    const [, index = '.', disk = '.', mode = '', indexMode = '', diskMode = '', id = '', indexId = '', path = ''] =
      CHANGED.exec(field) ?? [];
    if (index !== '.') staged.push(...entryOf(path, { mode, id }, { mode: indexMode, id: indexId }));
    if (disk !== '.') touched.push(...entryOf(path, { mode: indexMode, id: indexId }, { mode: diskMode }));
  }
  return { hasCommit, staged, touched, untracked };
}

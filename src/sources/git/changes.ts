import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../model/errors.js';
import { readBlobs } from './blobs.js';
import { fields, git, gitOutput } from './run-git.js';

/** Two states of a work tree, as what differs from the files on disk: content by absolute path, null where there is no file. */
export interface TreeChange {
  readonly before: ReadonlyMap<string, Uint8Array | null>;
  readonly now: ReadonlyMap<string, Uint8Array | null>;
  /** Absolute paths of the files that differ between the two. */
  readonly changed: readonly string[];
  /** What the change is measured from, for people: `HEAD` or `main (1a2b3c4)`. */
  readonly base: string;
}

/**
 * What is staged, against the last commit. The staged content counts, not the file on disk.
 *
 * @throws ConfigError where there is no work tree, or a merge is not resolved.
 */
export function stagedChange(folder: string): TreeChange {
  const top = workTree(folder);
  const unstaged = rawDiff(top, []);
  const unmerged = unstaged.find(({ status }) => status === 'U');
  if (unmerged !== undefined)
    throw new ConfigError(`'${unmerged.path}' has merge conflicts: resolve and add it first.`);
  // Against the last commit; before the first one, against nothing.
  const staged = rawDiff(top, ['--cached']);
  const onDisk = untracked(top);
  const hasCommit =
    staged.some(({ old }) => old !== undefined) ||
    git(top, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).kind === 'done';
  return {
    now: contents(top, unstaged, onDisk),
    // What is not staged is in the index as in the last commit.
    before: contents(top, [...unstaged, ...staged], onDisk),
    changed: staged.map(({ path }) => join(top, path)),
    base: hasCommit ? 'the last commit' : 'nothing: there is no commit yet',
  };
}

/**
 * What the work tree has, staged or not, that the commit where it left `ref` had not.
 *
 * @throws ConfigError where there is no work tree or no such commit.
 */
export function changeSince(folder: string, ref: string): TreeChange {
  const top = workTree(folder);
  if (ref.startsWith('-')) throw new ConfigError(`'${ref}' is not the name of a commit.`);
  const resolved = git(top, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (resolved.kind === 'refused')
    throw new ConfigError(
      `there is no commit '${ref}' here. ${isShallow(top) ? SHALLOW : `Fetch it first, such as with 'git fetch origin', or name another one.`}`,
    );
  const commit = resolved.out.toString('latin1').trim();
  const base = git(top, ['merge-base', commit, 'HEAD']);
  if (base.kind === 'refused')
    throw new ConfigError(
      `'${ref}' and the current commit have no common ancestor here. ${isShallow(top) ? SHALLOW : 'Name a commit of this history.'}`,
    );
  const from = base.out.toString('latin1').trim();
  const onDisk = untracked(top);
  const differing = rawDiff(top, [from]);
  return {
    now: new Map(),
    before: contents(top, differing, onDisk),
    changed: [...differing.map(({ path }) => path), ...onDisk].map((path) => join(top, path)),
    base: `${ref} (${from.slice(0, 7)})`,
  };
}

const SHALLOW =
  "This clone is shallow: fetch the history, such as with 'git fetch --unshallow', or 'fetch-depth: 0' for actions/checkout.";

function workTree(folder: string): string {
  const answer = git(folder, ['rev-parse', '--show-toplevel']);
  if (answer.kind === 'done') return answer.out.toString('utf8').replace(/\r?\n$/, '');
  throw new ConfigError(
    /dubious ownership/.test(answer.message)
      ? `git does not trust '${folder}': ${answer.message}`
      : `'${folder}' is in no git work tree. --staged and --changed-since need one.`,
  );
}

function isShallow(top: string): boolean {
  const answer = git(top, ['rev-parse', '--git-path', 'shallow']);
  return answer.kind === 'done' && existsSync(join(top, answer.out.toString('utf8').trim()));
}

/** Files that git does not know and does not ignore. */
function untracked(top: string): readonly string[] {
  return fields(gitOutput(top, ['ls-files', '-z', '-o', '--exclude-standard'])).filter((path) => !path.endsWith('/'));
}

interface DiffEntry {
  readonly path: string;
  /** A letter, such as `U` for a conflict. */
  readonly status: string;
  /** Mode and object on the older side; undefined where there is no file. */
  readonly old?: { readonly mode: string; readonly id: string };
}

/** A rename is one file gone and one come: content decides, not names. */
function rawDiff(top: string, args: readonly string[]): readonly DiffEntry[] {
  const all = fields(
    gitOutput(top, [
      'diff',
      '--raw',
      '-z',
      '--no-renames',
      '--no-abbrev',
      '--no-ext-diff',
      '--ignore-submodules=all',
      ...args,
      '--',
    ]),
  );
  const entries: DiffEntry[] = [];
  for (let index = 0; index + 1 < all.length; index += 2) {
    const [mode = '', , id = '', , status = ''] = (all[index] ?? '').slice(1).split(' ');
    entries.push({ path: all[index + 1] ?? '', status, ...(/^0+$/.test(mode) ? {} : { old: { mode, id } }) });
  }
  return entries;
}

/** The older side of a comparison with the disk. Links and submodules count as no files. */
function contents(
  top: string,
  entries: readonly DiffEntry[],
  absent: readonly string[],
): ReadonlyMap<string, Uint8Array | null> {
  const blobs = readBlobs(
    top,
    entries.flatMap(({ old }) => (old === undefined || !old.mode.startsWith('100') ? [] : [old.id])),
  );
  const map = new Map<string, Uint8Array | null>(absent.map((path) => [join(top, path), null]));
  for (const { path, old } of entries)
    map.set(join(top, path), (old === undefined ? undefined : blobs.get(old.id)) ?? null);
  return map;
}

import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../model/errors.js';
import { OlderSide } from './older-side.js';
import { askForDiff, readDiff, touchedEntries } from './raw-diff.js';
import type { DiffEntry } from './raw-diff.js';
import { fields, git, gitOutput } from './run-git.js';
import { readStatus } from './status.js';
import { filteredPaths, isShallow, workTree } from './work-tree.js';
import type { WorkTree } from './work-tree.js';

/** Two states of a work tree, as what differs from the files on disk: content by absolute path, null where there is no file. */
export interface TreeChange {
  readonly before: ReadonlyMap<string, Uint8Array | null>;
  readonly now: ReadonlyMap<string, Uint8Array | null>;
  /** Absolute paths of the files that differ between the two. */
  readonly changed: readonly string[];
  /** Repositories inside this one that the change adds, by absolute path. */
  readonly repositories: readonly string[];
  /** Base of the change, for people: `HEAD` or `main (1a2b3c4)`. */
  readonly base: string;
  /** Files whose content in one of the states is unavailable, by absolute path, with the reason. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
  /** Omissions, one sentence each. */
  readonly limits: readonly string[];
}

/** Whether a scan may read a file, by its path; of the others it counts at most that they are there. */
export type IsRead = (path: string) => boolean;

/**
 * Staged change against the last commit. The staged content counts, not the file on disk: git provides it for every
 * file that may have been touched since.
 *
 * @throws ConfigError where there is no work tree, or a merge is not resolved.
 */
export function stagedChange(folder: string, isRead: IsRead): TreeChange {
  const tree = workTree(folder);
  const { top } = tree;
  const { hasCommit, staged, untracked, touched: differing } = readStatus(tree);
  const touched = differing.filter(({ path }) => isRead(path));
  const asStaged = newerOf(staged, touched).filter(({ path }) => isRead(path));
  const side = new OlderSide(top, [...touched, ...staged, ...asStaged], isRead);
  const filters = filteredPaths(tree, side.read);
  // Git is configured to assume that they are unchanged, whatever is on disk.
  const hidden = asStaged.filter(
    (entry) => !filters.has(entry.path) && !hasContent(join(top, entry.path), side.content(entry)),
  );
  const isUnsure = (entry: DiffEntry): boolean =>
    filters.has(entry.path) && !hasContent(join(top, entry.path), side.content(entry));
  const missing = new Set(side.missing);
  return {
    // A file that is not staged is the same in the index and the last commit.
    before: side.contents([...untracked, ...touched, ...staged]),
    now: side.contents([...untracked, ...[...touched, ...hidden].filter(({ path }) => !missing.has(path))]),
    changed: filesIn(staged).map(({ path }) => join(top, path)),
    repositories: repositoriesIn(staged).map(({ path }) => join(top, path)),
    base: hasCommit ? 'the last commit' : 'nothing: there is no commit yet',
    unread: [
      ...side.missing.map((path) => ({ path: join(top, path), reason: notHere('HEAD') })),
      ...touched.filter(isUnsure).map(({ path }) => ({
        path: join(top, path),
        reason: `it was touched since it was staged, and what is staged has passed the filter '${filters.get(path) ?? ''}' of git, which is not run. Add or restore it`,
      })),
    ],
    limits: filterLimits(staged, filters),
  };
}

/**
 * Change of the work tree, staged or not, since the commit where it branched off `ref`.
 *
 * @throws ConfigError where there is no work tree or no such commit.
 */
export function changeSince(folder: string, ref: string, isRead: IsRead): TreeChange {
  const tree = workTree(folder);
  const { top } = tree;
  const from = baseCommit(tree, ref);
  const answer = askForDiff(tree, from);
  if (answer.kind !== 'done') throw new ConfigError(`git cannot read the commit ${from}: ${answer.message}.`);
  const committed = readDiff(answer.out);
  const touched = touchedEntries(tree).filter(({ path }) => isRead(path));
  const known = new Set(committed.map(({ path }) => path));
  // Where the index has the content of the commit.
  const possible = [...committed, ...touched.filter(({ path }) => !known.has(path))];
  const side = new OlderSide(top, possible, isRead);
  const unsure = new Set(touched.map(({ path }) => path));
  const differing = possible.filter(
    (entry) => !(unsure.has(entry.path) && hasContent(join(top, entry.path), side.content(entry))),
  );
  const onDisk = untrackedFiles(top);
  const notCheckedOut = newerOf(committed, touched).filter(({ path }) => !existsSync(join(top, path)));
  const newer = new OlderSide(top, notCheckedOut, isRead);
  return {
    // A sparse checkout leaves them out; git has them.
    now: newer.contents(notCheckedOut),
    before: side.contents([...onDisk, ...differing]),
    changed: [...filesIn(differing), ...onDisk].map(({ path }) => join(top, path)),
    repositories: repositoriesIn(differing).map(({ path }) => join(top, path)),
    base: `${ref} (${from.slice(0, 7)})`,
    unread: [
      ...side.missing.map((path) => ({ path: join(top, path), reason: notHere(from.slice(0, 7)) })),
      ...newer.missing.map((path) => ({ path: join(top, path), reason: notHere('HEAD') })),
    ],
    limits: filterLimits(differing, filteredPaths(tree, side.read)),
  };
}

const MAX_LISTED = 20;
const SHALLOW =
  "This clone is shallow: fetch the history, such as with 'git fetch --unshallow', or 'fetch-depth: 0' for actions/checkout.";

/** The id of the commit where the work tree left `ref`. @throws ConfigError where there is none. */
function baseCommit(tree: WorkTree, ref: string): string {
  if (ref.startsWith('-')) throw new ConfigError(`'${ref}' is not the name of a commit.`);
  const { top } = tree;
  const resolved = git(top, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`], {
    settings: ['-c', 'core.warnAmbiguousRefs=true'],
  });
  if (resolved.kind !== 'done')
    throw new ConfigError(
      `there is no commit '${ref}' here. ${isShallow(tree) ? SHALLOW : `Fetch it first, such as with 'git fetch origin', or name another one.`}`,
    );
  // Of several that have the name git takes the tag, which may be newer than what it stands for.
  if (/ambiguous/.test(resolved.warnings))
    throw new ConfigError(
      `'${ref}' is the name of several branches or tags here. Write it in full, such as 'refs/remotes/origin/main'.`,
    );
  const base = git(top, ['merge-base', resolved.out.toString('latin1').trim(), 'HEAD']);
  if (base.kind !== 'done')
    throw new ConfigError(
      `'${ref}' and the current commit have no common ancestor here. ${isShallow(tree) ? SHALLOW : 'Name a commit of this history.'}`,
    );
  return base.out.toString('latin1').trim();
}

/** Files on one of the sides. */
function filesIn(entries: readonly DiffEntry[]): readonly DiffEntry[] {
  return entries.filter(({ isRepository, old }) => isRepository !== true || old !== undefined);
}

function repositoriesIn(entries: readonly DiffEntry[]): readonly DiffEntry[] {
  return entries.filter(({ isRepository }) => isRepository === true);
}

/**
 * The newer sides of entries, as older ones of what is on disk; none of files that were touched since, nor of those whose
 * names cannot be told apart.
 */
function newerOf(entries: readonly DiffEntry[], touched: readonly DiffEntry[]): readonly DiffEntry[] {
  const known = new Set(touched.map(({ path }) => path));
  return entries.flatMap(({ path, newer }) =>
    newer === undefined || known.has(path) || !newer.mode.startsWith('100') || path.includes('\uFFFD')
      ? []
      : [{ path, old: newer }],
  );
}

/** A repository inside this one is listed as a folder. */
function untrackedFiles(top: string): readonly DiffEntry[] {
  return fields(gitOutput(top, ['ls-files', '-z', '-o', '--exclude-standard']))
    .filter((path) => !path.endsWith('/'))
    .map((path) => ({ path }));
}

function notHere(commit: string): string {
  return `its content as of ${commit} is not in this clone, and nothing is fetched. Where you trust its remote, fetch it with 'git diff ${commit}'`;
}

function filterLimits(entries: readonly DiffEntry[], filters: ReadonlyMap<string, string>): readonly string[] {
  const paths = entries.map(({ path }) => path).filter((path) => filters.has(path));
  if (paths.length === 0) return [];
  const rest = paths.length > MAX_LISTED ? `, and ${paths.length - MAX_LISTED} more` : '';
  const names = [...new Set(paths.map((path) => `'${filters.get(path) ?? ''}'`))].join(', ');
  return [
    `Git stores some files as a filter makes them (${names}), which is not run: all that is found in them counts as new (${paths.slice(0, MAX_LISTED).join(', ')}${rest}).`,
  ];
}

/** Whether a file on disk has this content. Line ends do not count: git may have changed them on the way to the disk. */
function hasContent(path: string, content: Uint8Array | null): boolean {
  if (content === null) return false;
  try {
    const stat = lstatSync(path);
    // Line ends at most double a text.
    if (!stat.isFile() || stat.size > 2 * content.length || content.length > 2 * stat.size) return false;
    const disk = readFileSync(path);
    return disk.equals(content) || withoutReturns(disk) === withoutReturns(Buffer.from(content));
  } catch {
    return false;
  }
}

function withoutReturns(content: Buffer): string {
  return content.toString('latin1').replaceAll('\r\n', '\n');
}

import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, ScanError } from '../../core/model/errors.js';
import { askForDiff, entryOf, filteredPaths, isShallow, readDiff, touchedEntries, workTree } from './work-tree.js';
import type { DiffEntry, WorkTree } from './work-tree.js';
import { fields, git, gitOutput, withoutFilters } from './run-git.js';

/**
 * Two states of a work tree, as differences from the files on disk: content by absolute path, null for an absent file.
 */
export interface TreeChange {
  readonly before: ReadonlyMap<string, Uint8Array | null>;
  readonly now: ReadonlyMap<string, Uint8Array | null>;
  /** Absolute paths of the files that differ between the two. */
  readonly changed: readonly string[];
  /** Repositories inside this one that the change adds, by absolute path. */
  readonly repositories: readonly string[];
  /** Base of the change, for people: `the last commit` or `main (1a2b3c4)`. */
  readonly base: string;
  /** Files whose content in one of the states is unavailable, by absolute path, with the reason. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
  /** Omissions, one sentence each. */
  readonly limits: readonly string[];
}

/** Whether a scan may read a file, by its path; for other files only their existence matters. */
export type IsRead = (path: string) => boolean;

/**
 * Staged change against the last commit. The staged content is used, not the file on disk: git provides it for every
 * file that may have been touched since.
 *
 * @throws ConfigError if there is no work tree, or a merge is not resolved.
 */
export function stagedChange(folder: string, isRead: IsRead): TreeChange {
  const tree = workTree(folder);
  const { top } = tree;
  const { hasCommit, staged, untracked, touched: touchedOnDisk } = readStatus(tree);
  const touched = touchedOnDisk.filter(({ path }) => isRead(path));
  const stagedSides = newerSides(staged, touched).filter(({ path }) => isRead(path));
  const olderSide = new OlderSide(top, [...touched, ...staged, ...stagedSides], isRead);
  const filters = filteredPaths(tree, olderSide.readPaths);
  // Files that git is configured to assume unchanged, whatever is on disk.
  const assumedUnchanged = stagedSides.filter(
    (entry) => !filters.has(entry.path) && !hasContent(join(top, entry.path), olderSide.content(entry)),
  );
  const isUnsure = (entry: DiffEntry): boolean =>
    filters.has(entry.path) && !hasContent(join(top, entry.path), olderSide.content(entry));
  const missing = new Set(olderSide.missingPaths);
  return {
    // A file that is not staged is the same in the index and the last commit.
    before: olderSide.contents([...untracked, ...touched, ...staged]),
    now: olderSide.contents([
      ...untracked,
      ...[...touched, ...assumedUnchanged].filter(({ path }) => !missing.has(path)),
    ]),
    changed: filesIn(staged).map(({ path }) => join(top, path)),
    repositories: repositoriesIn(staged).map(({ path }) => join(top, path)),
    base: hasCommit ? 'the last commit' : 'nothing: there is no commit yet',
    unread: [
      ...olderSide.missingPaths.map((path) => ({ path: join(top, path), reason: missingReason('HEAD') })),
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
 * @throws ConfigError if there is no work tree or no such commit.
 */
export function changeSince(folder: string, ref: string, isRead: IsRead): TreeChange {
  const tree = workTree(folder);
  const { top } = tree;
  const base = baseCommit(tree, ref);
  const answer = askForDiff(tree, base);
  if (answer.kind !== 'done') throw new ConfigError(`git cannot read the commit ${base}: ${answer.message}.`);
  const committed = readDiff(answer.out);
  const touched = touchedEntries(tree).filter(({ path }) => isRead(path));
  const committedPaths = new Set(committed.map(({ path }) => path));
  // The other touched files have the same content in the index as in the commit.
  const candidates = [...committed, ...touched.filter(({ path }) => !committedPaths.has(path))];
  const olderSide = new OlderSide(top, candidates, isRead);
  const touchedPaths = new Set(touched.map(({ path }) => path));
  const differing = candidates.filter(
    (entry) => !(touchedPaths.has(entry.path) && hasContent(join(top, entry.path), olderSide.content(entry))),
  );
  const untracked = untrackedFiles(top);
  const notCheckedOut = newerSides(committed, touched).filter(({ path }) => !existsSync(join(top, path)));
  const newerSide = new OlderSide(top, notCheckedOut, isRead);
  return {
    // Files that a sparse checkout leaves out, whose content is in git.
    now: newerSide.contents(notCheckedOut),
    before: olderSide.contents([...untracked, ...differing]),
    changed: [...filesIn(differing), ...untracked].map(({ path }) => join(top, path)),
    repositories: repositoriesIn(differing).map(({ path }) => join(top, path)),
    base: `${ref} (${base.slice(0, 7)})`,
    unread: [
      ...olderSide.missingPaths.map((path) => ({ path: join(top, path), reason: missingReason(base.slice(0, 7)) })),
      ...newerSide.missingPaths.map((path) => ({ path: join(top, path), reason: missingReason('HEAD') })),
    ],
    limits: filterLimits(differing, filteredPaths(tree, olderSide.readPaths)),
  };
}

const MAX_LISTED = 20;
const SHALLOW =
  "This clone is shallow: fetch the history, such as with 'git fetch --unshallow', or 'fetch-depth: 0' for actions/checkout.";

/** The id of the commit where the work tree branched off `ref`. @throws ConfigError if there is none. */
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
  // Of several refs with the name, git chooses the tag, which may be newer than the branch.
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

/** Entries that are files on at least one side. */
function filesIn(entries: readonly DiffEntry[]): readonly DiffEntry[] {
  return entries.filter(({ isRepository, old }) => isRepository !== true || old !== undefined);
}

function repositoriesIn(entries: readonly DiffEntry[]): readonly DiffEntry[] {
  return entries.filter(({ isRepository }) => isRepository === true);
}

/**
 * The newer sides of entries as the older sides of a comparison with the disk, except for files that were touched
 * since, and those with ambiguous names.
 */
function newerSides(entries: readonly DiffEntry[], touched: readonly DiffEntry[]): readonly DiffEntry[] {
  const touchedPaths = new Set(touched.map(({ path }) => path));
  return entries.flatMap(({ path, newer }) =>
    newer === undefined || touchedPaths.has(path) || !newer.mode.startsWith('100') || path.includes('\uFFFD')
      ? []
      : [{ path, old: newer }],
  );
}

/** Untracked files, without repositories inside this one, which git lists as folders. */
function untrackedFiles(top: string): readonly DiffEntry[] {
  return fields(gitOutput(top, ['ls-files', '-z', '-o', '--exclude-standard']))
    .filter((path) => !path.endsWith('/'))
    .map((path) => ({ path }));
}

function missingReason(commit: string): string {
  return `its content as of ${commit} is not in this clone, and nothing is fetched. Where you trust its remote, fetch it with 'git diff ${commit}'`;
}

function filterLimits(entries: readonly DiffEntry[], filters: ReadonlyMap<string, string>): readonly string[] {
  const paths = entries.map(({ path }) => path).filter((path) => filters.has(path));
  if (paths.length === 0) return [];
  const more = paths.length > MAX_LISTED ? `, and ${paths.length - MAX_LISTED} more` : '';
  const names = [...new Set(paths.map((path) => `'${filters.get(path) ?? ''}'`))].join(', ');
  return [
    `Git stores some files as a filter makes them (${names}), which is not run: all findings in them count as new (${paths.slice(0, MAX_LISTED).join(', ')}${more}).`,
  ];
}

/** Whether a file on disk has this content. Line ends are ignored: git may have converted them at checkout. */
function hasContent(path: string, content: Uint8Array | null): boolean {
  if (content === null) return false;
  try {
    const stat = lstatSync(path);
    // Line ends at most double a text.
    if (!stat.isFile() || stat.size > 2 * content.length || content.length > 2 * stat.size) return false;
    const disk = readFileSync(path);
    return disk.equals(content) || withUnixLineEnds(disk) === withUnixLineEnds(Buffer.from(content));
  } catch {
    return false;
  }
}

function withUnixLineEnds(content: Buffer): string {
  return content.toString('latin1').replaceAll('\r\n', '\n');
}

/** Contents of the older side of differences. Links and submodules do not count as files. */
class OlderSide {
  readonly #top: string;
  readonly #isRead: (path: string) => boolean;
  readonly #blobs: Blobs;
  /** Paths of files whose content is read from git. */
  readonly readPaths: readonly string[];
  /** Paths of files whose content is needed, and is not in this clone. */
  readonly missingPaths: readonly string[];

  constructor(top: string, entries: readonly DiffEntry[], isRead: (path: string) => boolean) {
    const files = entries.filter(({ path, old }) => old !== undefined && isFile(old.mode) && isRead(path));
    this.#top = top;
    this.#isRead = isRead;
    this.#blobs = readBlobs(
      top,
      files.map(({ old }) => old?.id ?? ''),
    );
    const paths = (isSelected: (id: string) => boolean): readonly string[] => [
      ...new Set(files.filter(({ old }) => isSelected(old?.id ?? '')).map(({ path }) => path)),
    ];
    this.readPaths = paths((id) => this.#blobs.contents.has(id));
    this.missingPaths = paths((id) => this.#blobs.missing.has(id));
  }

  /** Content of a file; null if the file does not exist, or its content is not in this clone. */
  content({ path, old }: DiffEntry): Uint8Array | null {
    if (old === undefined || !isFile(old.mode)) return null;
    if (!this.#isRead(path)) return UNREAD_CONTENT;
    return this.#blobs.contents.get(old.id) ?? null;
  }

  /** Contents by absolute path; of two entries of a path, the last one is used. */
  contents(entries: readonly DiffEntry[]): ReadonlyMap<string, Uint8Array | null> {
    return new Map(entries.map((entry) => [join(this.#top, entry.path), this.content(entry)]));
  }
}

/** Placeholder for content that is not needed. */
const UNREAD_CONTENT = new Uint8Array();

function isFile(mode: string): boolean {
  return mode.startsWith('100');
}

/** Maximum size in bytes of an object that is read. */
const MAX_BLOB = 64 << 20;
/** Maximum size in bytes of all objects together. */
const MAX_ALL = 512 << 20;

interface Blobs {
  /** Contents by id. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Ids of objects that are not in this clone, such as a partial one. */
  readonly missing: ReadonlySet<string>;
}

/**
 * Contents of git objects by their ids. An object of more than 64 MB is replaced by a placeholder that is as long.
 *
 * @throws ScanError if their total size is too large.
 */
function readBlobs(folder: string, ids: Iterable<string>): Blobs {
  const uniqueIds = [...new Set(ids)];
  const contents = new Map<string, Uint8Array>();
  const missing = new Set<string>();
  if (uniqueIds.length === 0) return { contents, missing };
  const out = readAtOnce(folder, uniqueIds) ?? readChecked(folder, uniqueIds, contents, missing);
  let offset = 0;
  while (offset < out.length) {
    const end = out.indexOf(0x0a, offset);
    const [id = '', type, length] = out.toString('latin1', offset, end < 0 ? out.length : end).split(' ');
    const size = length === undefined ? 0 : Number(length);
    if (end < 0 || !Number.isSafeInteger(size)) throw new ScanError(`git returned no content for object ${id}.`);
    if (length === undefined) missing.add(id);
    else if (type === 'blob') contents.set(id, out.subarray(end + 1, end + 1 + size));
    offset = end + 1 + (length === undefined ? 0 : size + 1);
  }
  return { contents, missing };
}

/** Reads objects with one call of git; undefined if their total size is too large, which is rare. */
function readAtOnce(folder: string, ids: readonly string[]): Buffer | undefined {
  const answer = git(folder, ['cat-file', '--batch'], { input: lines(ids), maxOutput: MAX_BLOB });
  return answer.kind === 'done' ? answer.out : undefined;
}

/** Queries the sizes of objects, and reads those that are not too large. Records the others. */
function readChecked(
  folder: string,
  ids: readonly string[],
  contents: Map<string, Uint8Array>,
  missing: Set<string>,
): Buffer {
  const smallIds: string[] = [];
  let totalSize = 0;
  let oversize: Uint8Array | undefined;
  const answers = gitOutput(folder, ['cat-file', '--batch-check'], { input: lines(ids) }).toString('latin1');
  for (const [index, answer] of answers.trimEnd().split('\n').entries()) {
    const id = ids[index] ?? '';
    const [, type, size] = answer.split(' ');
    if (size === undefined) missing.add(id);
    else if (type === 'blob' && Number(size) > MAX_BLOB) contents.set(id, (oversize ??= new Uint8Array(MAX_BLOB + 1)));
    else if (type === 'blob') {
      smallIds.push(id);
      totalSize += Number(size);
    }
  }
  if (totalSize > MAX_ALL)
    throw new ScanError(
      `the files that changed have ${totalSize >> 20} MB in git, and ${MAX_ALL >> 20} MB are read at most. Scan the whole tree instead.`,
    );
  return gitOutput(folder, ['cat-file', '--batch'], { input: lines(smallIds) });
}

function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('');
}

/** Differences of last commit, index and disk. */
interface Status {
  /** Whether there is a commit. */
  readonly hasCommit: boolean;
  /** Differences between the last commit, which is the older side, and the index. */
  readonly staged: readonly DiffEntry[];
  /** Differences between the index, which is the older side, and the disk. */
  readonly touched: readonly DiffEntry[];
  /** Files on disk that are neither in the index nor ignored. */
  readonly untracked: readonly DiffEntry[];
}

/** A rename is reported as a deletion and an addition; content of submodules is never read. */
const STATUS_OPTIONS = ['--porcelain=v2', '-z', '-uall', '--no-renames', '--ignore-submodules=dirty'];

/**
 * `1 XY sub mH mI mW hH hI path`, where X is the difference of the index from the commit and Y that of the disk from
 * the index: see the form 2 of `git status`.
 */
const CHANGED_ENTRY = /^1 (.)(.) \S+ (\d+) (\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([^]+)$/;
const UNMERGED_ENTRY = /^u \S+ \S+ (?:\d+ ){4}(?:[0-9a-f]+ ){3}([^]+)$/;

/**
 * Reads the state of commit, index and disk with one call of git. Git compares the content of touched files without
 * running filters: a filtered file counts as different.
 *
 * @throws ConfigError if the last commit cannot be read, or a merge is not resolved.
 */
function readStatus({ top, config }: WorkTree): Status {
  const answer = git(top, ['status', '--branch', '--no-ahead-behind', ...STATUS_OPTIONS], {
    settings: withoutFilters(config),
  });
  if (answer.kind !== 'done') throw new ConfigError(`git cannot read the last commit: ${answer.message}.`);
  const staged: DiffEntry[] = [];
  const touched: DiffEntry[] = [];
  const untracked: DiffEntry[] = [];
  let hasCommit = true;
  for (const field of fields(answer.out)) {
    if (field === '# branch.oid (initial)') hasCommit = false;
    const unmerged = UNMERGED_ENTRY.exec(field)?.[1];
    if (unmerged !== undefined) throw new ConfigError(`'${unmerged}' has merge conflicts: resolve and add it first.`);
    // A repository inside this one is listed as a folder.
    if (field.startsWith('? ') && !field.endsWith('/')) untracked.push({ path: field.slice(2) });
    const [, index = '.', disk = '.', mode = '', indexMode = '', diskMode = '', id = '', indexId = '', path = ''] =
      CHANGED_ENTRY.exec(field) ?? [];
    if (index !== '.') staged.push(...entryOf(path, { mode, id }, { mode: indexMode, id: indexId }));
    if (disk !== '.') touched.push(...entryOf(path, { mode: indexMode, id: indexId }, { mode: diskMode }));
  }
  return { hasCommit, staged, touched, untracked };
}

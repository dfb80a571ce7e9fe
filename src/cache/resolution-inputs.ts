import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { memoByText } from '../core/lib/collections.js';
import { digestOfNames, digestOfText } from '../core/lib/identity.js';
import { isInside } from '../core/lib/read-file.js';
import type { FileProbe, FileStamp, FileStamps } from '../files/file-probe.js';
import { isSameStamp } from '../files/file-probe.js';
import type { StoredResolutions } from './stored-resolutions.js';

/** Answers of the disk that import resolution depends on, without those about workspaces. */
type DiskAnswers = Pick<StoredResolutions, 'kinds' | 'texts' | 'folders' | 'deciders'>;

/** Stamps that prove, without reading files, that import resolution is still valid. Paths are relative to the root. */
export interface ResolutionInputs {
  /** See `StoredResolutions.id`. */
  readonly of: string;
  /** Folders whose names were read, and files that were read. */
  readonly folders: readonly ResolutionInput[];
  readonly texts: readonly ResolutionInput[];
  /** Answers that no stamp proves, which have to be verified on disk. */
  readonly rest: DiskAnswers;
}

/** Stamp of a file or folder; null if it did not exist. */
export type ResolutionInput = readonly [path: string, stamp: FileStamp | null];

/** Stamps that prove resolved imports. `stamps`: taken before the first question. */
export function resolutionInputs(resolutions: StoredResolutions, root: string, stamps: FileStamps): ResolutionInputs {
  const { id, kinds, texts, folders, deciders } = resolutions;
  const folderStamps = foldersOf(resolutions, root, stamps);
  const textStamps = stampsOf(
    texts.map(([file, digest]) => [file, digest !== NO_TEXT]),
    root,
    stamps,
  );
  const hasStamp = ([folder]: readonly [string, unknown]): boolean => folderStamps.has(folder);
  const linksIn = memoByText((folder) => (folderStamps.get(folder) ? linksOnDisk(resolve(root, folder)) : NO_LINKS));
  const rest = {
    // The kind of a link is that of its target, which the stamp of its folder does not cover.
    kinds: kinds.filter(
      ([path]) => !folderStamps.has(dirname(path)) || linksIn(dirname(path)).has(basename(path).toLowerCase()),
    ),
    texts: texts.filter(([file]) => !textStamps.has(file)),
    folders: folders.filter((folder) => !hasStamp(folder)),
    deciders: deciders.filter((decider) => !hasStamp(decider)),
  };
  return { of: id, folders: [...folderStamps], texts: [...textStamps], rest };
}

/** Whether all answers are unchanged. */
export function areImportsUnchanged(
  { folders, texts, rest }: ResolutionInputs,
  root: string,
  stamps: FileStamps,
  probe: FileProbe,
): boolean {
  return (
    areUnchanged(folders, 'folder', root, stamps) &&
    areUnchanged(texts, 'file', root, stamps) &&
    probe.areAnswersUnchanged(withAbsolutePaths(rest, root))
  );
}

/** Whether files or folders have the stamps that they had. */
export function areUnchanged(
  inputs: readonly ResolutionInput[],
  kind: 'file' | 'folder',
  root: string,
  stamps: FileStamps,
): boolean {
  return inputs.every(([path, stamp]) => isSameStamp(stamp, stamps.target(resolve(root, path), kind)));
}

/**
 * Stamps of those files whose stamp proves whether the text has changed. `files`: relative to the root, and whether
 * each existed when it was read.
 */
export function stampsOf(
  files: Iterable<readonly [file: string, existed: boolean]>,
  root: string,
  stamps: FileStamps,
): ReadonlyMap<string, FileStamp | null> {
  const lastingStamps = new Map<string, FileStamp | null>();
  const isLinkFree = linkFreePathsIn(root);
  for (const [file, existed] of files) {
    // The extent of the surrounding repository decides whether a link is followed.
    const stamp = isLinkFree(file) ? stamps.lastingTarget(resolve(root, file), 'file') : undefined;
    if (stamp !== undefined && (stamp !== null || !existed)) lastingStamps.set(file, stamp);
  }
  return lastingStamps;
}

/** The answers with absolute paths. */
export function withAbsolutePaths({ kinds, texts, folders, deciders }: DiskAnswers, root: string): DiskAnswers {
  const paths = <T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] =>
    entries.map(([name, value]) => [resolve(root, name), value]);
  return { kinds: paths(kinds), texts: paths(texts), folders: paths(folders), deciders: paths(deciders) };
}

/** Stamps of those folders whose stamp proves whether something in the folder has changed. */
function foldersOf(
  { kinds, folders, deciders }: DiskAnswers,
  root: string,
  stamps: FileStamps,
): ReadonlyMap<string, FileStamp | null> {
  const existence = new Map<string, boolean>();
  const note = (folder: string, exists: boolean): void => {
    existence.set(folder, exists || existence.get(folder) === true);
  };
  for (const [path, kind] of kinds) note(dirname(path), kind !== 'none');
  for (const [folder, digest] of [...folders, ...deciders]) note(folder, digest !== NO_NAMES);
  const lastingStamps = new Map<string, FileStamp | null>();
  for (const [folder, existed] of existence) {
    // Changes above the root are mostly unrelated.
    const path = resolve(root, folder);
    const stamp = isInside(root, path) ? stamps.lastingTarget(path, 'folder') : undefined;
    if (stamp !== undefined && (stamp !== null || !existed)) lastingStamps.set(folder, stamp);
  }
  return lastingStamps;
}

/** Whether a path is below the root, and is reached from there without a link if it exists. */
function linkFreePathsIn(root: string): (file: string) => boolean {
  const realRoot = realPathOf(root) ?? root;
  return (file) => {
    const path = resolve(root, file);
    if (!isInside(root, path)) return false;
    const realPath = realPathOf(path);
    return realPath === undefined || realPath === resolve(realRoot, file);
  };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

const NO_LINKS: ReadonlySet<string> = new Set();

/** Names of the links in a folder, in lower case: some file systems ignore case. */
function linksOnDisk(folder: string): ReadonlySet<string> {
  try {
    const links = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
    return new Set(links.map(({ name }) => name.toLowerCase()));
  } catch {
    return NO_LINKS;
  }
}

/** Digests of an absent text, and of the names in an absent folder. */
const NO_TEXT = digestOfText('');
const NO_NAMES = digestOfNames([]);

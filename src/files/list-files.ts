import { join, resolve, sep } from 'node:path';
import { StepBudget } from '../core/lib/bounds.js';
import { work } from '../core/lib/work.js';
import { ConfigError } from '../core/model/errors.js';
import type { SkipReason } from '../core/model/skipped.js';
import { candidateTest, eitherTest } from './candidate.js';
import type { CandidateOptions, CandidateTest } from './candidate.js';
import { toName } from './file-name.js';
import { listWithGit } from './git/list-files.js';
import { MATCHING_STEPS } from './ignore-rules.js';
import { baseOfPath, isPattern, namesMatching } from './path-pattern.js';
import type { SkipLog } from './skip-log.js';
import type { TreeOverlay } from './tree-overlay.js';
import { DOES_NOT_EXIST, kindOfPath, walk } from './walk.js';

export interface ListOptions extends CandidateOptions {
  /** Absolute path; files are named relative to it. */
  readonly root: string;
  /**
   * Files, folders and patterns, absolute or relative to the root; one with `!` excludes from the entries before it.
   */
  readonly paths: readonly string[];
  /** Other globs: a file is listed if these or the above include it. */
  readonly also?: Pick<CandidateOptions, 'include' | 'ignore'> | undefined;
  /** Files that differ from those on disk. */
  readonly overlay?: TreeOverlay | undefined;
  /** Restricts the list to these existing files, relative to the root, which are not ignored. */
  readonly among?: ReadonlySet<string> | undefined;
}

export interface FileList {
  /** Sorted, without duplicates, relative to the root with `/`. */
  readonly files: readonly string[];
  /** Files that are scanned depending on their text, sorted. */
  readonly perhaps: readonly string[];
  /** Files that were named individually, relative to the root. */
  readonly named: ReadonlySet<string>;
  /** Named paths that do not exist or cannot be read, and patterns without a match, with the reason. */
  readonly missing: readonly { readonly path: string; readonly reason: string }[];
  /** Files and folders that are left out. Files of another kind count only if they name the API. */
  readonly leftOutFiles: readonly LeftOut[];
  /** Omissions, one sentence each. */
  readonly limits: readonly string[];
}

/**
 * Finds the files to scan. A pattern selects from the files of its folder, so that the same files are left out as for
 * the folder.
 *
 * @throws ConfigError if patterns take too long.
 */
export function listFiles(options: ListOptions, skips: SkipLog): FileList {
  const { root, overlay, among } = options;
  const mainTest = candidateTest(options);
  const test =
    options.also === undefined ? mainTest : eitherTest(mainTest, candidateTest({ ...options, ...options.also }));
  const listing: Listing = { root, test, overlay, among };
  const result = emptyResult();
  const named = new Set<string>();
  const missing: { path: string; reason: string }[] = [];
  const budget = new StepBudget(MATCHING_STEPS);
  const listings = new Map<string, FoundFiles>();
  const listOnce = (folder: string): FoundFiles => {
    const found = listings.get(folder) ?? listFolder(folder, listing);
    listings.set(folder, found);
    return found;
  };
  const areAllNegated = options.paths.every(
    (path) => path.startsWith('!') && kindOf(resolve(root, path), overlay) === DOES_NOT_EXIST,
  );
  for (const path of areAllNegated ? ['.', ...options.paths] : options.paths) {
    const absolute = resolve(root, path);
    const kind = kindOf(absolute, overlay);
    if (kind === 'folder') addAll(result, listOnce(absolute));
    else if (kind === 'file') {
      const name = toName(root, absolute);
      named.add(name);
      addFile(result, name, name.slice(name.lastIndexOf('/') + 1), listing.test);
    } else if (kind === DOES_NOT_EXIST && isPattern(root, path)) {
      if (path.startsWith('!')) exclude(result, named, namesMatching(root, path, namesIn(result), budget));
      else {
        const base = baseOfPath(root, path);
        const found = kindOf(base, overlay) === 'folder' ? listOnce(base) : emptyResult();
        const matched = namesMatching(root, path, namesIn(found), budget);
        if (matched.size === 0 && among === undefined) missing.push({ path, reason: 'it matches no file to scan' });
        addAll(
          result,
          select(found, (name) => matched.has(name)),
        );
      }
    } else missing.push({ path, reason: kind });
  }
  if (budget.isSpent)
    throw new ConfigError('the patterns of paths take too long for this number of files. Write simpler ones.');
  const left = result.left.filter(({ path }) => among?.has(path) !== false);
  for (const { reason, path } of left) if (reason !== 'other-kind') skips.add(reason, path);
  const restrict = (found: ReadonlySet<string>): readonly string[] =>
    [...found].filter((file) => among?.has(file) !== false).sort();
  const [files, perhaps] = [restrict(result.files), restrict(result.perhaps)];
  work.filesListed += files.length + perhaps.length;
  return {
    files,
    perhaps,
    named,
    missing,
    leftOutFiles: left,
    limits: [...new Set([...result.limits, ...listing.test.limits()])],
  };
}

function kindOf(absolute: string, overlay: TreeOverlay | undefined): string {
  const kind = overlay?.kind(absolute) ?? kindOfPath(absolute);
  return kind === 'none' ? DOES_NOT_EXIST : kind;
}

function namesIn({ files, perhaps, left }: FoundFiles): readonly string[] {
  return [...files, ...perhaps, ...left.map(({ path }) => path)];
}

function addAll(target: FoundFiles, other: FoundFiles): void {
  for (const file of other.files) target.files.add(file);
  for (const file of other.perhaps) target.perhaps.add(file);
  for (const entry of other.left) target.left.push(entry);
  target.limits.push(...other.limits);
}

function select({ files, perhaps, left, limits }: FoundFiles, isSelected: (name: string) => boolean): FoundFiles {
  return {
    files: new Set([...files].filter(isSelected)),
    perhaps: new Set([...perhaps].filter(isSelected)),
    left: left.filter(({ path }) => isSelected(path)),
    limits,
  };
}

function exclude(found: FoundFiles, named: Set<string>, names: ReadonlySet<string>): void {
  for (const name of names) {
    found.files.delete(name);
    found.perhaps.delete(name);
    named.delete(name);
  }
  found.left.splice(0, found.left.length, ...found.left.filter(({ path }) => !names.has(path)));
}

/** Root and restrictions of a listing. */
interface Listing {
  /** Absolute path; files are named relative to it. */
  readonly root: string;
  readonly test: CandidateTest;
  /** Files that differ from those on disk. */
  readonly overlay: TreeOverlay | undefined;
  /** Restricts the list to these existing files, relative to the root, which are not ignored. */
  readonly among: ReadonlySet<string> | undefined;
}

/** A file or folder that is left out, with the reason. */
export interface LeftOut {
  readonly reason: SkipReason;
  readonly path: string;
}

/** Files found for a folder or path. Names are relative to the root, with `/`. */
interface FoundFiles {
  /** Files to scan. */
  readonly files: Set<string>;
  /** Files to scan depending on their text. */
  readonly perhaps: Set<string>;
  /** Files and folders that are left out. */
  readonly left: LeftOut[];
  /** Omissions, one sentence each. */
  readonly limits: string[];
}

function emptyResult(): FoundFiles {
  return { files: new Set(), perhaps: new Set(), left: [], limits: [] };
}

/**
 * Lists the files of a folder to scan. Inside a git work tree git lists them (about eight times faster than reading
 * every .gitignore file ourselves, and right by definition). Elsewhere, or if git ignores the whole named folder,
 * folders are walked.
 */
function listFolder(absolute: string, listing: Listing): FoundFiles {
  const name = toName(listing.root, absolute);
  const prefix = name === '' ? '' : `${name}/`;
  const found = emptyResult();
  if (listing.among !== undefined) {
    for (const file of listing.among)
      if (file.startsWith(prefix)) addFile(found, file, file.slice(prefix.length), listing.test);
    return found;
  }
  addFilesOnDisk(found, absolute, prefix, listing);
  // Files on disk that the overlay deletes are reported as vanished when they are read.
  for (const path of listing.overlay?.files() ?? []) {
    const file = toName(listing.root, path);
    if (!path.startsWith(absolute + sep) || found.files.has(file)) continue;
    const reason = listing.test.file(file, file.slice(prefix.length));
    if (reason === undefined) found.files.add(file);
    else if (reason === 'perhaps') found.perhaps.add(file);
  }
  return found;
}

/** Adds an existing file; `below` is the part of its name under the path that the user named. */
function addFile(found: FoundFiles, name: string, below: string, test: CandidateTest): void {
  const reason = test.file(name, below);
  if (reason === undefined) found.files.add(name);
  else if (reason === 'perhaps') found.perhaps.add(name);
  else if (reason !== 'not-source') found.left.push({ reason, path: name });
}

function addFilesOnDisk(found: FoundFiles, absolute: string, prefix: string, { root, test, overlay }: Listing): void {
  const gitListing = listWithGit(absolute);
  if (gitListing.kind === 'refused')
    found.limits.push(
      `Git does not read the repository of '${prefix === '' ? '.' : prefix}': ${gitListing.message}. Files were found without it, by .gitignore files.`,
    );
  if (gitListing.kind === 'listed' && gitListing.files.length + gitListing.notCheckedOut.length > 0) {
    for (const path of gitListing.files) addFile(found, prefix + path, path, test);
    for (const path of gitListing.notCheckedOut)
      if (
        !(overlay?.content(join(absolute, path)) instanceof Uint8Array) &&
        test.file(prefix + path, path) === undefined
      )
        found.left.push({ reason: 'not-checked-out', path: prefix + path });
    for (const path of gitListing.submodules) found.left.push({ reason: 'submodule', path: prefix + path });
    return;
  }
  walk(absolute, {
    outermost: gitListing.kind === 'listed' ? undefined : root,
    skipFolder: (path, folder) => test.folder(prefix + path, folder),
    isSource: (path) => !['not-source', 'perhaps'].includes(test.file(prefix + path, path) ?? ''),
    onFile: (path) => addFile(found, prefix + path, path, test),
    onSkip: (reason, path) => found.left.push({ reason, path: prefix + path }),
    onLimit: (limit) => found.limits.push(limit),
  });
}

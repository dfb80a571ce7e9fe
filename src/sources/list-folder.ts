import { join, sep } from 'node:path';
import type { SkipReason } from '../model/skipped.js';
import type { CandidateTest } from './candidate.js';
import { toName } from './file-name.js';
import { listWithGit } from './git/list-files.js';
import type { TreeOverlay } from './tree-overlay.js';
import { walk } from './walk.js';

/** Root and restrictions of a listing. */
export interface Listing {
  /** Absolute path; files are named relative to it. */
  readonly root: string;
  readonly test: CandidateTest;
  /** Files that differ from those on disk. */
  readonly overlay: TreeOverlay | undefined;
  /** Of all files only these, relative to the root. They are known to exist, and not to be ignored. */
  readonly among: ReadonlySet<string> | undefined;
}

/** A file or folder that is left out. */
export interface LeftOut {
  readonly reason: SkipReason;
  readonly path: string;
}

/** Files of a folder or path. Names are relative to the root, with `/`. */
export interface Found {
  /** Files to scan. */
  readonly files: Set<string>;
  /** Files to scan depending on their text. */
  readonly perhaps: Set<string>;
  /** Files and folders that are left out. */
  readonly left: LeftOut[];
  /** Omissions, one sentence each. */
  readonly limits: string[];
}

export function nothingFound(): Found {
  return { files: new Set(), perhaps: new Set(), left: [], limits: [] };
}

/**
 * Lists the files of a folder to scan. Inside a git work tree git lists them (about eight times faster than reading
 * every .gitignore file ourselves, and right by definition). Elsewhere, or where git ignores the named folder as a
 * whole, folders are walked.
 */
export function listFolder(absolute: string, listing: Listing): Found {
  const name = toName(listing.root, absolute);
  const prefix = name === '' ? '' : `${name}/`;
  const found = nothingFound();
  if (listing.among !== undefined) {
    for (const file of listing.among)
      if (file.startsWith(prefix)) addFile(found, file, file.slice(prefix.length), listing.test);
    return found;
  }
  addOnDisk(found, absolute, prefix, listing);
  // Files on disk that the overlay deletes are reported as gone when they are read.
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
export function addFile(found: Found, name: string, below: string, test: CandidateTest): void {
  const reason = test.file(name, below);
  if (reason === undefined) found.files.add(name);
  else if (reason === 'perhaps') found.perhaps.add(name);
  else if (reason !== 'not-source') found.left.push({ reason, path: name });
}

function addOnDisk(found: Found, absolute: string, prefix: string, { root, test, overlay }: Listing): void {
  const inGit = listWithGit(absolute);
  if (inGit.kind === 'refused')
    found.limits.push(
      `Git does not read the repository of '${prefix === '' ? '.' : prefix}': ${inGit.message}. Files were found without it, by .gitignore files.`,
    );
  if (inGit.kind === 'listed' && inGit.files.length + inGit.notCheckedOut.length > 0) {
    for (const path of inGit.files) addFile(found, prefix + path, path, test);
    for (const path of inGit.notCheckedOut)
      if (
        !(overlay?.content(join(absolute, path)) instanceof Uint8Array) &&
        test.file(prefix + path, path) === undefined
      )
        found.left.push({ reason: 'not-checked-out', path: prefix + path });
    for (const path of inGit.submodules) found.left.push({ reason: 'submodule', path: prefix + path });
    return;
  }
  walk(absolute, {
    outermost: inGit.kind === 'listed' ? undefined : root,
    skipFolder: (path, folder) => test.folder(prefix + path, folder),
    isSource: (path) => !['not-source', 'perhaps'].includes(test.file(prefix + path, path) ?? ''),
    onFile: (path) => addFile(found, prefix + path, path, test),
    onSkip: (reason, path) => found.left.push({ reason, path: prefix + path }),
    onLimit: (limit) => found.limits.push(limit),
  });
}

import { readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { work } from '../core/lib/work.js';
import { errorCode, throwOnShortage } from '../core/model/errors.js';

export type PathKind = 'file' | 'folder' | 'none';

/**
 * Number of questions about one folder at which it is listed: a list costs more than a few questions, and less than
 * many.
 */
const LISTING_THRESHOLD = 4;

/** Names that file systems compare alike, except for case; excludes short names and streams of Windows. */
const PLAIN_NAME = /^[\w.@+$()[\]{}*|,=!#%&' -]*[\w)\]}]$/;

/** Entries of a folder. */
interface FolderEntries {
  readonly entries: ReadonlyMap<string, Dirent>;
  /** All names in lower case; undefined if the list cannot prove that a name is absent. */
  readonly lowerCaseNames: ReadonlySet<string> | undefined;
}

/** Kinds of paths on disk. After a number of questions about the names of one folder, the folder is listed instead. */
export class DiskKinds {
  readonly #questionCounts = new Map<string, number>();
  readonly #entriesByFolder = new Map<string, FolderEntries>();
  readonly #noteIrregular: (path: string) => void;
  readonly #listingThreshold: number;

  /**
   * `noteIrregular` is called for entries that are neither files nor folders. `listingThreshold`: number of questions
   * about one folder after which it is listed.
   */
  constructor(noteIrregular: (path: string) => void, listingThreshold = LISTING_THRESHOLD) {
    this.#noteIrregular = noteIrregular;
    this.#listingThreshold = listingThreshold;
  }

  kindOf(path: string): PathKind {
    const [folder, name] = splitPath(path);
    const folderEntries = PLAIN_NAME.test(name) ? this.#entriesIfListed(folder) : undefined;
    if (folderEntries !== undefined) {
      const entry = folderEntries.entries.get(name);
      if (entry?.isFile() === true) return 'file';
      if (entry?.isDirectory() === true) return 'folder';
      if (entry === undefined && folderEntries.lowerCaseNames?.has(name.toLowerCase()) === false) return 'none';
    }
    return this.#stat(path);
  }

  /** Names of the entries of a folder, which is listed now unless it was before. */
  namesIn(folder: string): readonly string[] {
    return [...this.#list(folder).entries.keys()];
  }

  /** Whether an entry was absent when its folder was listed. */
  wasAbsent(path: string): boolean {
    const [folder, name] = splitPath(path);
    return this.#entriesByFolder.get(folder)?.entries.has(name) === false;
  }

  #entriesIfListed(folder: string): FolderEntries | undefined {
    const questionCount = (this.#questionCounts.get(folder) ?? 0) + 1;
    this.#questionCounts.set(folder, questionCount);
    return questionCount < this.#listingThreshold ? undefined : this.#list(folder);
  }

  #list(folder: string): FolderEntries {
    let folderEntries = this.#entriesByFolder.get(folder);
    if (folderEntries === undefined) this.#entriesByFolder.set(folder, (folderEntries = listFolder(folder)));
    return folderEntries;
  }

  #stat(path: string): PathKind {
    work.pathsProbed++;
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return 'none';
      if (stat.isFile()) return 'file';
      if (stat.isDirectory()) return 'folder';
      this.#noteIrregular(path);
    } catch (error) {
      throwOnShortage(error);
    }
    return 'none';
  }
}

/** Splits a normalised absolute path into folder and name, faster than `dirname`, which checks each character. */
export function splitPath(path: string): readonly [string, string] {
  const end = path.lastIndexOf(sep);
  return end > 0 ? [path.slice(0, end), path.slice(end + 1)] : [dirname(path), basename(path)];
}

function listFolder(folder: string): FolderEntries {
  work.pathsProbed++;
  try {
    const entries = new Map(readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry]));
    const names = [...entries.keys()];
    // File systems compare other letters differently.
    const isAscii = names.every((name) => /^[ -~]*$/.test(name));
    return { entries, lowerCaseNames: isAscii ? new Set(names.map((name) => name.toLowerCase())) : undefined };
  } catch (error) {
    throwOnShortage(error);
    const isAbsent = errorCode(error) === 'ENOENT';
    return { entries: new Map(), lowerCaseNames: isAbsent ? new Set() : undefined };
  }
}

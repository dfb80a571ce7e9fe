import { readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { work } from '../core/lib/work.js';
import { errorCode, refuseShortage } from '../core/model/errors.js';

export type PathKind = 'file' | 'folder' | 'none';

/**
 * Questions about names in one folder from which on its names are listed: that is dearer than a few, and cheaper than
 * many.
 */
const LISTED_FROM = 4;

/** Names that file systems compare in the same way except for case; not the short ones of Windows, nor its streams. */
const PLAIN = /^[\w.@+$()[\]{}*|,=!#%&' -]*[\w)\]}]$/;

/** Entries of a folder. */
interface Listed {
  readonly entries: ReadonlyMap<string, Dirent>;
  /** All names in lower case; undefined where the list cannot prove that a name is absent. */
  readonly folded: ReadonlySet<string> | undefined;
}

/** Kinds of paths on disk. A folder is listed instead after questions about several of its names. */
export class DiskKinds {
  readonly #asked = new Map<string, number>();
  readonly #listed = new Map<string, Listed>();
  readonly #noteIrregular: (path: string) => void;
  readonly #listedFrom: number;

  /**
   * `noteIrregular` is called for entries that are neither files nor folders. `listedFrom`: number of questions about
   * one folder from which on it is listed.
   */
  constructor(noteIrregular: (path: string) => void, listedFrom = LISTED_FROM) {
    this.#noteIrregular = noteIrregular;
    this.#listedFrom = listedFrom;
  }

  of(path: string): PathKind {
    const [folder, name] = split(path);
    const listed = PLAIN.test(name) ? this.#askedOf(folder) : undefined;
    if (listed !== undefined) {
      const entry = listed.entries.get(name);
      if (entry?.isFile() === true) return 'file';
      if (entry?.isDirectory() === true) return 'folder';
      if (entry === undefined && listed.folded?.has(name.toLowerCase()) === false) return 'none';
    }
    return this.#stat(path);
  }

  /** Names of the entries of a folder when it was listed, which happens now at the latest. */
  namesIn(folder: string): readonly string[] {
    return [...this.#list(folder).entries.keys()];
  }

  /** Whether an entry was absent when its folder was listed. */
  lacked(path: string): boolean {
    const [folder, name] = split(path);
    return this.#listed.get(folder)?.entries.has(name) === false;
  }

  #askedOf(folder: string): Listed | undefined {
    const asked = (this.#asked.get(folder) ?? 0) + 1;
    this.#asked.set(folder, asked);
    return asked < this.#listedFrom ? undefined : this.#list(folder);
  }

  #list(folder: string): Listed {
    let listed = this.#listed.get(folder);
    if (listed === undefined) this.#listed.set(folder, (listed = list(folder)));
    return listed;
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
      refuseShortage(error);
    }
    return 'none';
  }
}

/** The folder and the name in it, of a normalised absolute path: `dirname` looks at each character. */
export function split(path: string): readonly [string, string] {
  const end = path.lastIndexOf(sep);
  return end > 0 ? [path.slice(0, end), path.slice(end + 1)] : [dirname(path), basename(path)];
}

function list(folder: string): Listed {
  work.pathsProbed++;
  try {
    const entries = new Map(readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry]));
    const names = [...entries.keys()];
    // The comparison of other letters depends on the file system.
    const isKnown = names.every((name) => /^[ -~]*$/.test(name));
    return { entries, folded: isKnown ? new Set(names.map((name) => name.toLowerCase())) : undefined };
  } catch (error) {
    refuseShortage(error);
    const isGone = errorCode(error) === 'ENOENT';
    return { entries: new Map(), folded: isGone ? new Set() : undefined };
  }
}

import { readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { basename, dirname } from 'node:path';
import { work } from '../lib/work.js';
import { refuseShortage } from '../model/errors.js';

export type PathKind = 'file' | 'folder' | 'none';

/** Questions about names in one folder from which on its names are listed: that is dearer than a few, and cheaper than many. */
const LISTED_FROM = 4;

/** Names that file systems compare alike but for the case of letters; not the short ones of Windows, nor its streams. */
const PLAIN = /^[\w.@+$()[\]-]*\w$/;

/** The names in a folder; undefined where they cannot be known by being listed. */
interface Listed {
  readonly entries: ReadonlyMap<string, Dirent>;
  /** In lower case. */
  readonly folded: ReadonlySet<string>;
}

/** What there is on disk at a path. Where many names of one folder are asked for, the folder is read once in their place. */
export class DiskKinds {
  readonly #asked = new Map<string, number>();
  readonly #listed = new Map<string, Listed | undefined>();
  readonly #noteIrregular: (path: string) => void;

  /** `noteIrregular` is told of what is there and is neither a file nor a folder. */
  constructor(noteIrregular: (path: string) => void) {
    this.#noteIrregular = noteIrregular;
  }

  of(path: string): PathKind {
    const name = basename(path);
    const listed = PLAIN.test(name) ? this.#namesOf(dirname(path)) : undefined;
    if (listed !== undefined) {
      const entry = listed.entries.get(name);
      if (entry?.isFile() === true) return 'file';
      if (entry?.isDirectory() === true) return 'folder';
      if (entry === undefined && !listed.folded.has(name.toLowerCase())) return 'none';
    }
    return this.#stat(path);
  }

  #namesOf(folder: string): Listed | undefined {
    const asked = (this.#asked.get(folder) ?? 0) + 1;
    this.#asked.set(folder, asked);
    if (asked < LISTED_FROM) return undefined;
    if (!this.#listed.has(folder)) this.#listed.set(folder, list(folder));
    return this.#listed.get(folder);
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

function list(folder: string): Listed | undefined {
  work.pathsProbed++;
  try {
    const entries = new Map(readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry]));
    const names = [...entries.keys()];
    // How other letters are compared is the business of each file system.
    return names.every((name) => /^[ -~]*$/.test(name))
      ? { entries, folded: new Set(names.map((name) => name.toLowerCase())) }
      : undefined;
  } catch (error) {
    refuseShortage(error);
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isGone ? { entries: new Map(), folded: new Set() } : undefined;
  }
}

import { basename, dirname } from 'node:path';

/**
 * Files that differ from those on disk, in the staged or an earlier state of a work tree. All other files are the same
 * as on disk.
 */
export class TreeOverlay {
  /** Contents by absolute path; null for an absent file. */
  readonly contents: ReadonlyMap<string, Uint8Array | null>;
  readonly #folders = new Set<string>();

  constructor(contents: ReadonlyMap<string, Uint8Array | null>) {
    this.contents = contents;
    for (const [path, content] of contents) {
      if (content === null) continue;
      for (let folder = dirname(path); !this.#folders.has(folder); folder = dirname(folder)) this.#folders.add(folder);
    }
  }

  /** Content of a file; null if it is absent, undefined if it is the same as on disk. */
  content(path: string): Uint8Array | null | undefined {
    return this.contents.get(path);
  }

  kind(path: string): 'file' | 'folder' | 'none' | undefined {
    const content = this.contents.get(path);
    if (content !== undefined) return content === null ? 'none' : 'file';
    return this.#folders.has(path) ? 'folder' : undefined;
  }

  /** Names of the files in a folder. */
  namesIn(folder: string, namesOnDisk: readonly string[]): readonly string[] {
    const names = new Set(namesOnDisk);
    for (const [path, content] of this.contents) {
      if (dirname(path) !== folder) continue;
      if (content === null) names.delete(basename(path));
      else names.add(basename(path));
    }
    return [...names];
  }

  /** Absolute paths of the files that exist in the overlay. */
  files(): readonly string[] {
    return [...this.contents].flatMap(([path, content]) => (content === null ? [] : [path]));
  }
}

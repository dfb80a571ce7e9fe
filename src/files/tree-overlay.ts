import { basename, dirname } from 'node:path';

/**
 * Files that differ from those on disk: the staged or the earlier state of a work tree. All other files are as on disk.
 */
export class TreeOverlay {
  /** By absolute path; null: there is no such file. */
  readonly contents: ReadonlyMap<string, Uint8Array | null>;
  readonly #folders = new Set<string>();

  constructor(contents: ReadonlyMap<string, Uint8Array | null>) {
    this.contents = contents;
    for (const [path, content] of contents) {
      if (content === null) continue;
      for (let folder = dirname(path); !this.#folders.has(folder); folder = dirname(folder)) this.#folders.add(folder);
    }
  }

  /** Content of a file, null where there is none, undefined where it is as on disk. */
  content(path: string): Uint8Array | null | undefined {
    return this.contents.get(path);
  }

  kind(path: string): 'file' | 'folder' | 'none' | undefined {
    const content = this.contents.get(path);
    if (content !== undefined) return content === null ? 'none' : 'file';
    return this.#folders.has(path) ? 'folder' : undefined;
  }

  /** Names of the files in a folder; `onDisk`: those on disk. */
  names(folder: string, onDisk: readonly string[]): readonly string[] {
    const names = new Set(onDisk);
    for (const [path, content] of this.contents) {
      if (dirname(path) !== folder) continue;
      if (content === null) names.delete(basename(path));
      else names.add(basename(path));
    }
    return [...names];
  }

  /** Absolute paths of the files that exist here. */
  files(): readonly string[] {
    return [...this.contents].flatMap(([path, content]) => (content === null ? [] : [path]));
  }
}

import { join } from 'node:path';
import { readBlobs } from './blobs.js';
import type { Blobs } from './blobs.js';
import type { DiffEntry } from './raw-diff.js';

/** Contents of the older side of differences. Links and submodules count as no files. */
export class OlderSide {
  readonly #top: string;
  readonly #isRead: (path: string) => boolean;
  readonly #blobs: Blobs;
  /** Paths of those whose content is read from git. */
  readonly read: readonly string[];
  /** Paths of those whose content should be read, and is not here. */
  readonly missing: readonly string[];

  constructor(top: string, entries: readonly DiffEntry[], isRead: (path: string) => boolean) {
    const files = entries.filter(({ path, old }) => old !== undefined && isFile(old.mode) && isRead(path));
    this.#top = top;
    this.#isRead = isRead;
    this.#blobs = readBlobs(
      top,
      files.map(({ old }) => old?.id ?? ''),
    );
    const paths = (which: (id: string) => boolean): readonly string[] => [
      ...new Set(files.filter(({ old }) => which(old?.id ?? '')).map(({ path }) => path)),
    ];
    this.read = paths((id) => this.#blobs.contents.has(id));
    this.missing = paths((id) => this.#blobs.missing.has(id));
  }

  /** Content of a file; null where there is none, or it is not here. */
  content({ path, old }: DiffEntry): Uint8Array | null {
    if (old === undefined || !isFile(old.mode)) return null;
    if (!this.#isRead(path)) return NOT_READ;
    return this.#blobs.contents.get(old.id) ?? null;
  }

  /** Contents by absolute path; of two entries of a path the last one counts. */
  contents(entries: readonly DiffEntry[]): ReadonlyMap<string, Uint8Array | null> {
    return new Map(entries.map((entry) => [join(this.#top, entry.path), this.content(entry)]));
  }
}

/** In place of a content that nobody asks for. */
const NOT_READ = new Uint8Array();

function isFile(mode: string): boolean {
  return mode.startsWith('100');
}

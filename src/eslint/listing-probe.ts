import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { work } from '../lib/work.js';
import { FileProbe } from '../sources/file-probe.js';

type Kind = 'file' | 'folder';

/** Answers from listings of folders: one call for each folder in place of several for each file. */
export class ListingProbe extends FileProbe {
  readonly #listings = new Map<string, ReadonlyMap<string, Kind>>();
  readonly #asked: (path: string) => void;

  /** `asked` is told of each folder and file on which an answer rests, before it is looked at. */
  constructor(asked: (path: string) => void = () => undefined) {
    super();
    this.#asked = asked;
  }

  override isFile(path: string): boolean {
    return this.#kind(path) === 'file';
  }

  override isFolder(path: string): boolean {
    return this.#kind(path) === 'folder';
  }

  override namesIn(path: string): readonly string[] {
    this.#asked(path);
    return [...this.#listed(path).keys()];
  }

  override readJson(path: string): Readonly<Record<string, unknown>> | undefined {
    this.#asked(path);
    return super.readJson(path);
  }

  override readText(path: string): string | undefined {
    this.#asked(path);
    return super.readText(path);
  }

  /** Whether a file has come to a folder since that was listed. */
  lacks(path: string): boolean {
    return this.#listings.get(dirname(path))?.has(basename(path)) === false;
  }

  #kind(path: string): Kind | undefined {
    // Paths are absolute and as `resolve` writes them: `dirname` would look at each character.
    const end = path.lastIndexOf(sep);
    const folder = end > 0 ? path.slice(0, end) : dirname(path);
    this.#asked(folder);
    return this.#listed(folder).get(path.slice(end + 1));
  }

  #listed(folder: string): ReadonlyMap<string, Kind> {
    let listing = this.#listings.get(folder);
    if (listing === undefined) {
      work.pathsProbed++;
      this.#listings.set(folder, (listing = list(folder)));
    }
    return listing;
  }
}

function list(folder: string): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const stat = entry.isSymbolicLink() ? statSync(`${folder}/${entry.name}`, { throwIfNoEntry: false }) : entry;
      if (stat?.isFile() === true) kinds.set(entry.name, 'file');
      else if (stat?.isDirectory() === true) kinds.set(entry.name, 'folder');
    }
  } catch {
    // No such folder, or none of ours to read.
  }
  return kinds;
}

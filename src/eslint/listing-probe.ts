import { readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { FileProbe } from '../sources/file-probe.js';

type Kind = 'file' | 'folder';

/** Answers from listings of folders: one call for each folder in place of several for each file. */
export class ListingProbe extends FileProbe {
  readonly #listings = new Map<string, ReadonlyMap<string, Kind>>();

  override isFile(path: string): boolean {
    return this.#kind(path) === 'file';
  }

  override isFolder(path: string): boolean {
    return this.#kind(path) === 'folder';
  }

  #kind(path: string): Kind | undefined {
    const folder = dirname(path);
    let listing = this.#listings.get(folder);
    if (listing === undefined) this.#listings.set(folder, (listing = list(folder)));
    return listing.get(basename(path));
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

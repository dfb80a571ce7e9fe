import { posix } from 'node:path';
import { addTo } from '../../lib/collections.js';
import type { LanguageTree } from '../language.js';

/** Files by folder; a scan adds files to its list until it has read them all. */
const FOLDERS = new WeakMap<readonly string[], { readonly size: number; readonly files: Map<string, string[]> }>();

/** The files of a module, sorted by name: those in the folder of one of them. */
export function filesOf({ files }: LanguageTree, file: string): readonly string[] {
  return filesIn(files, posix.dirname(file));
}

/** The files in a folder, by its path relative to the root. */
export function filesIn(files: readonly string[], folder: string): readonly string[] {
  let known = FOLDERS.get(files);
  if (known?.size !== files.length) {
    known = { size: files.length, files: new Map() };
    for (const file of [...files].sort()) addTo(known.files, posix.dirname(file), file);
    FOLDERS.set(files, known);
  }
  return known.files.get(folder) ?? [];
}

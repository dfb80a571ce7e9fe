import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION_CONTROL } from './walk.js';

/** Largest number of entries; a repository has fewer without its dependencies. */
const MAX_ENTRIES = 200_000;

/** Folders without imported or edited files. */
const FOREIGN = new Set(['node_modules', ...VERSION_CONTROL]);

/**
 * Absolute paths of all files below a folder, including ignored ones, except dependencies. Links are not followed.
 * Undefined where there are too many, or a folder cannot be read.
 */
export function filesBelow(top: string): readonly string[] | undefined {
  const files: string[] = [];
  const pending = [top];
  let entries = 0;
  try {
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        entries += 1;
        if (entries > MAX_ENTRIES) return undefined;
        const path = join(folder, entry.name);
        if (entry.isFile()) files.push(path);
        else if (entry.isDirectory() && !FOREIGN.has(entry.name)) pending.push(path);
      }
    }
  } catch {
    return undefined;
  }
  return files;
}

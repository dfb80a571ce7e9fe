import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder and its parents, from the inside out, up to the top of its repository. */
export function ancestors(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    folders.push(current);
    if (dirname(current) === current || existsSync(join(current, '.git'))) return folders;
  }
}

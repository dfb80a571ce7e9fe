import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The repository around a folder; the folder itself where there is none. */
export function treeOf(folder: string): string {
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) return top;
    if (dirname(top) === top) return folder;
  }
}

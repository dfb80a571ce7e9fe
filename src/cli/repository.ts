import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseCodeowners } from '../report/owners.js';
import type { OwnersOf } from '../report/owners.js';

export interface Repository {
  readonly root: string;
  /** Way from its root to the scanned one: empty, or `packages/app/`. */
  readonly prefix: string;
}

/** Places of the file in the order in which hosts look: the first one counts. */
const CODEOWNERS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];

/** The work tree that holds a folder; the folder itself where there is none. */
export function findRepository(folder: string): Repository {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, '.git'))) {
      const way = relative(root, folder).split(sep).join('/');
      return { root, prefix: way === '' ? '' : `${way}/` };
    }
    if (dirname(root) === root) return { root: folder, prefix: '' };
  }
}

/** The owners of files by the CODEOWNERS file of a repository; undefined where there is none to read. */
export function readOwners(root: string): OwnersOf | undefined {
  for (const name of CODEOWNERS) {
    try {
      return parseCodeowners(readFileSync(join(root, name), 'utf8'));
    } catch {
      // Not there, or not readable: the next place.
    }
  }
  return undefined;
}

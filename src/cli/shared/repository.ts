import { join, relative, sep } from 'node:path';
import { workTreeOf } from '../../lib/own-cache.js';
import { MEGABYTE, readRegularFile } from '../../lib/read-file.js';
import { parseCodeowners } from '../../report/owners.js';
import type { OwnersOf } from '../../report/owners.js';

export interface Repository {
  readonly root: string;
  /** Path from its root to the scanned one: empty, or `packages/app/`. */
  readonly prefix: string;
}

/** Paths of the file in the order in which hosts look: the first one counts. */
const CODEOWNERS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];

/** The work tree that contains a folder; the folder itself where there is none. */
export function findRepository(folder: string): Repository {
  const root = workTreeOf(folder) ?? folder;
  const way = relative(root, folder).split(sep).join('/');
  return { root, prefix: way === '' ? '' : `${way}/` };
}

/** Hosts read 3 MB at most. */
const MAX_CODEOWNERS = 5 * MEGABYTE;

export interface Owners {
  /** Absent where there is no CODEOWNERS file to read. */
  readonly ownersOf?: OwnersOf;
  /** Files that were not read, each in a sentence. */
  readonly limits: readonly string[];
}

/** The owners of files by the CODEOWNERS file of a repository. */
export function readOwners(root: string): Owners {
  const limits: string[] = [];
  for (const name of CODEOWNERS) {
    const content = readRegularFile(join(root, name), { limit: MAX_CODEOWNERS, within: root, malformed: 'replace' });
    if (content.kind === 'text') return { ownersOf: parseCodeowners(content.text), limits };
    if (content.kind === 'refused') limits.push(`${name} was not read, so no owners are shown: ${content.why}.`);
  }
  return { limits };
}

import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { isAbsolute, join, parse, relative, sep } from 'node:path';
import { userCacheFolder, realPathOf, workTreeOf } from '../../../core/lib/user-cache.js';
import { MEGABYTE, isInside, readRegularFile } from '../../../core/lib/read-file.js';
import { parseCodeowners } from '../../../report/owners.js';
import type { OwnersOf } from '../../../report/owners.js';
import type { CliIo } from './io.js';

export interface Repository {
  readonly root: string;
  /** Path from `root` to the folder of the search: empty, or such as `packages/app/`. */
  readonly prefix: string;
}

/** Paths of CODEOWNERS in the order in which Git hosts search; the first existing file applies. */
const CODEOWNERS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];

/** Finds the work tree that contains a folder; without one, the folder itself is the root. */
export function findRepository(folder: string): Repository {
  const root = workTreeOf(folder) ?? folder;
  const path = relative(root, folder).split(sep).join('/');
  return { root, prefix: path === '' ? '' : `${path}/` };
}

/** Bytes of the largest CODEOWNERS file that is read; Git hosts accept at most 3 MB. */
const MAX_CODEOWNERS = 5 * MEGABYTE;

export interface Owners {
  /** Absent without a readable CODEOWNERS file. */
  readonly ownersOf?: OwnersOf;
  /** Sentences about files that were not read. */
  readonly limits: readonly string[];
}

/** Reads the CODEOWNERS file of a repository. */
export function readOwners(root: string): Owners {
  const limits: string[] = [];
  for (const name of CODEOWNERS) {
    const content = readRegularFile(join(root, name), { limit: MAX_CODEOWNERS, within: root, malformed: 'replace' });
    if (content.kind === 'text') return { ownersOf: parseCodeowners(content.text), limits };
    if (content.kind === 'refused') limits.push(`${name} was not read, so no owners are shown: ${content.why}.`);
  }
  return { limits };
}

const SEPARATOR = process.platform === 'win32' ? /[\\/]/ : '/';

/** Number of links that most systems follow; a path with more links is treated as controlled by a repository. */
const MAX_LINKS = 40;

/**
 * Finds the first symbolic link in an absolute path that is inside a repository: any committer can choose the target of
 * such a link. Links outside of repositories are followed, because they belong to the user.
 */
export function repositoryLink(path: string): string | undefined {
  let folder = parse(path).root;
  const steps = stepsOf(path);
  let links = 0;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const next = join(folder, step);
    if (lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
      folder = next;
      continue;
    }
    if (isInRepository(folder)) return next;
    links += 1;
    if (links > MAX_LINKS) return next;
    const target = readlinkSync(next);
    if (isAbsolute(target)) folder = parse(target).root;
    steps.unshift(...stepsOf(target));
  }
  return undefined;
}

function stepsOf(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(SEPARATOR)
    .filter((step) => step !== '');
}

function isInRepository(folder: string): boolean {
  return existsSync(join(findRepository(folder).root, '.git'));
}

/** Returns the cache folder of the user; undefined if it is not trusted, or is in the repository of one of `roots`. */
export function userFolder(roots: readonly string[], env: CliIo['env']): string | undefined {
  const folder = userCacheFolder(env);
  return folder === undefined || roots.some((root) => isInside(repositoryOf(root), folder)) ? undefined : folder;
}

/** Returns the real path of the repository that contains a folder, or else of the folder. */
export function repositoryOf(folder: string): string {
  return realPathOf(findRepository(folder).root);
}

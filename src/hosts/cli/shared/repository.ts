import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { isAbsolute, join, parse, relative, sep } from 'node:path';
import { ownCache, realPlace, workTreeOf } from '../../../core/lib/own-cache.js';
import { MEGABYTE, isInside, readRegularFile } from '../../../core/lib/read-file.js';
import { parseCodeowners } from '../../../report/owners.js';
import type { OwnersOf } from '../../../report/owners.js';
import type { CliIo } from './io.js';

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

const SEPARATOR = process.platform === 'win32' ? /[\\/]/ : '/';
/** Limit of most systems: a longer path counts as one that a repository controls. */
const MAX_LINKS = 40;

/**
 * The first link on the way to an absolute path that is inside a repository, where its target is chosen by any
 * committer. Links outside repositories are the user's own, and are followed.
 */
export function repositoryLink(path: string): string | undefined {
  let at = parse(path).root;
  const steps = stepsOf(path);
  let links = 0;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const next = join(at, step);
    if (lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
      at = next;
      continue;
    }
    if (isInRepository(at)) return next;
    links += 1;
    if (links > MAX_LINKS) return next;
    const target = readlinkSync(next);
    if (isAbsolute(target)) at = parse(target).root;
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

/**
 * Our cache folder; undefined where there is none to be trusted, and where it is in the repository of one of `roots`.
 */
export function userFolder(roots: readonly string[], env: CliIo['env']): string | undefined {
  const folder = ownCache(env);
  return folder === undefined || roots.some((root) => isInside(repositoryOf(root), folder)) ? undefined : folder;
}

/** The top of the repository that contains a folder, else the folder, by its real path. */
export function repositoryOf(folder: string): string {
  return realPlace(findRepository(folder).root);
}

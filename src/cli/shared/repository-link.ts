import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { isAbsolute, join, parse } from 'node:path';
import { findRepository } from './repository.js';

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

import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { isAbsolute, join, parse } from 'node:path';
import { findRepository } from './repository.js';

const SEPARATOR = process.platform === 'win32' ? /[\\/]/ : '/';
/** Systems follow no more, or hardly more: such a path counts as one that a repository leads astray. */
const MAX_LINKS = 40;

/**
 * The first link on the way to an absolute path that is inside a repository: whoever commits there decides where it
 * leads. Links outside repositories are the person's own, and are followed.
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

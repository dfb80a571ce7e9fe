import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Path of a file relative to the root, with `/`. */
export function toName(root: string, absolute: string): string {
  const path = relative(root, absolute);
  // On another drive there is no relative path.
  if (isAbsolute(path)) return path.split(sep).join('/');
  return sep === '/' ? path : path.split(sep).join('/');
}

/** Returns a function from file names to absolute paths; a plain name is joined without normalisation. */
export function pathsIn(root: string): (name: string) => string {
  const folder = root.endsWith(sep) ? root : root + sep;
  return (name) => (sep === '/' && /^[^./]/.test(name) ? `${folder}${name}` : resolve(root, name));
}

/** A folder and its parents, from the inside out, up to the root of its repository. */
export function ancestors(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    folders.push(current);
    if (dirname(current) === current || existsSync(join(current, '.git'))) return folders;
  }
}

const TEST_FOLDER = /(?:^|\/)(?:__tests__|__mocks__|__fixtures__|tests?|specs?|e2e|mocks?)\//i;

/** Whether a file is in a folder of tests or mocks, by its path relative to the root. */
export function isInTestFolder(path: string): boolean {
  return TEST_FOLDER.test(path);
}

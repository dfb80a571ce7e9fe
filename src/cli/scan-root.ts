import { statSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { baseOfPath } from '../sources/path-pattern.js';

/**
 * The folder that file names are relative to: the working directory where all paths lie in it, so
 * that names and fingerprints do not depend on which part is scanned; else the folder that holds them.
 */
export function scanRoot(cwd: string, paths: readonly string[]): string {
  const absolute = paths.map((path) => baseOfPath(cwd, path));
  if (absolute.every((path) => isWithin(cwd, path))) return cwd;
  const [first = cwd, ...rest] = absolute.map((path) => (isFolder(path) ? path : dirname(path)));
  let root = first;
  for (const folder of rest) {
    while (!isWithin(root, folder) && dirname(root) !== root) root = dirname(root);
  }
  return root;
}

export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

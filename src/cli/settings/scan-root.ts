import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isInside } from '../../lib/read-file.js';
import { baseOfPath } from '../../sources/path-pattern.js';

/**
 * The folder that file names are relative to: the working directory where it contains all paths, so that names and
 * fingerprints do not depend on which part is scanned; else their common folder.
 */
export function scanRoot(cwd: string, paths: readonly string[]): string {
  const absolute = paths.map((path) => baseOfPath(cwd, path));
  if (absolute.every((path) => isInside(cwd, path))) return cwd;
  const [first = cwd, ...rest] = absolute.map((path) => (isFolder(path) ? path : dirname(path)));
  let root = first;
  for (const folder of rest) {
    while (!isInside(root, folder) && dirname(root) !== root) root = dirname(root);
  }
  return root;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

import { gitOutput } from './run-git.js';
import type { WorkTree } from './work-tree.js';

/**
 * Of these files those that git passes through a program between disk and repository, such as with Git LFS, with the
 * name of the filter. It is never run: what git stores of such a file is not what is on disk.
 *
 * @param paths relative to the top.
 */
export function filteredPaths({ top, config }: WorkTree, paths: readonly string[]): ReadonlyMap<string, string> {
  const filtered = new Map<string, string>();
  if (paths.length === 0 || config.filters.size === 0) return filtered;
  const input = paths.map((path) => `${path}\0`).join('');
  // Path, attribute and value in turn.
  const told = gitOutput(top, ['check-attr', '-z', '--stdin', 'filter'], { input }).toString('utf8').split('\0');
  for (let index = 0; index + 2 < told.length; index += 3) {
    const [path = '', , name = ''] = told.slice(index, index + 3);
    if (config.filters.has(name)) filtered.set(path, name);
  }
  return filtered;
}

import { ownCache, realPlace } from '../../lib/own-cache.js';
import { isInside } from '../../lib/read-file.js';
import type { CliIo } from './io.js';
import { findRepository } from './repository.js';

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

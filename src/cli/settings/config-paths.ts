import { dirname, resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { isInside } from '../../lib/read-regular-file.js';
import { ConfigError } from '../../model/errors.js';
import { absolutePath, baseOfPath } from '../../sources/path-pattern.js';
import { realPlace } from '../../lib/own-cache.js';
import { repositoryOf } from '../shared/user-folder.js';

/**
 * Refuses a configuration whose `paths` or `tsconfig` lead out of its repository, or of its folder where no repository
 * holds it, also through a link. Catalogues and a baseline may be elsewhere: they are read alone, and checked.
 *
 * @throws ConfigError with the place of the path.
 */
export function refusePathsOutside({ file, config, place }: LoadedConfig): void {
  const folder = dirname(file);
  const top = repositoryOf(folder);
  const check = (steps: readonly string[], written: string, path: string): void => {
    if (isInside(top, realPlace(path))) return;
    throw new ConfigError(
      `${place(steps)} is '${written}', which is outside '${top}'. A configuration names paths of its own repository only; name others on the command line.`,
    );
  };
  for (const [index, path] of (config.paths ?? []).entries())
    check(['paths', String(index)], path, baseOfPath(folder, absolutePath(folder, path)));
  if (config.tsconfig !== undefined) check(['tsconfig'], config.tsconfig, resolve(folder, config.tsconfig));
}

import { resolve } from 'node:path';
import { isInside } from '../../lib/read-regular-file.js';
import { ConfigError } from '../../model/errors.js';
import { baseOfPath } from '../../sources/path-pattern.js';
import { realPlace } from '../../lib/own-cache.js';

/** @throws ConfigError for a path, or a pattern of paths, that leads out of the folder, also through a link. */
export function refuseOutside(folder: string, path: string): void {
  const base = baseOfPath(folder, path.replace(/^!/, ''));
  const isBelow = isInside(folder, resolve(folder, base)) && isInside(realPlace(folder), realPlace(base));
  if (isBelow && !path.includes('\0')) return;
  throw new ConfigError(`'${path}' is outside the folder that this server was started in. Name paths below it.`);
}

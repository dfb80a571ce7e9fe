import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { KeptForms } from '../lib/kept-forms.js';
import { isInside } from '../lib/read-regular-file.js';
import type { ScanFlags } from './args.js';
import type { CliIo } from './io.js';
import { programDigest } from './program-digest.js';
import { findRepository } from './repository.js';

/**
 * What is kept of large catalogues, in the folder that the person's system has for such. Undefined where nothing is to
 * be kept, or that folder lies in what is scanned, which could bring it along.
 */
export function keptForms(
  roots: readonly string[],
  { cache }: Pick<ScanFlags, 'cache'>,
  { keepsResults, env }: Pick<CliIo, 'keepsResults' | 'env'>,
): KeptForms | undefined {
  const parent = keepsResults === true && cache ? cacheFolder(env) : undefined;
  if (parent === undefined) return undefined;
  return new KeptForms(() => {
    const folder = realPlace(join(parent, 'sunset-lint'));
    const isTheirs = roots.some((root) => isInside(realPlace(findRepository(root).root), folder));
    return isTheirs ? undefined : { folder, program: programDigest() };
  });
}

function cacheFolder(env: CliIo['env']): string | undefined {
  const named = process.platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_CACHE_HOME'];
  if (named !== undefined && isAbsolute(named)) return named;
  const { HOME: home = '' } = env;
  if (process.platform === 'win32' || !isAbsolute(home)) return undefined;
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}

/** Where a path leads, be it there or not. */
function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path));
  }
}

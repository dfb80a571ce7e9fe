import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { CachePlace } from '../../../cache/scan-cache.js';
import type { AffectedPart } from '../../../config/setting-row.js';
import { settingsThatAffect } from '../../../config/setting-table.js';
import { identityFrom, identityOf } from '../../../core/lib/identity.js';
import { isWritableByOthers, realPathOf, workTreeOf } from '../../../core/lib/user-cache.js';
import { isInside } from '../../../core/lib/read-file.js';
import { ConfigError } from '../../../core/model/errors.js';
import type { CliIo } from '../shared/io.js';
import { programDigest } from '../shared/program-digest.js';
import type { ScanSettings } from '../settings/settings.js';
import { repositoryOf, userFolder } from '../shared/repository.js';

/**
 * Returns the cache folder and keys of a scan; undefined outside of git repositories, or without a cache folder of the
 * system. The folder is never in a work tree, whose commits could contain forged results; others cannot write to it.
 *
 * @throws ConfigError if `--cache-location` names such a folder.
 */
export function cachePlace(
  settings: ScanSettings,
  { cwd, cachesResults, env }: Pick<CliIo, 'cwd' | 'cachesResults' | 'env'>,
): CachePlace | undefined {
  const { flags, root } = settings;
  if (!flags.cache) return undefined;
  const repository = repositoryOf(root);
  if (flags.cacheLocation !== undefined) {
    const folder = realPathOf(resolve(cwd, flags.cacheLocation));
    const enclosingRepository = isInside(repository, folder) ? repository : workTreeOf(folder);
    if (enclosingRepository !== undefined)
      throw new ConfigError(
        `--cache-location: '${flags.cacheLocation}' is inside the repository '${enclosingRepository}', where a commit could add results that hide findings. Use a folder outside of repositories.`,
      );
    if (isWritableByOthers(folder))
      throw new ConfigError(
        `--cache-location: others can write to '${flags.cacheLocation}', and could add results that hide findings. Use a folder that is yours alone (chmod go-w).`,
      );
    return placeIn(folder, settings);
  }
  if (cachesResults !== true || !existsSync(join(repository, '.git'))) return undefined;
  const userCache = userFolder([root], env);
  const folder = userCache === undefined ? undefined : realPathOf(join(userCache, 'results'));
  return folder === undefined || isInside(repository, folder) ? undefined : placeIn(folder, settings);
}

function placeIn(folder: string, settings: ScanSettings): CachePlace {
  const key = settingsKey(settings);
  return { folder, key, readingKey: identityFrom([key, settings.automatic?.signs.apis]) };
}

/** Cache key of all inputs of a scan except the files: program, catalogue, paths and flags. */
function settingsKey(settings: ScanSettings): string {
  const { root, paths } = settings;
  return identityFrom([
    factsKey(settings),
    realPathOf(root),
    paths.map((path) => relative(root, resolve(root, path))),
    flagsThatAffect('listing', settings.flags),
    settings.earlierGlobs,
  ]);
}

/** Cache key of all inputs that affect the facts of a file, except its content, its place and other files. */
export function factsKey({ flags, catalogue, clients }: ScanSettings): string {
  return identityFrom([
    programDigest(),
    identityOf(catalogue) ?? catalogue,
    clients,
    flagsThatAffect('analysis', flags),
  ]);
}

/** Returns the flags that affect the list of files or the analysis. */
function flagsThatAffect(
  affected: AffectedPart,
  flags: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(settingsThatAffect(affected).map((name) => [name, flags[name]]));
}

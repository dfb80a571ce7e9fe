import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { CachePlace } from '../cache/scan-cache.js';
import { identityFrom, identityOf } from '../lib/identity.js';
import type { CliIo } from './io.js';
import { programDigest } from './program-digest.js';
import { findRepository } from './repository.js';
import type { ScanSettings } from './settings.js';

/** Where the results of a scan are kept; undefined where they are not to be, or there is no folder for such. */
export function cachePlace(settings: ScanSettings, io: Pick<CliIo, 'cwd' | 'keepsResults'>): CachePlace | undefined {
  const { flags, root } = settings;
  if (!flags.cache) return undefined;
  const named = flags.cacheLocation === undefined ? undefined : resolve(io.cwd, flags.cacheLocation);
  const folder = named ?? (io.keepsResults === true ? folderOfPackages(root) : undefined);
  return folder === undefined ? undefined : { folder, key: keyOf(settings, folder) };
}

/**
 * The folder for such files in the nearest `node_modules` of a git repository: outside one nothing says who wrote what
 * is there. Not through a link, which would lead wherever the repository wants.
 */
function folderOfPackages(root: string): string | undefined {
  const top = findRepository(root).root;
  if (!existsSync(join(top, '.git'))) return undefined;
  for (let folder = root; ; folder = dirname(folder)) {
    if (isFolder(join(folder, 'node_modules'))) {
      const ways = ['node_modules', 'node_modules/.cache', 'node_modules/.cache/sunset-lint'];
      const isOwn = ways.every((way) => isFolder(join(folder, way)) || !isThere(join(folder, way)));
      return isOwn ? join(folder, 'node_modules', '.cache', 'sunset-lint') : undefined;
    }
    if (folder === top) return undefined;
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Changes with all that changes answers and is no scanned file: the program, its catalogue, and what is asked of it. */
function keyOf(settings: ScanSettings, folder: string): string {
  const { root, paths } = settings;
  return identityFrom([
    factsKey(settings),
    relative(folder, root),
    paths.map((path) => relative(root, resolve(root, path))),
    settings.flags.include,
    settings.flags.ignoreFiles,
    settings.also,
  ]);
}

/** The same for what is known of files wherever they are, and whatever is scanned beside them. */
export function factsKey({ flags, catalogue, clients }: ScanSettings): string {
  const { tsconfig, resources, testDoubles, maxFileSize, languages, documents, excludeTests } = flags;
  const asked = { tsconfig, resources, testDoubles, maxFileSize, languages, documents, excludeTests };
  return identityFrom([programDigest(), identityOf(catalogue) ?? catalogue, clients, asked]);
}

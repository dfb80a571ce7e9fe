import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { earlierConfig, findEarlierConfig, isModuleChanged } from '../../../config/earlier-config.js';
import type { EarlierConfig, TextOf } from '../../../config/earlier-config.js';
import { isProgram } from '../../../config/load-config.js';
import { ConfigError } from '../../../core/model/errors.js';
import { mayContentMatter } from '../../../scan/scan-difference.js';
import { FileProbe } from '../../../files/file-probe.js';
import { changeSince, stagedChange } from '../../../files/git/changes.js';
import type { TreeChange } from '../../../files/git/changes.js';
import { TreeOverlay } from '../../../files/tree-overlay.js';
import type { ScanFlags } from './flags.js';
import { findRepository } from '../shared/repository.js';

/**
 * Opens the change that the flags select; undefined for a full scan. `folder`: any folder in the work tree.
 */
export function openChange({ staged, changedSince }: ScanFlags, folder: string): TreeChange | undefined {
  if (!staged && changedSince === undefined) return undefined;
  if (staged && changedSince !== undefined) throw new ConfigError('--staged and --changed-since cannot be combined.');
  // git names files by their real paths.
  const root = realpathSync(folder);
  return changedSince === undefined
    ? stagedChange(root, mayContentMatter)
    : changeSince(root, changedSince, mayContentMatter);
}

/** Returns a function that reads texts before a change. */
export function textReaderBefore({ before }: TreeChange): TextOf {
  const probe = new FileProbe(new TreeOverlay(before));
  return (path) => {
    const real = resolveFolderLinks(path);
    return probe.isFile(real) ? probe.readText(real) : undefined;
  };
}

/** Reads a named or the nearest configuration before a change; `same` if the change does not edit it. */
export function configBefore(
  change: TreeChange,
  folder: string,
  { now, named }: { readonly now: string | undefined; readonly named: string | undefined },
): EarlierConfig | { readonly kind: 'same' } {
  const textOf = textReaderBefore(change);
  const repositoryRoot = resolveFolderLinks(findRepository(folder).root);
  const earlier =
    named === undefined
      ? findEarlierConfig(realpathSync(folder), repositoryRoot, textOf)
      : earlierConfig(named, textOf);
  const file = earlier.kind === 'none' ? undefined : resolveFolderLinks(earlier.file);
  const isTouched = (path: string): boolean => change.before.has(path);
  const isSame =
    file === (now === undefined ? undefined : resolveFolderLinks(now)) &&
    (file === undefined || !(isProgram(file) ? isModuleChanged(file, textOf, isTouched) : isTouched(file)));
  return isSame ? { kind: 'same' } : earlier;
}

/** Resolves links in the folder of a path, as git does. */
export function resolveFolderLinks(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? join(realpathSync(folder), basename(path)) : path;
}

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { earlierConfig, findEarlierConfig, isPartTouched } from '../../../config/earlier-config.js';
import type { EarlierConfig, TextOf } from '../../../config/earlier-config.js';
import { isProgram } from '../../../config/load-config.js';
import { ConfigError } from '../../../core/model/errors.js';
import { isReadOfChange } from '../../../scan/scan-difference.js';
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
    ? stagedChange(root, isReadOfChange)
    : changeSince(root, changedSince, isReadOfChange);
}

/** Returns a function that reads texts before a change. */
export function textBefore({ before }: TreeChange): TextOf {
  const probe = new FileProbe(new TreeOverlay(before));
  return (path) => {
    const real = realName(path);
    return probe.isFile(real) ? probe.readText(real) : undefined;
  };
}

/** Reads a named or the nearest configuration before a change; `same` if the change does not edit it. */
export function configBefore(
  change: TreeChange,
  folder: string,
  { now, named }: { readonly now: string | undefined; readonly named: string | undefined },
): EarlierConfig | { readonly kind: 'same' } {
  const textOf = textBefore(change);
  const repositoryRoot = realName(findRepository(folder).root);
  const earlier =
    named === undefined
      ? findEarlierConfig(realpathSync(folder), repositoryRoot, textOf)
      : earlierConfig(named, textOf);
  const file = earlier.kind === 'none' ? undefined : realName(earlier.file);
  const isTouched = (path: string): boolean => change.before.has(path);
  const isSame =
    file === (now === undefined ? undefined : realName(now)) &&
    (file === undefined || !(isProgram(file) ? isPartTouched(file, textOf, isTouched) : isTouched(file)));
  return isSame ? { kind: 'same' } : earlier;
}

/** Resolves links in the folder of a path, as git does. */
export function realName(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? join(realpathSync(folder), basename(path)) : path;
}

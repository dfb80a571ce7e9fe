import { realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { breakCommands, escapeText } from '../../lib/escape.js';
import { ScanError } from '../../model/errors.js';
import { listFound, nothingToScan } from '../../scan/prepare-scan.js';
import { SkipLog } from '../../sources/skip-log.js';
import type { CliIo } from '../shared/io.js';
import { runOptions } from './scan-settings.js';
import type { ScanSettings } from '../settings/settings.js';
import type { AskedFile } from './trace-files.js';

/**
 * Names of the files that a scan would read, one per line; for a change, only its files.
 *
 * @throws ScanError where there is nothing to read, or a path is missing.
 */
export function listedFiles(settings: ScanSettings, io: Pick<CliIo, 'today'>): string {
  const { change, paths, root } = settings;
  const skips = new SkipLog();
  const list = listFound(runOptions(settings, io), skips);
  const all = [...list.files, ...list.perhaps].sort();
  if (list.missing.length > 0 || (all.length === 0 && !settings.flags.allowNoFiles))
    throw new ScanError(nothingToScan(paths, list, skips));
  const changed = change && new Set(change.changed.map((path) => nameIn(realpathSync(root), path)));
  return all
    .filter((file) => changed?.has(file) !== false)
    .map((file) => `${breakCommands(escapeText(file))}\n`)
    .join('');
}

/** The files among the paths; undefined where none of them is one. */
export function namedFiles({ paths, root }: ScanSettings): readonly AskedFile[] | undefined {
  const files = paths
    .map((path) => resolve(root, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  return files.length === 0 ? undefined : files.map((file) => ({ file }));
}

function nameIn(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

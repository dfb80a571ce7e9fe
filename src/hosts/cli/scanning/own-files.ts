import { resolve } from 'node:path';
import type { kindsOf } from '../../../scan/prepare-scan.js';
import { toName } from '../../../files/file-name.js';
import type { ScanSettings } from '../settings/settings.js';
import { baselineFile } from './baseline-step.js';

/** Absolute paths of the catalogues that a configuration and flags name. */
function catalogueFiles({ config, flags }: Pick<ScanSettings, 'config' | 'flags'>): readonly string[] {
  const folder = config === undefined ? '.' : resolve(config.file, '..');
  const named = (config?.config.catalogues ?? []).map((item) =>
    resolve(folder, typeof item === 'string' ? item : item.file),
  );
  return [...named, ...flags.catalogues.map((file) => resolve(file))];
}

/**
 * Files of a tree that belong to the scan itself, relative to its root: configuration, catalogues, baseline, written
 * reports, cache.
 */
export function ownFiles(settings: ScanSettings, cwd: string, kept: string | undefined): readonly string[] {
  const { config, flags, root } = settings;
  const baseline = flags.baseline === false ? [] : [baselineFile(settings, cwd)];
  const reports = [flags.output, ...flags.format.map(({ file }) => file)];
  const files = [
    ...(config === undefined ? [] : [config.file]),
    ...catalogueFiles(settings),
    ...baseline,
    ...reports.flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)])),
    ...(kept === undefined ? [] : [kept]),
  ];
  return files.map((file) => toName(root, file));
}

const NOT_OURS = /(?:^|\/)(?:node_modules|\.git)(?:\/|$)|\.tmp$/;

/** Whether a file or folder, by its name relative to the root, belongs to other programs and is read by no scan. */
export function isOfOthers(name: string): boolean {
  return NOT_OURS.test(name);
}

/** Whether a change of the file can affect a scan. */
export function mayMatter(name: string, kinds: ReturnType<typeof kindsOf>): boolean {
  return (
    !isOfOthers(name) &&
    (kinds.listed(name) !== undefined ||
      /(?:\.jsonc?|\.yaml|\.lock\.hcl|\.gitignore)$/.test(name) ||
      !/(?<![^/])[^/.]*\.[^/]+$/.test(name))
  );
}

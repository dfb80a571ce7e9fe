import { resolve } from 'node:path';
import type { kindsOf } from '../../../scan/prepare-scan.js';
import { toName } from '../../../files/file-name.js';
import type { ScanSettings } from '../settings/settings.js';
import { baselineFile } from './baseline-step.js';

/** Returns absolute paths of the catalogues that configuration and flags name. */
function namedCatalogues({ config, flags }: Pick<ScanSettings, 'config' | 'flags'>): readonly string[] {
  const folder = config === undefined ? '.' : resolve(config.file, '..');
  const configured = (config?.config.catalogues ?? []).map((item) =>
    resolve(folder, typeof item === 'string' ? item : item.file),
  );
  return [...configured, ...flags.catalogues.map((file) => resolve(file))];
}

/**
 * Lists inputs and outputs of the scan itself, relative to its root: configuration, catalogues, baseline, reports,
 * cache.
 */
export function ownFiles(settings: ScanSettings, cwd: string, cacheFolder: string | undefined): readonly string[] {
  const { config, flags, root } = settings;
  const baseline = flags.baseline === false ? [] : [baselineFile(settings, cwd)];
  const reports = [flags.output, ...flags.format.map(({ file }) => file)];
  const files = [
    ...(config === undefined ? [] : [config.file]),
    ...namedCatalogues(settings),
    ...baseline,
    ...reports.flatMap((file) => (file === undefined ? [] : [resolve(cwd, file)])),
    ...(cacheFolder === undefined ? [] : [cacheFolder]),
  ];
  return files.map((file) => toName(root, file));
}

const OTHER_PROGRAMS = /(?:^|\/)(?:node_modules|\.git)(?:\/|$)|\.tmp$/;

/** Whether a file or folder, relative to the root, belongs to other programs and is never scanned. */
export function belongsToOtherPrograms(name: string): boolean {
  return OTHER_PROGRAMS.test(name);
}

/** Whether a change of the file can affect a scan. */
export function mayAffectScan(name: string, kinds: ReturnType<typeof kindsOf>): boolean {
  return (
    !belongsToOtherPrograms(name) &&
    (kinds.candidateKind(name) !== undefined ||
      /(?:\.jsonc?|\.yaml|\.lock\.hcl|\.gitignore)$/.test(name) ||
      !/(?<![^/])[^/.]*\.[^/]+$/.test(name))
  );
}

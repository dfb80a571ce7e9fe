import { dirname, resolve } from 'node:path';
import { catalogueFiles, DATA_PACKAGE } from '../../../knowledge/catalogue/catalogue-files.js';
import type { TextOf } from '../../../knowledge/catalogue/load.js';
import type { ConfigKey, LoadedConfig, SunsetConfig } from '../../../config/setting-table.js';
import { CONFIG_KEYS, SETTINGS } from '../../../config/setting-table.js';
import type { SharedSettings } from '../../../config/settings.js';
import { CatalogueError, ConfigError } from '../../../core/model/errors.js';
import { earlierResolutionFiles, mayChangeVersion } from '../../../files/deciding-files.js';
import type { TreeChange } from '../../../files/git/changes.js';
import type { ScanFlags } from './flags.js';
import type { CliIo } from '../shared/io.js';
import { catalogueSettings } from './load-catalogue.js';
import { resolveFolderLinks } from './open-change.js';

/** Settings before a change that affect findings. */
export interface SettingsBefore extends SharedSettings {
  readonly tsconfig: string | undefined;
  /** Files that affect the resolution of imports, by absolute path; null if absent. */
  readonly files: TreeChange['before'];
}

/** Settings before a change, and sentences about problems with these settings. */
export interface SettingsBeforeResult {
  readonly settings?: SettingsBefore;
  readonly notes: readonly string[];
}

/** Keys that affect findings, except lists of files. */
const KEYS_THAT_AFFECT_FINDINGS: readonly ConfigKey[] = CONFIG_KEYS.filter(
  (key) => key === 'tsconfig' || SETTINGS[key].affects === 'catalogue',
);

/**
 * Returns the settings before a change that edits the catalogue, clients, ignored deprecations or files that affect the
 * resolution of imports; findings with these settings count as well. Returns no settings if the change edits none of
 * these, or if the earlier settings are invalid, which is reported.
 */
export function settingsBefore(
  { now, earlier }: Readonly<Record<'now' | 'earlier', LoadedConfig | undefined>>,
  change: TreeChange,
  flags: ScanFlags,
  io: Pick<CliIo, 'cwd' | 'today'>,
): SettingsBeforeResult {
  const files = earlierResolutionFiles(change);
  const changedCatalogues = editedCatalogues([now, earlier], change, flags, io.cwd);
  if (files.size === 0 && changedCatalogues.length === 0 && comparisonKeyOf(now) === comparisonKeyOf(earlier))
    return { notes: [] };
  const tsconfig = flags.tsconfig ?? earlier?.config.tsconfig;
  try {
    const sharedSettings = catalogueSettings(earlier, flags, io, { textOf: contentReaderBefore(change) });
    return { settings: { ...sharedSettings, tsconfig, files }, notes: [] };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof CatalogueError)) throw error;
    return {
      notes: [`The settings before the change could not be used, so the new ones alone count: ${error.message}`],
    };
  }
}

/** Whether a change may have installed the catalogue package in use. */
export function updatesCatalogues(change: Pick<TreeChange, 'changed' | 'before' | 'now'>): boolean {
  return catalogueFiles().package !== undefined && mayChangeVersion(change, DATA_PACKAGE);
}

/** Lists the catalogues that a change edits, as the configurations and the command line name them. */
export function editedCatalogues(
  configs: readonly (LoadedConfig | undefined)[],
  { before }: Pick<TreeChange, 'before'>,
  flags: Pick<ScanFlags, 'catalogues'>,
  cwd: string,
): readonly string[] {
  const namedCatalogues = [
    ...configs.flatMap((loaded) =>
      (loaded?.config.catalogues ?? []).map((item) => ({
        name: typeof item === 'string' ? item : item.file,
        folder: dirname(loaded?.file ?? ''),
      })),
    ),
    ...flags.catalogues.map((name) => ({ name, folder: cwd })),
  ];
  const isInCataloguePackage = (file: string): boolean =>
    configs.some((loaded) =>
      (loaded?.config.packages ?? []).some((name) => file.replaceAll('\\', '/').includes(`/node_modules/${name}/`)),
    );
  return [
    ...new Set([
      ...namedCatalogues
        .filter(({ name, folder }) => before.has(resolveFolderLinks(resolve(folder, name))))
        .map(({ name }) => name),
      ...[...before.keys()].filter((file) => file.endsWith('.json') && isInCataloguePackage(file)),
    ]),
  ];
}

function comparisonKeyOf(loaded: LoadedConfig | undefined): string {
  const config: SunsetConfig = loaded?.config ?? {};
  return JSON.stringify([
    loaded === undefined ? '' : dirname(loaded.file),
    KEYS_THAT_AFFECT_FINDINGS.map((key) => config[key]),
  ]);
}

function contentReaderBefore({ before }: TreeChange): TextOf {
  return (path) => {
    const content = before.get(resolveFolderLinks(path));
    return content === null || content === undefined ? content : Buffer.from(content).toString('utf8');
  };
}

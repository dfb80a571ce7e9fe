import { dirname, resolve } from 'node:path';
import { catalogueFiles, DATA_PACKAGE } from '../../../knowledge/catalogue/catalogue-files.js';
import type { TextOf } from '../../../knowledge/catalogue/load.js';
import type { ConfigKey, LoadedConfig, SunsetConfig } from '../../../config/setting-table.js';
import { CONFIG_KEYS, SETTINGS } from '../../../config/setting-table.js';
import type { SharedSettings } from '../../../config/settings.js';
import { CatalogueError, ConfigError } from '../../../core/model/errors.js';
import { earlierResolutionFiles, mayInstall } from '../../../files/deciding-files.js';
import type { TreeChange } from '../../../files/git/changes.js';
import type { ScanFlags } from './flags.js';
import type { CliIo } from '../shared/io.js';
import { catalogueSettings } from './load-catalogue.js';
import { realName } from './open-change.js';

/** Settings beside the code that affect findings, as they were before a change. */
export interface SettingsBefore extends SharedSettings {
  readonly tsconfig: string | undefined;
  /** Files that affect the resolution of imports, by absolute path; null where there was none. */
  readonly files: TreeChange['before'];
}

/** Settings before a change, and messages about them, in sentences. */
export interface KnownBefore {
  readonly settings?: SettingsBefore;
  readonly said: readonly string[];
}

/** Keys that affect findings, except those that name files. */
const DECIDING: readonly ConfigKey[] = CONFIG_KEYS.filter(
  (key) => key === 'tsconfig' || SETTINGS[key].affects === 'catalogue',
);

/**
 * The settings before a change that touches anything that affects findings: the catalogue, clients, ignored paths, and
 * the resolution of imports. Findings under them count as well. No settings where the change touches none of it, or
 * where those before it cannot be used, which is reported.
 */
export function settingsBefore(
  { now, earlier }: Readonly<Record<'now' | 'earlier', LoadedConfig | undefined>>,
  change: TreeChange,
  flags: ScanFlags,
  io: Pick<CliIo, 'cwd' | 'today'>,
): KnownBefore {
  const files = earlierResolutionFiles(change);
  const edited = editedCatalogues([now, earlier], change, flags, io.cwd);
  if (files.size === 0 && edited.length === 0 && decidingOf(now) === decidingOf(earlier)) return { said: [] };
  const tsconfig = flags.tsconfig ?? earlier?.config.tsconfig;
  try {
    const shared = catalogueSettings(earlier, flags, io, { textOf: contentBefore(change) });
    return { settings: { ...shared, tsconfig, files }, said: [] };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof CatalogueError)) throw error;
    return {
      said: [`The settings before the change could not be used, so the new ones alone count: ${error.message}`],
    };
  }
}

/** Whether a change may have installed the package of newer catalogues that is in use. */
export function updatesCatalogues(change: Pick<TreeChange, 'changed' | 'before' | 'now'>): boolean {
  return catalogueFiles().package !== undefined && mayInstall(change, DATA_PACKAGE);
}

/**
 * Catalogues that either of two configurations or the command line names, and that a change edits; as they are named.
 */
export function editedCatalogues(
  configs: readonly (LoadedConfig | undefined)[],
  { before }: Pick<TreeChange, 'before'>,
  flags: Pick<ScanFlags, 'catalogues'>,
  cwd: string,
): readonly string[] {
  const named = [
    ...configs.flatMap((loaded) =>
      (loaded?.config.catalogues ?? []).map((item) => ({
        name: typeof item === 'string' ? item : item.file,
        folder: dirname(loaded?.file ?? ''),
      })),
    ),
    ...flags.catalogues.map((name) => ({ name, folder: cwd })),
  ];
  const isOfPackage = (file: string): boolean =>
    configs.some((loaded) =>
      (loaded?.config.packages ?? []).some((name) => file.replaceAll('\\', '/').includes(`/node_modules/${name}/`)),
    );
  return [
    ...new Set([
      ...named.filter(({ name, folder }) => before.has(realName(resolve(folder, name)))).map(({ name }) => name),
      ...[...before.keys()].filter((file) => file.endsWith('.json') && isOfPackage(file)),
    ]),
  ];
}

function decidingOf(loaded: LoadedConfig | undefined): string {
  const config: SunsetConfig = loaded?.config ?? {};
  return JSON.stringify([loaded === undefined ? '' : dirname(loaded.file), DECIDING.map((key) => config[key])]);
}

function contentBefore({ before }: TreeChange): TextOf {
  return (path) => {
    const content = before.get(realName(path));
    return content === null || content === undefined ? content : Buffer.from(content).toString('utf8');
  };
}

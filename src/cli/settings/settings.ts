import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { LoadedConfig } from '../../config/config.js';
import type { SettingRow } from '../../config/setting-row.js';
import { CONFIG_KEYS, SETTINGS } from '../../config/setting-table.js';
import type { ConfigKey } from '../../config/setting-table.js';
import type { SharedSettings } from '../../config/settings.js';
import { ConfigError } from '../../model/errors.js';
import type { ScanFlags } from './flags.js';
import { isInside } from '../../lib/read-regular-file.js';
import type { PrepareOptions } from '../../scan/prepare-scan.js';
import type { TreeOverlay } from '../../sources/tree-overlay.js';
import type { TreeChange } from '../../sources/git/changes.js';
import { absolutePath, isPattern } from '../../sources/path-pattern.js';
import { refusePatterns } from '../../sources/pattern-problem.js';
import { refusePathsOutside } from './config-paths.js';
import type { CliIo } from '../shared/io.js';
import { keptForms } from './forms-place.js';
import { judgeConfig } from './judge-config.js';
import type { JudgedConfig } from './judge-config.js';
import { catalogueSettings, findConfiguration, warnOf } from './load-catalogue.js';
import { openChange } from './open-change.js';
import { settingsBefore, updatesCatalogues } from './settings-before.js';
import type { KnownBefore, SettingsBefore } from './settings-before.js';
import { scanRoot } from './scan-root.js';
import { flagOf } from './setting-kinds.js';

/** Settings of a scan, from flags and configuration. */
export interface ScanSettings extends SharedSettings {
  readonly root: string;
  readonly paths: readonly string[];
  readonly flags: ScanFlags;
  readonly config: LoadedConfig | undefined;
  /** Flags that the configuration gave, and not the command line. */
  readonly configured: ReadonlySet<string>;
  /** Configuration files that were not read, each in a sentence. */
  readonly unread: readonly string[];
  /** Files that `facts` wrote, by their names. */
  readonly facts?: readonly string[];
  /** The change that is asked for, where not all is scanned. */
  readonly change?: TreeChange;
  /** Globs of the configuration before the change, where they differ. */
  readonly also?: NonNullable<PrepareOptions['also']>;
  /** Files that are taken as they would be, and not as they are on disk. */
  readonly overlay?: TreeOverlay;
  /** The one file, by its name in the scan, whose findings are asked for. */
  readonly oneFile?: string;
  /** Effects of the change on its own gate, in sentences. */
  readonly edits: readonly string[];
  /** Deciding settings before the change, where the change touches them. */
  readonly before?: SettingsBefore | undefined;
  /** The settings by the catalogues in use at that time; present where the change may have installed newer ones. */
  readonly byCatalogues?: () => SharedSettings & Pick<ScanSettings, 'before'>;
}

/**
 * Puts flags and configuration together: what the command line says comes first; lists of both add up. `written`: the
 * paths of the command line, none where it names none.
 *
 * @throws ConfigError, CatalogueError where something cannot be used.
 */
export async function readSettings(
  written: readonly string[],
  flags: ScanFlags,
  command: Command,
  io: CliIo,
): Promise<ScanSettings> {
  const given = written.length > 0;
  const here = given ? written : ['.'];
  const { config: found, unread } = await findConfiguration(here, flags, io);
  if (found !== undefined) refusePathsOutside(found);
  const start = scanRoot(io.cwd, here);
  const change = openChange(flags, start);
  const named = typeof flags.config === 'string' ? resolve(io.cwd, flags.config) : undefined;
  const { loaded, also, edits, earlier }: JudgedConfig =
    change === undefined || flags.config === false
      ? { loaded: found, edits: [], earlier: found }
      : judgeConfig(found, change, start, named);
  const config = loaded?.config ?? {};
  const folder = loaded === undefined ? io.cwd : dirname(loaded.file);
  if (loaded !== undefined) refuseBadPatterns(loaded);
  const paths = given || config.paths === undefined ? here : config.paths.map((path) => absolutePath(folder, path));
  const own = scanRoot(io.cwd, paths);
  // Names and globs are relative to the configuration where it covers what is scanned.
  const root = loaded !== undefined && isInside(folder, own) ? folder : own;
  const forms = keptForms([start, own, folder], flags, io);
  const byCatalogues = (): SharedSettings & { readonly known: KnownBefore } => ({
    ...catalogueSettings(loaded, flags, io, { forms }),
    known: change === undefined ? { said: [] } : settingsBefore({ now: found, earlier }, change, flags, io),
  });
  const { known, ...shared } = byCatalogues();
  warnOf(shared.catalogue, io);
  const merged =
    loaded === undefined
      ? { flags, configured: new Set<string>() }
      : mergeFlags(flags, loaded, (name) => command.getOptionValueSource(name));
  return {
    ...shared,
    ...merged,
    root,
    // Messages name a path as it was written where they can.
    paths: root === io.cwd ? paths : paths.map((path) => absolutePath(io.cwd, path)),
    config: loaded,
    unread,
    ...(change === undefined ? {} : { change }),
    ...(also === undefined
      ? {}
      : {
          also: {
            include: [...also.include, ...flags.include],
            ignore: [...also.ignoreFiles, ...flags.ignoreFiles],
          },
        }),
    edits: [...edits, ...known.said],
    ...(known.settings === undefined ? {} : { before: known.settings }),
    ...(change !== undefined && updatesCatalogues(change)
      ? {
          byCatalogues: () => {
            const { known: was, ...own } = byCatalogues();
            return { ...own, before: was.settings };
          },
        }
      : {}),
  };
}

/** Paths that a configuration may name. */
const MAX_PATHS = 1000;

/** @throws ConfigError with the place of a pattern that is none, or could take long. */
function refuseBadPatterns({ file, config, place }: LoadedConfig): void {
  const { paths = [] } = config;
  if (paths.length > MAX_PATHS)
    throw new ConfigError(
      `${place(['paths'])} has ${paths.length} paths, more than ${MAX_PATHS}. Name folders that hold several.`,
    );
  const placeOf = (key: string) => (index: number) => place([key, String(index)]);
  refusePatterns(paths, placeOf('paths'), (path) => isPattern(dirname(file), path));
  refusePatterns(config.include ?? [], placeOf('include'));
  refusePatterns(config.ignoreFiles ?? [], placeOf('ignoreFiles'));
}

/** Keys that are merged from both: the command line comes first, lists of files add up. The catalogue is built elsewhere. */
const MERGED: readonly (ConfigKey & keyof ScanFlags)[] = CONFIG_KEYS.filter(
  (key): key is ConfigKey & keyof ScanFlags => SETTINGS[key].affects !== 'catalogue' && key !== 'paths',
);

/** The flags that the command line leaves open, from the configuration. */
function mergeFlags(
  flags: ScanFlags,
  { file, config, place }: LoadedConfig,
  sourceOf: (name: keyof ScanFlags) => string | undefined,
): Pick<ScanSettings, 'flags' | 'configured'> {
  const used = MERGED.flatMap((key): (readonly [string, unknown])[] => {
    const { kind }: SettingRow = SETTINGS[key];
    const written = config[key];
    if (written === undefined) return [];
    if (kind !== 'globs' && sourceOf(key) === 'cli') return [];
    const value = flagOf(kind, written, dirname(file), () => place([key]));
    return [[key, kind === 'globs' ? [...(value as readonly string[]), ...(flags[key] as readonly string[])] : value]];
  });
  return {
    flags: { ...flags, ...(Object.fromEntries(used) as Partial<ScanFlags>) },
    configured: new Set(used.map(([name]) => name)),
  };
}

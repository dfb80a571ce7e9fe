import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { CatalogueKey, ConfigKey, LoadedConfig, SunsetConfig } from '../../../config/setting-table.js';
import { isProgram } from '../../../config/load-config.js';
import { pathFrom } from '../../../config/checked-json.js';
import type { SettingRow } from '../../../config/setting-row.js';
import { CONFIG_KEYS, SETTINGS } from '../../../config/setting-table.js';
import type { SharedSettings } from '../../../config/settings.js';
import { configEdits, strictestConfig } from '../../../config/strictest-config.js';
import { expectDefined } from '../../../core/lib/collections.js';
import { FormCache } from '../../../core/lib/form-cache.js';
import { asJson } from '../../../core/lib/safe-output.js';
import type { SafeOutput } from '../../../core/lib/safe-output.js';
import { realPathOf } from '../../../core/lib/user-cache.js';
import { isInside } from '../../../core/lib/read-file.js';
import { ConfigError } from '../../../core/model/errors.js';
import type { TreeOptions } from '../../../scan/prepare-scan.js';
import type { TreeChange } from '../../../files/git/changes.js';
import { absolutePath, baseOfPath, isPattern, refusePatterns } from '../../../files/path-pattern.js';
import { DEFAULT_MAX_FILE_SIZE } from '../../../files/read-text.js';
import type { TreeOverlay } from '../../../files/tree-overlay.js';
import type { CliIo } from '../shared/io.js';
import { programDigest } from '../shared/program-digest.js';
import { repositoryOf, userFolder } from '../shared/repository.js';
import { scanCommand } from './flags.js';
import type { ScanFlags } from './flags.js';
import { catalogueSettings, findConfiguration, scanRoot, printCatalogueWarnings } from './load-catalogue.js';
import { configBefore, openChange } from './open-change.js';
import { toFlagValue, parseSize, toConfigValue } from './setting-kinds.js';
import { settingsBefore, updatesCatalogues } from './settings-before.js';
import type { SettingsBeforeResult, SettingsBefore } from './settings-before.js';

/** Settings of a scan, from flags and configuration. */
export interface ScanSettings extends SharedSettings {
  readonly root: string;
  readonly paths: readonly string[];
  readonly flags: ScanFlags;
  readonly config: LoadedConfig | undefined;
  /** Flags that the configuration sets, not the command line. */
  readonly configured: ReadonlySet<string>;
  /** Sentences about configuration files that were not read. */
  readonly unreadConfigNotes: readonly string[];
  /** Names of files that `facts` wrote. */
  readonly facts?: readonly string[];
  /** The change to scan, instead of the whole tree. */
  readonly change?: TreeChange;
  /** Globs of the configuration before the change, if the change edits them. */
  readonly earlierGlobs?: NonNullable<TreeOptions['also']>;
  /** Texts of files that replace those on disk. */
  readonly overlay?: TreeOverlay;
  /** Name of the only file whose findings are requested. */
  readonly oneFile?: string;
  /** Sentences about effects of the change on its own gate. */
  readonly configEditNotes: readonly string[];
  /** Settings before the change that affect findings, if the change edits any. */
  readonly before?: SettingsBefore | undefined;
  /** Rebuilds settings with the current catalogues; present if the change may have installed other catalogues. */
  readonly rebuildSettings?: () => SharedSettings & Pick<ScanSettings, 'before'>;
}

/**
 * Merges flags and configuration: the command line takes precedence; lists of both are joined. `pathArguments`: the
 * paths of the command line.
 *
 * @throws ConfigError, CatalogueError for invalid settings and catalogues.
 */
export async function readSettings(
  pathArguments: readonly string[],
  flags: ScanFlags,
  command: Command,
  io: CliIo,
): Promise<ScanSettings> {
  const hasPaths = pathArguments.length > 0;
  const scannedPaths = hasPaths ? pathArguments : ['.'];
  const { config: foundConfig, unread } = await findConfiguration(scannedPaths, flags, io);
  if (foundConfig !== undefined) refusePathsOutside(foundConfig);
  const startFolder = scanRoot(io.cwd, scannedPaths);
  const change = openChange(flags, startFolder);
  const namedConfig = typeof flags.config === 'string' ? resolve(io.cwd, flags.config) : undefined;
  const { loaded, also, edits, earlier }: JudgedConfig =
    change === undefined || flags.config === false
      ? { loaded: foundConfig, edits: [], earlier: foundConfig }
      : judgeConfig(foundConfig, change, startFolder, namedConfig);
  const config = loaded?.config ?? {};
  const configFolder = loaded === undefined ? io.cwd : dirname(loaded.file);
  if (loaded !== undefined) refuseBadPatterns(loaded);
  const paths =
    hasPaths || config.paths === undefined
      ? scannedPaths
      : config.paths.map((path) => absolutePath(configFolder, path));
  const pathsRoot = scanRoot(io.cwd, paths);
  // Names and globs are relative to a configuration above the scanned paths.
  const root = loaded !== undefined && isInside(configFolder, pathsRoot) ? configFolder : pathsRoot;
  const catalogueCache = openCatalogueCache([startFolder, pathsRoot, configFolder], flags, io);
  const byCatalogues = (): SharedSettings & { readonly earlierSettings: SettingsBeforeResult } => ({
    ...catalogueSettings(loaded, flags, io, { forms: catalogueCache }),
    earlierSettings:
      change === undefined ? { notes: [] } : settingsBefore({ now: foundConfig, earlier }, change, flags, io),
  });
  const { earlierSettings, ...shared } = byCatalogues();
  printCatalogueWarnings(shared.catalogue, io);
  const mergedFlags =
    loaded === undefined
      ? { flags, configured: new Set<string>() }
      : mergeFlags(flags, loaded, (name) => command.getOptionValueSource(name));
  return {
    ...shared,
    ...mergedFlags,
    root,
    // Paths remain as the user wrote them, for messages, if possible.
    paths: root === io.cwd ? paths : paths.map((path) => absolutePath(io.cwd, path)),
    config: loaded,
    unreadConfigNotes: unread,
    ...(change === undefined ? {} : { change }),
    ...(also === undefined
      ? {}
      : {
          earlierGlobs: {
            include: [...also.include, ...flags.include],
            ignore: [...also.ignoreFiles, ...flags.ignoreFiles],
          },
        }),
    configEditNotes: [...edits, ...earlierSettings.notes],
    ...(earlierSettings.settings === undefined ? {} : { before: earlierSettings.settings }),
    ...(change !== undefined && updatesCatalogues(change)
      ? {
          rebuildSettings: () => {
            const { earlierSettings: rebuiltBefore, ...rebuilt } = byCatalogues();
            return { ...rebuilt, before: rebuiltBefore.settings };
          },
        }
      : {}),
  };
}

/** Maximum number of paths of a configuration. */
const MAX_PATHS = 1000;

/** @throws ConfigError with the place of a pattern that is invalid, or could take long to match. */
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

/**
 * Keys that are both flags and settings: the command line takes precedence, and lists of files are joined. Keys of the
 * catalogue are merged separately.
 */
const MERGED_KEYS: readonly (ConfigKey & keyof ScanFlags)[] = CONFIG_KEYS.filter(
  (key): key is ConfigKey & keyof ScanFlags => SETTINGS[key].affects !== 'catalogue' && key !== 'paths',
);

/** Adds settings of the configuration for flags that the command line does not set. */
function mergeFlags(
  flags: ScanFlags,
  { file, config, place }: LoadedConfig,
  sourceOf: (name: keyof ScanFlags) => string | undefined,
): Pick<ScanSettings, 'flags' | 'configured'> {
  const configuredValues = MERGED_KEYS.flatMap((key): (readonly [string, unknown])[] => {
    const { kind }: SettingRow = SETTINGS[key];
    const configValue = config[key];
    if (configValue === undefined) return [];
    if (kind !== 'globs' && sourceOf(key) === 'cli') return [];
    const value = toFlagValue(kind, configValue, dirname(file), () => place([key]));
    return [[key, kind === 'globs' ? [...(value as readonly string[]), ...(flags[key] as readonly string[])] : value]];
  });
  return {
    flags: { ...flags, ...(Object.fromEntries(configuredValues) as Partial<ScanFlags>) },
    configured: new Set(configuredValues.map(([name]) => name)),
  };
}

/**
 * Refuses a configuration whose `paths` or `tsconfig` are outside of its repository (without a repository: its
 * folder), also through links. Catalogues and baseline may be elsewhere: they are checked on reading.
 *
 * @throws ConfigError with the place of the path.
 */
function refusePathsOutside({ file, config, place }: LoadedConfig): void {
  const folder = dirname(file);
  const repository = repositoryOf(folder);
  const refuseOutside = (keyPath: readonly string[], configPath: string, path: string): void => {
    if (isInside(repository, realPathOf(path))) return;
    throw new ConfigError(
      `${place(keyPath)} is '${configPath}', which is outside '${repository}'. A configuration names paths of its own repository only; name others on the command line.`,
    );
  };
  for (const [index, path] of (config.paths ?? []).entries())
    refuseOutside(['paths', String(index)], path, baseOfPath(folder, absolutePath(folder, path)));
  if (config.tsconfig !== undefined) refuseOutside(['tsconfig'], config.tsconfig, resolve(folder, config.tsconfig));
}

/** Opens the cache of large catalogues in the user's folder; undefined if caching is off. */
function openCatalogueCache(
  roots: readonly string[],
  { cache }: Pick<ScanFlags, 'cache'>,
  { cachesResults, env }: Pick<CliIo, 'cachesResults' | 'env'>,
): FormCache | undefined {
  if (cachesResults !== true || !cache) return undefined;
  return new FormCache(() => {
    const folder = userFolder(roots, env);
    return folder === undefined ? undefined : { folder, program: programDigest() };
  });
}

/** Configuration by which a change is judged. */
interface JudgedConfig {
  readonly loaded: LoadedConfig | undefined;
  /** Globs of the earlier configuration, if the change edits them: files that match these globs are scanned as well. */
  readonly also?: Required<Pick<SunsetConfig, 'include' | 'ignoreFiles'>>;
  /** Sentences about edits of the configuration by the change. */
  readonly edits: readonly string[];
  /** The configuration before the change; undefined if there was none, or if it is unknown. */
  readonly earlier: LoadedConfig | undefined;
}

/**
 * Merges the configurations before and after a change to the stricter gate, so that a change cannot weaken its gate.
 * An earlier configuration that is a program is never run: a sentence reports that it cannot be compared, and a data
 * configuration that replaces it is treated as new.
 *
 * `folder`: start of the search for a configuration. `named`: the file that the command line names.
 */
function judgeConfig(
  loaded: LoadedConfig | undefined,
  change: TreeChange,
  folder: string,
  named: string | undefined,
): JudgedConfig {
  const earlier = configBefore(change, folder, { now: loaded?.file, named });
  if (earlier.kind === 'same') return { loaded, edits: [], earlier: loaded };
  const quotedName = (file: string): string => `'${relative(folder, file)}'`;
  const unknownNote =
    earlier.kind === 'unknown'
      ? `This change edits the configuration ${quotedName(earlier.file)}, and the effect is unknown: before the change, ${earlier.why}.`
      : undefined;
  // A user who may run a program could bypass a stricter gate anyway.
  if (unknownNote !== undefined && loaded !== undefined && isProgram(loaded.file))
    return { loaded, earlier: loaded, edits: [unknownNote] };
  const currentConfig = loaded?.config ?? {};
  const earlierConfig = earlier.kind === 'known' ? earlier.config : {};
  const loadedBefore = earlier.kind === 'known' ? { ...earlier, place: pathFrom('$') } : undefined;
  const edits = configEdits(earlierConfig, currentConfig);
  if (edits.length === 0)
    return { loaded, edits: unknownNote === undefined ? [] : [unknownNote], earlier: loadedBefore };
  const file = loaded?.file ?? (earlier.kind === 'known' ? earlier.file : folder);
  const { include = [], ignoreFiles = [] } = earlierConfig;
  const { paths: _paths, ...configWithoutPaths } = currentConfig;
  const hasSameGlobs =
    JSON.stringify([currentConfig.include, currentConfig.ignoreFiles]) ===
    JSON.stringify([earlierConfig.include, earlierConfig.ignoreFiles]);
  return {
    loaded: {
      file,
      place: pathFrom('$'),
      ...loaded,
      config: {
        ...strictestConfig(configWithoutPaths, earlierConfig, largerSize),
        ...joinedPaths(currentConfig, earlierConfig, dirname(file)),
      },
    },
    ...(hasSameGlobs ? {} : { also: { include, ignoreFiles } }),
    edits: [
      ...(unknownNote === undefined ? [] : [unknownNote]),
      `This change edits the configuration ${quotedName(file)}: it ${edits.join('; ')}. Findings of the old and of the new settings count, by the stricter gate of the two.`,
    ],
    earlier: loadedBefore,
  };
}

/** Joins the paths of both configurations, without deleted ones; empty if either has no paths. */
function joinedPaths(current: SunsetConfig, earlier: SunsetConfig, folder: string): Pick<SunsetConfig, 'paths'> {
  if (current.paths === undefined || earlier.paths === undefined) return {};
  const remainingPaths = earlier.paths.filter(
    (path) => !path.startsWith('!') && (isPattern(folder, path) || existsSync(resolve(folder, path))),
  );
  return { paths: [...new Set([...current.paths, ...remainingPaths])] };
}

/** Returns the larger of two file sizes; undefined means the default. */
function largerSize(a: string | undefined, b: string | undefined): string | undefined {
  const bytes = (size: string | undefined): number => (size === undefined ? DEFAULT_MAX_FILE_SIZE : parseSize(size));
  return bytes(a) >= bytes(b) ? a : b;
}

/**
 * Parses flags of `scan` for other commands that scan.
 *
 * @throws CommanderError for unknown flags, ConfigError and CatalogueError for invalid settings and catalogues.
 */
export async function parseScan(
  flagTexts: readonly string[],
  paths: readonly string[],
  io: CliIo,
): Promise<ScanSettings> {
  let parsed: { readonly flags: ScanFlags; readonly command: Command } | undefined;
  const scan = scanCommand((_paths, flags, command) => {
    parsed = { flags, command };
    return Promise.resolve();
  }).exitOverride();
  await scan.parseAsync([...flagTexts], { from: 'user' });
  const { flags, command } = expectDefined(parsed, 'flags of scan');
  return readSettings(paths, flags, command, io);
}

/** Lists the flags on the command line that belong to `scan`; `ownFlags`: flags of the command itself. */
export function writtenFlags(command: Command, ownFlags: readonly string[]): readonly string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    if (ownFlags.includes(name)) return [];
    const value: unknown = command.getOptionValue(name);
    if (command.getOptionValueSource(name) !== 'cli' || option.negate !== (value === false)) return [];
    const flag = option.long ?? option.flags;
    if (typeof value === 'boolean') return [flag];
    return (Array.isArray(value) ? value : [value]).flatMap((item) => [flag, String(item)]);
  });
}

/** Prints the settings in the form of a configuration file. */
export function printSettings(settings: ScanSettings, cwd: string): SafeOutput {
  const { flags, config, paths } = settings;
  const values: Readonly<Record<string, unknown>> = { ...flags, paths, ...catalogueKeys(settings, cwd) };
  const printedEntries = CONFIG_KEYS.map((key) => [key, toConfigValue(SETTINGS[key].kind, values[key])]);
  return asJson({ from: config?.file ?? null, ...Object.fromEntries(printedEntries) });
}

/** Returns the settings of the catalogue, from flags and configuration. */
function catalogueKeys(
  { flags, config, clients, ignore }: ScanSettings,
  cwd: string,
): Readonly<Record<CatalogueKey, unknown>> {
  const configValues: SunsetConfig = config?.config ?? {};
  const folder = dirname(config?.file ?? cwd);
  return {
    ignore: [...ignore],
    edition: flags.edition ?? configValues.edition,
    apis: [...(configValues.apis ?? []), ...flags.apis],
    packages: configValues.packages ?? [],
    catalogues: [
      ...(configValues.catalogues ?? []).map((item) =>
        typeof item === 'string' ? resolve(folder, item) : { ...item, file: resolve(folder, item.file) },
      ),
      ...flags.catalogues.map((file) => resolve(cwd, file)),
    ],
    overrides: configValues.overrides ?? [],
    baseUrls: configValues.baseUrls ?? [],
    clients,
  };
}

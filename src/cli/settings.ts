import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadCatalogue } from '../catalogue/load.js';
import { checkIgnoredIds } from '../config/check-config.js';
import type { LoadedConfig, SunsetConfig } from '../config/config.js';
import { findConfig, loadConfig } from '../config/load-config.js';
import type { Catalogue } from '../model/deprecation.js';
import type { ClientModel } from '../model/client-model.js';
import { ConfigError } from '../model/errors.js';
import { parseSize } from './args.js';
import type { ScanFlags } from './args.js';
import { parseFormat } from '../report/formats.js';
import { parseDays } from './gate-flags.js';
import { absolutePath } from '../sources/path-pattern.js';
import type { CliIo } from './io.js';
import { isWithin, scanRoot } from './scan-root.js';

/** What flags and configuration come to. */
export interface ScanSettings {
  readonly root: string;
  readonly paths: readonly string[];
  readonly flags: ScanFlags;
  readonly catalogue: Catalogue;
  readonly clients: readonly ClientModel[];
  /** Ids of deprecations that are not reported. */
  readonly ignored: readonly string[];
  readonly config: LoadedConfig | undefined;
}

/**
 * Puts flags and configuration together: what the command line says comes first; lists of both add up.
 *
 * @throws ConfigError, CatalogueError where something cannot be used.
 */
export async function readSettings(
  written: readonly string[],
  flags: ScanFlags,
  command: Command,
  io: CliIo,
): Promise<ScanSettings> {
  const given = command.args.length > 0;
  const loaded = await load(given ? written : ['.'], flags, io);
  const config = loaded?.config ?? {};
  const base = loaded === undefined ? io.cwd : dirname(loaded.file);
  const paths = given || config.paths === undefined ? written : config.paths.map((path) => absolutePath(base, path));
  const own = scanRoot(io.cwd, paths);
  // Names and globs are relative to the configuration where it covers what is scanned.
  const root = loaded !== undefined && isWithin(base, own) ? base : own;
  const merged = mergeFlags(flags, config, base, command, loaded);
  const catalogue = loadCatalogue({
    extra: [
      ...(config.catalogues ?? []).map((file) => resolve(base, file)),
      ...flags.catalogue.map((file) => resolve(io.cwd, file)),
    ],
  });
  if (loaded !== undefined) checkIgnoredIds(loaded, catalogue);
  const baseUrls = (config.baseUrls ?? []).map((url) => ({ url: url.replace(/\/+$/, '') }));
  return {
    root,
    // Messages name a path as it was written where they can.
    paths: root === io.cwd ? paths : paths.map((path) => absolutePath(io.cwd, path)),
    flags: merged,
    catalogue: baseUrls.length === 0 ? catalogue : { ...catalogue, baseUrls: [...catalogue.baseUrls, ...baseUrls] },
    clients: config.clients ?? [],
    ignored: config.ignore ?? [],
    config: loaded,
  };
}

/** The settings as a configuration file could say them. */
export function printSettings({ flags, config, paths, clients, ignored }: ScanSettings, cwd: string): string {
  const {
    include,
    ignore,
    tsconfig,
    minConfidence,
    excludeTests,
    resources,
    testDoubles,
    maxFileSize,
    failOn,
    warnWithin,
    maxFindings,
    baseline,
    strictClock,
    format,
    category,
    omitSuppressed,
    evidence,
    unresolved,
    catalogue,
  } = flags;
  const shown = {
    from: config?.file ?? null,
    paths,
    include,
    ignoreFiles: ignore,
    ignore: ignored,
    excludeTests,
    resources,
    testDoubles,
    tsconfig,
    maxFileSize: maxFileSize === undefined ? undefined : `${maxFileSize}b`,
    catalogues: [
      ...(config?.config.catalogues ?? []).map((file) => resolve(dirname(config?.file ?? cwd), file)),
      ...catalogue.map((file) => resolve(cwd, file)),
    ],
    baseUrls: config?.config.baseUrls ?? [],
    clients,
    minConfidence,
    failOn,
    warnWithin: warnWithin === undefined ? undefined : `${warnWithin}d`,
    maxFindings,
    baseline,
    strictClock,
    format: format.map(({ format: name, file }) => (file === undefined ? name : `${name}=${file}`)),
    category,
    omitSuppressed,
    evidence,
    unresolved,
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}

async function load(paths: readonly string[], flags: ScanFlags, io: CliIo): Promise<LoadedConfig | undefined> {
  const code = flags.configCode ? 'run' : 'refuse';
  if (flags.config === false) return undefined;
  if (flags.config !== undefined) return loadConfig(resolve(io.cwd, flags.config), code);
  return findConfig(scanRoot(io.cwd, paths), code);
}

function mergeFlags(
  flags: ScanFlags,
  config: SunsetConfig,
  base: string,
  command: Command,
  loaded: LoadedConfig | undefined,
): ScanFlags {
  const isGiven = (name: keyof ScanFlags): boolean => command.getOptionValueSource(name) === 'cli';
  const pick = <K extends keyof ScanFlags>(name: K, value: ScanFlags[K] | undefined): Partial<ScanFlags> =>
    value === undefined || isGiven(name) ? {} : { [name]: value };
  const read = <T>(key: keyof SunsetConfig, parse: () => T): T => {
    try {
      return parse();
    } catch (error) {
      throw new ConfigError(
        `${loaded?.file ?? ''}: ${loaded?.at ?? '$'}.${key}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
  const { warnWithin, maxFileSize, format, tsconfig, baseline } = config;
  return {
    ...flags,
    include: [...(config.include ?? []), ...flags.include],
    ignore: [...(config.ignoreFiles ?? []), ...flags.ignore],
    ...pick('excludeTests', config.excludeTests),
    ...pick('resources', config.resources),
    ...pick('testDoubles', config.testDoubles),
    ...pick('tsconfig', tsconfig === undefined ? undefined : resolve(base, tsconfig)),
    ...pick('maxFileSize', maxFileSize === undefined ? undefined : read('maxFileSize', () => parseSize(maxFileSize))),
    ...pick('minConfidence', config.minConfidence),
    ...pick('failOn', config.failOn),
    ...pick('warnWithin', warnWithin === undefined ? undefined : read('warnWithin', () => parseDays(warnWithin))),
    ...pick('maxFindings', config.maxFindings),
    ...pick('baseline', baseline === undefined ? undefined : resolve(base, baseline)),
    ...pick('strictClock', config.strictClock),
    ...pick(
      'format',
      format === undefined
        ? undefined
        : read('format', () =>
            format
              .map(parseFormat)
              .map((request) =>
                request.file === undefined ? request : { ...request, file: resolve(base, request.file) },
              ),
          ),
    ),
    ...pick('category', config.category),
    ...pick('omitSuppressed', config.omitSuppressed),
    ...pick('evidence', config.evidence),
    ...pick('unresolved', config.unresolved),
  };
}

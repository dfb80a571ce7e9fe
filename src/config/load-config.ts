import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MEGABYTE, readRegularFile } from '../lib/read-regular-file.js';
import type { FileText, ReadOptions } from '../lib/read-regular-file.js';
import { ConfigError } from '../model/errors.js';
import { checkShape } from './check-shape.js';
import type { LoadedConfig, SunsetConfig } from './config.js';
import { importConfig } from './import-config.js';
import { pathFrom } from './place.js';
import type { Place } from './place.js';
import { parseJsonText, placeIn } from './read-json.js';
import type { JsonText } from './read-json.js';
import { refuseForeign } from './refuse-foreign.js';
import { searchFolders } from './search-folders.js';

export const CONFIG_NAMES = ['json', 'jsonc', 'js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map(
  (extension) => `sunset-lint.config.${extension}`,
);
export const PACKAGE_KEY = 'sunsetLint';
/** Names that people try: as other tools call theirs, or in a form that is not read. */
const NEAR_NAME = /^\.?sunset(?:-?lint)?(?:rc|\.config)(?:\.(?:json[c5]?|ya?ml|toml|[cm]?[jt]s))?$/i;

/** Whether a configuration that is a program may run. */
export type ConfigCode = 'run' | 'refuse';

/** A configuration has a few kB; the manifest that one can stand in has more. */
const MAX_CONFIG = MEGABYTE;
const MAX_MANIFEST = 10 * MEGABYTE;

/** Result of the search for a configuration. */
export interface FoundConfig {
  readonly config?: LoadedConfig;
  /** Files that might have held one and were not read, each in a sentence. */
  readonly unread: readonly string[];
}

/**
 * The nearest configuration, from a folder upward to the top of its repository; `searchFolders` says how far.
 *
 * @throws ConfigError where a folder has two, or the one found cannot be used, or lies outside by a link, or is a program
 * of somebody else.
 */
export async function findConfig(folder: string, code: ConfigCode): Promise<FoundConfig> {
  const folders = searchFolders(folder);
  const within = folders.at(-1) ?? folder;
  const unread: string[] = [];
  for (const current of folders) {
    unread.push(...nearNames(current).map((name) => nearName(relative(folder, join(current, name)))));
    const { file, inManifest, refused } = configIn(current, within);
    if (refused !== undefined)
      unread.push(
        `${relative(folder, join(current, 'package.json'))} was not read, also not for a configuration in it: ${refused}.`,
      );
    if (inManifest !== undefined) return { config: inManifest, unread };
    if (file === undefined) continue;
    if (isProgram(file) && code === 'run') {
      read(file, { limit: MAX_CONFIG, within });
      refuseForeign(file);
    }
    return { config: await load(file, code, { limit: MAX_CONFIG, within }), unread };
  }
  return { unread };
}

/**
 * The configuration that `findConfig` would find, for hosts that cannot wait and run no program; undefined where there
 * is none, or where it is a program.
 *
 * @throws ConfigError where a folder has two, or the one found cannot be used, or lies outside by a link.
 */
export function findDataConfig(folder: string): LoadedConfig | undefined {
  const folders = searchFolders(folder);
  const within = folders.at(-1) ?? folder;
  for (const current of folders) {
    const { file, inManifest } = configIn(current, within);
    if (inManifest !== undefined) return inManifest;
    if (file !== undefined) return isProgram(file) ? undefined : loadData(file, { limit: MAX_CONFIG, within });
  }
  return undefined;
}

interface ConfigOfFolder {
  readonly file?: string | undefined;
  readonly inManifest?: LoadedConfig | undefined;
  /** The reason for which the manifest was not read. */
  readonly refused?: string;
}

/** @throws ConfigError where there are two. */
function configIn(folder: string, within: string): ConfigOfFolder {
  const named = CONFIG_NAMES.map((name) => join(folder, name)).filter(isThere);
  const manifest = join(folder, 'package.json');
  const content = readRegularFile(manifest, { limit: MAX_MANIFEST, within, malformed: 'replace' });
  const inManifest = packageConfig(manifest, content);
  const files = [...named, ...(inManifest === undefined ? [] : [manifest])];
  if (files.length > 1)
    throw new ConfigError(
      `there is more than one configuration: ${files.map((file) => `'${file}'`).join(' and ')}. Keep one of them, or name it with --config.`,
    );
  return { file: named[0], inManifest, ...(content.kind === 'refused' ? { refused: content.why } : {}) };
}

/**
 * The configuration that the command line names, whoever it belongs to.
 *
 * @throws ConfigError where the file is not there or cannot be used.
 */
export async function loadConfig(file: string, code: ConfigCode): Promise<LoadedConfig> {
  if (!/(?:^|[\\/])package\.json$/.test(file)) return load(file, code, { limit: MAX_CONFIG, kinds: 'any' });
  const options: ReadOptions = { limit: MAX_MANIFEST, kinds: 'any' };
  const found = packageConfig(file, { kind: 'text', text: read(file, options) });
  if (found === undefined) throw new ConfigError(`'${file}' has no key '${PACKAGE_KEY}'.`);
  return found;
}

async function load(file: string, code: ConfigCode, options: ReadOptions): Promise<LoadedConfig> {
  if (!isProgram(file)) return loadData(file, options);
  if (!isThere(file)) throw notThere(file);
  if (code === 'refuse')
    throw new ConfigError(
      `'${file}' is a program, and --no-config-code forbids to run it. Write the configuration as sunset-lint.config.json.`,
    );
  return checked(file, await importConfig(file), pathFrom(`${file}: $`));
}

function loadData(file: string, options: ReadOptions): LoadedConfig {
  const source: JsonText = { file, text: read(file, options), form: 'with-comments' };
  return checked(file, parseJsonText(source), placeIn(source, []));
}

/** Whether a configuration has to be run to be known, by its name. */
export function isProgram(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

/** Also a link that leads nowhere is there: a configuration that cannot be read is not taken for none. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Files of a folder that look like a configuration, and are none. */
function nearNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => NEAR_NAME.test(name) && !CONFIG_NAMES.includes(name))
      .sort();
  } catch {
    return [];
  }
}

function nearName(name: string): string {
  return `${name} is not read: a configuration is called sunset-lint.config.json (or .jsonc, .js, .ts).`;
}

function notThere(file: string): ConfigError {
  return new ConfigError(`there is no configuration '${file}'.`);
}

function checked(file: string, value: unknown, place: Place): LoadedConfig {
  return { file, config: checkShape<SunsetConfig>(value, 'config', place), place };
}

/** A package.json that cannot be read is no configuration of ours. */
function packageConfig(file: string, content: FileText): LoadedConfig | undefined {
  if (content.kind !== 'text' || !content.text.includes(PACKAGE_KEY)) return undefined;
  const source: JsonText = { file, text: content.text, form: 'plain' };
  const manifest = parseJsonText(source);
  const value =
    typeof manifest === 'object' && manifest !== null
      ? (manifest as Readonly<Record<string, unknown>>)[PACKAGE_KEY]
      : undefined;
  return value === undefined ? undefined : checked(file, value, placeIn(source, [PACKAGE_KEY]));
}

function read(file: string, options: ReadOptions): string {
  const content = readRegularFile(file, options);
  if (content.kind === 'text') return content.text;
  if (content.kind === 'absent') throw notThere(file);
  throw new ConfigError(
    `the configuration '${file}' cannot be used: ${content.why}. Put a file of its own there, name another one with --config, or leave it out with --no-config.`,
  );
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../model/errors.js';
import { checkShape } from './check-shape.js';
import type { LoadedConfig, SunsetConfig } from './config.js';
import { importConfig } from './import-config.js';
import { pathFrom } from './place.js';
import type { Place } from './place.js';
import { parseJsonText, placeIn } from './read-json.js';
import type { JsonText } from './read-json.js';

export const CONFIG_NAMES = ['json', 'jsonc', 'js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map(
  (extension) => `sunset-lint.config.${extension}`,
);
export const PACKAGE_KEY = 'sunsetLint';

/** Whether a configuration that is a program may run. */
export type ConfigCode = 'run' | 'refuse';

/**
 * The nearest configuration, from a folder upward to the top of its repository.
 *
 * @throws ConfigError where a folder has two, or the one found cannot be used.
 */
export async function findConfig(folder: string, code: ConfigCode): Promise<LoadedConfig | undefined> {
  for (let current = folder; ; current = dirname(current)) {
    const named = CONFIG_NAMES.map((name) => join(current, name)).filter((file) => existsSync(file));
    const manifest = join(current, 'package.json');
    const files = [...named, ...(packageConfig(manifest) === undefined ? [] : [manifest])];
    if (files.length > 1)
      throw new ConfigError(
        `there is more than one configuration: ${files.map((file) => `'${file}'`).join(' and ')}. Keep one of them, or name it with --config.`,
      );
    const [file] = files;
    if (file !== undefined) return loadConfig(file, code);
    if (dirname(current) === current || existsSync(join(current, '.git'))) return undefined;
  }
}

/** @throws ConfigError where the file is not there or cannot be used. */
export async function loadConfig(file: string, code: ConfigCode): Promise<LoadedConfig> {
  if (!existsSync(file)) throw new ConfigError(`there is no configuration '${file}'.`);
  if (/(?:^|[\\/])package\.json$/.test(file)) {
    const found = packageConfig(file);
    if (found === undefined) throw new ConfigError(`'${file}' has no key '${PACKAGE_KEY}'.`);
    return checked(file, found.value, placeIn(found.source, [PACKAGE_KEY]));
  }
  if (/\.[cm]?[jt]s$/.test(file)) {
    if (code === 'refuse')
      throw new ConfigError(
        `'${file}' is a program, and --no-config-code forbids to run it. Write the configuration as sunset-lint.config.json.`,
      );
    return checked(file, await importConfig(file), pathFrom(`${file}: $`));
  }
  const source: JsonText = { file, text: read(file), form: 'with-comments' };
  return checked(file, parseJsonText(source), placeIn(source, []));
}

function checked(file: string, value: unknown, place: Place): LoadedConfig {
  return { file, config: checkShape<SunsetConfig>(value, 'config', place), place };
}

interface PackageConfig {
  readonly source: JsonText;
  readonly value: unknown;
}

/** A package.json that cannot be read is no configuration of ours. */
function packageConfig(file: string): PackageConfig | undefined {
  let text: string;
  try {
    text = read(file);
  } catch {
    return undefined;
  }
  if (!text.includes(PACKAGE_KEY)) return undefined;
  const source: JsonText = { file, text, form: 'plain' };
  const manifest = parseJsonText(source);
  const value =
    typeof manifest === 'object' && manifest !== null
      ? (manifest as Readonly<Record<string, unknown>>)[PACKAGE_KEY]
      : undefined;
  return value === undefined ? undefined : { source, value };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new ConfigError(`'${file}' cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

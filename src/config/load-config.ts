import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../model/errors.js';
import { checkConfig } from './check-config.js';
import type { LoadedConfig } from './config.js';
import { importConfig } from './import-config.js';

export const CONFIG_NAMES = [
  'sunset-lint.config.json',
  'sunset-lint.config.js',
  'sunset-lint.config.mjs',
  'sunset-lint.config.ts',
] as const;
const PACKAGE_KEY = 'sunsetLint';

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
    const [file, other] = files;
    if (other !== undefined)
      throw new ConfigError(
        `there are two configurations: '${file ?? ''}' and '${other}'. Keep one of them, or name it with --config.`,
      );
    if (file !== undefined) return loadConfig(file, code);
    if (dirname(current) === current || existsSync(join(current, '.git'))) return undefined;
  }
}

/** @throws ConfigError where the file is not there or cannot be used. */
export async function loadConfig(file: string, code: ConfigCode): Promise<LoadedConfig> {
  if (!existsSync(file)) throw new ConfigError(`there is no configuration '${file}'.`);
  if (/(?:^|[\\/])package\.json$/.test(file)) {
    const value = packageConfig(file);
    if (value === undefined) throw new ConfigError(`'${file}' has no key '${PACKAGE_KEY}'.`);
    const at = `$.${PACKAGE_KEY}`;
    return { file, at, config: checkConfig(value, file, at) };
  }
  if (/\.[cm]?[jt]s$/.test(file)) {
    if (code === 'refuse')
      throw new ConfigError(
        `'${file}' is a program, and --no-config-code forbids to run it. Write the configuration as sunset-lint.config.json.`,
      );
    return { file, at: '$', config: checkConfig(await importConfig(file), file, '$') };
  }
  return { file, at: '$', config: checkConfig(parse(file), file, '$') };
}

/** A package.json that cannot be read is no configuration of ours. */
function packageConfig(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  if (!text.includes(PACKAGE_KEY)) return undefined;
  const manifest = parse(file);
  return typeof manifest === 'object' && manifest !== null
    ? (manifest as Readonly<Record<string, unknown>>)[PACKAGE_KEY]
    : undefined;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigError(
      `'${file}' cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

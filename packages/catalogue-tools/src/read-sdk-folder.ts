import { readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { MEGABYTE, readRegularFile } from '../../../src/core/lib/read-file.js';
import { parseJson } from '../../../src/core/lib/json.js';
import { ConfigError } from '../../../src/core/model/errors.js';
import { ownProperty, textOf } from './upstream/records.js';
import type { SdkSources } from './upstream/sdk-operations.js';

/** The largest known SDK has 1,300 source files. */
const MAX_FILES = 20_000;
const MAX_FILE = 5 * MEGABYTE;

/**
 * Reads the sources of an unpacked SDK: TypeScript if it has any, else the compiled code.
 *
 * @throws ConfigError if the folder has no sources, or too many.
 */
export function readSdkFolder(name: string, cwd: string): SdkSources {
  const folder = resolve(cwd, name);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !/(?:^|\/)(?:node_modules|\.git|tests?|__tests__|examples)\//.test(path));
  const typeScriptFiles = names.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  const sources = typeScriptFiles.length > 0 ? typeScriptFiles : names.filter((path) => path.endsWith('.js'));
  if (sources.length === 0)
    throw new ConfigError(`'${name}' has no sources of an SDK. Name the folder of its package.`);
  if (sources.length > MAX_FILES)
    throw new ConfigError(
      `'${name}' has ${String(sources.length)} files of sources, more than ${String(MAX_FILES)}. Name the folder of one package.`,
    );
  const files = new Map<string, string>();
  for (const path of sources.sort()) {
    const content = readRegularFile(join(folder, path), { limit: MAX_FILE, within: folder });
    if (content.kind !== 'text')
      throw new ConfigError(
        `cannot read '${path}' in '${name}': ${content.kind === 'absent' ? 'it no longer exists' : content.why}.`,
      );
    files.set(path, content.text);
  }
  return { folder: name, title: titleOf(folder) ?? name, files };
}

function titleOf(folder: string): string | undefined {
  const manifest = readRegularFile(join(folder, 'package.json'), { limit: MEGABYTE, within: folder });
  const json = manifest.kind === 'text' ? parseJson(manifest.text) : undefined;
  if (json?.kind !== 'value') return undefined;
  const [name, version] = ['name', 'version'].map((key) => textOf(ownProperty(json.value, key)));
  return name === undefined ? undefined : `${name}@${version ?? '?'}`;
}

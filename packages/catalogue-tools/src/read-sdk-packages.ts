import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseJson } from '../../../src/core/lib/json.js';
import { MEGABYTE, readRegularFile } from '../../../src/core/lib/read-file.js';
import { ConfigError } from '../../../src/core/model/errors.js';
import { isFolder } from './read-input.js';
import { ownProperty, textOf } from './upstream/records.js';
import type { SdkFamily, SdkPackage } from './upstream/sdk/sdk-package.js';

const MAX_FILE = 8 * MEGABYTE;

/**
 * Reads the unpacked versions of an SDK in a folder: the folder itself, or its subfolders.
 *
 * @throws ConfigError if there is no folder, no package in it, or none with the files that the family reads.
 */
export function readSdkPackages(folder: string, family: SdkFamily): readonly SdkPackage[] {
  if (!isFolder(folder))
    throw new ConfigError(
      `'${folder}' is not a folder. Name the folder of an unpacked package, or one of several of them.`,
    );
  const names = readdirSync(folder);
  const roots = MANIFESTS.some((name) => names.includes(name))
    ? [folder]
    : names.sort().map((child) => join(folder, child));
  const packages = roots.flatMap((root) => readPackage(root, family));
  if (packages.length > 0) return packages;
  throw new ConfigError(
    `'${folder}' has no package with methods of an SDK of this family. Name the folder of an unpacked package, or one of several of them.`,
  );
}

function readPackage(root: string, family: SdkFamily): readonly SdkPackage[] {
  const [name, version] = manifestOf(root) ?? [];
  if (name === undefined || version === undefined) return [];
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter(family.needsFile)
    .sort();
  const files = new Map(paths.map((path) => [path, textAt(root, path)]));
  return files.size === 0 ? [] : [{ name, version, files }];
}

const MANIFESTS = ['package.json', 'pyproject.toml'];

/** Name and version of an npm or Python package; each is undefined if its manifest does not state it. */
function manifestOf(root: string): readonly (string | undefined)[] | undefined {
  const [npm, python] = MANIFESTS.map((name) => readRegularFile(join(root, name), { limit: MEGABYTE }));
  if (npm?.kind === 'text') {
    const json = parseJson(npm.text);
    return json.kind === 'value' ? ['name', 'version'].map((key) => textOf(ownProperty(json.value, key))) : undefined;
  }
  if (python?.kind !== 'text') return undefined;
  const valueOf = (key: string, text: string): string | undefined =>
    new RegExp(`^${key}\\s*=\\s*"([^"]+)"`, 'm').exec(text)?.[1];
  const name = valueOf('name', python.text);
  // Some Python packages state their version in the code only.
  const version = readRegularFile(join(root, name ?? '', 'version.py'), { limit: MEGABYTE });
  return [
    name,
    valueOf('version', python.text) ?? (version.kind === 'text' ? valueOf('__version__', version.text) : undefined),
  ];
}

function textAt(root: string, path: string): string {
  const content = readRegularFile(join(root, path), { limit: MAX_FILE, within: root });
  if (content.kind === 'text') return content.text;
  throw new ConfigError(
    `cannot read '${path}' in '${root}': ${content.kind === 'absent' ? 'it no longer exists' : content.why}.`,
  );
}

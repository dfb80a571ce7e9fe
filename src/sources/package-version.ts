import { dirname, join } from 'node:path';
import { asRecord } from '../lib/json.js';
import { ancestors } from './ancestors.js';
import type { FileProbe } from './file-probe.js';
import { lockedVersion } from './lock-files.js';
import type { VersionRequest } from './lock-files.js';

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Version of a package as a file of the project sees it: the installed one, else that of a lock file, else the range
 * that a manifest declares. The nearest folder counts.
 */
export function packageVersion(probe: FileProbe, path: string, name: string): string | undefined {
  let declared: VersionRequest['declared'];
  const folders = ancestors(dirname(path));
  for (const [index, folder] of folders.entries()) {
    const range = declared === undefined ? declaredRange(probe, folder, name) : undefined;
    if (range !== undefined) declared = { folder, range };
    const exact =
      installedVersion(probe, folder, name) ??
      lockedVersion(probe, folder, { name, declared, inside: folders.slice(0, index) });
    if (exact !== undefined) return exact;
  }
  return declared !== undefined && IS_VERSION.test(declared.range) ? declared.range : undefined;
}

function installedVersion(probe: FileProbe, folder: string, name: string): string | undefined {
  return asText(probe.readJson(join(folder, 'node_modules', name, 'package.json'))?.['version']);
}

const IS_VERSION = /^[\^~>=v\s]*\d|^(?:\*|latest|workspace:.*)$/;

function declaredRange(probe: FileProbe, folder: string, name: string): string | undefined {
  const manifest = probe.readJson(join(folder, 'package.json'));
  return DEPENDENCIES.map((kind) => asText(asRecord(manifest?.[kind])?.[name])).find((text) => text !== undefined);
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

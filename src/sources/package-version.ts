import { dirname, join } from 'node:path';
import { ancestors } from './ancestors.js';
import { asRecord } from '../lib/is-record.js';
import type { FileProbe } from './file-probe.js';

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Version of a package as a file of the project sees it: the installed one, else that of a lock file,
 * else the range that a manifest declares. The nearest folder counts.
 */
export function packageVersion(probe: FileProbe, path: string, name: string): string | undefined {
  let declared: string | undefined;
  for (const folder of ancestors(dirname(path))) {
    const exact = installedVersion(probe, folder, name) ?? locked(probe, folder, name);
    if (exact !== undefined) return exact;
    declared ??= declaredRange(probe, folder, name);
  }
  return declared;
}

function installedVersion(probe: FileProbe, folder: string, name: string): string | undefined {
  return asText(probe.readJson(join(folder, 'node_modules', name, 'package.json'))?.['version']);
}

const LOCKED = new WeakMap<FileProbe, Map<string, string | undefined>>();

/** A lock file is large, and asked for once for each file that lies below. */
function locked(probe: FileProbe, folder: string, name: string): string | undefined {
  const known = LOCKED.get(probe) ?? new Map<string, string | undefined>();
  LOCKED.set(probe, known);
  const key = `${folder}\0${name}`;
  if (!known.has(key)) known.set(key, lockedVersion(probe, folder, name));
  return known.get(key);
}

function lockedVersion(probe: FileProbe, folder: string, name: string): string | undefined {
  const lock = probe.readJson(join(folder, 'package-lock.json'));
  const entry =
    asRecord(asRecord(lock?.['packages'])?.[`node_modules/${name}`]) ??
    asRecord(asRecord(lock?.['dependencies'])?.[name]);
  return (
    asText(entry?.['version']) ??
    textLock(probe, join(folder, 'pnpm-lock.yaml'), `/?${name}[@/]`) ??
    textLock(probe, join(folder, 'yarn.lock'), `"?${name}@[^\\n]*:\\r?\\n[ \\t]+version:? "?`)
  );
}

function textLock(probe: FileProbe, path: string, before: string): string | undefined {
  if (!probe.isFile(path)) return undefined;
  return new RegExp(`^[ \\t]*'?${before}(\\d+\\.\\d+\\.\\d+)`, 'm').exec(probe.readText(path) ?? '')?.[1];
}

function declaredRange(probe: FileProbe, folder: string, name: string): string | undefined {
  const manifest = probe.readJson(join(folder, 'package.json'));
  const range = DEPENDENCIES.map((kind) => asText(asRecord(manifest?.[kind])?.[name])).find(
    (text) => text !== undefined,
  );
  return range !== undefined && /^[\^~>=v\s]*\d|^(?:\*|latest|workspace:.*)$/.test(range) ? range : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

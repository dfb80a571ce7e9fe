import { join } from 'node:path';
import { asRecord } from './file-probe.js';
import type { FileProbe } from './file-probe.js';
import { resolveFile } from './resolve-file.js';
import { denoManifest } from './workspace-files.js';

/**
 * The source file behind a sub path of a package whose sources are at hand (`''` is its entry).
 * Sources are preferred to what is built from them, which a fresh clone does not have.
 */
export function packageEntry(probe: FileProbe, folder: string, subPath: string): string | undefined {
  const manifest = probe.readJson(join(folder, 'package.json')) ?? denoManifest(folder, probe) ?? {};
  const declared =
    subPath === ''
      ? [
          manifest['source'],
          exported(manifest['exports'], '.'),
          manifest['module'],
          manifest['main'],
          manifest['types'],
        ]
      : [exported(manifest['exports'], `./${subPath}`)];
  const usual =
    subPath === '' ? ['src/index', 'src/main', 'index', 'lib/index'] : [subPath, `src/${subPath}`, `lib/${subPath}`];
  for (const target of [...declared.flatMap(targets), ...usual]) {
    const found = sourceOf(probe, folder, target);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What `imports` (`#name`) of a package leads to. */
export function packageImport(probe: FileProbe, folder: string, specifier: string): string | undefined {
  const imports = probe.readJson(join(folder, 'package.json'))?.['imports'];
  return targets(exported(imports, specifier))
    .map((target) => sourceOf(probe, folder, target))
    .find((file) => file !== undefined);
}

/** The entry of an `exports` or `imports` map for one key, with `*` filled in. */
function exported(map: unknown, key: string): unknown {
  const entries = asRecord(map);
  if (entries === undefined) return key === '.' ? map : undefined;
  if (key in entries) return entries[key];
  // `{ import: …, require: … }` without sub paths is the entry itself.
  if (key === '.' && Object.keys(entries).every((name) => !name.startsWith('.'))) return map;
  for (const [pattern, value] of Object.entries(entries)) {
    const [before = '', after = ''] = pattern.split('*');
    if (
      !pattern.includes('*') ||
      !key.startsWith(before) ||
      !key.endsWith(after) ||
      key.length < before.length + after.length
    )
      continue;
    const middle = key.slice(before.length, key.length - after.length);
    return targets(value).map((target) => target.replaceAll('*', () => middle));
  }
  return undefined;
}

/** All file paths in an entry, whatever their conditions. */
function targets(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(targets);
  return Object.values(asRecord(value) ?? {}).flatMap(targets);
}

function sourceOf(probe: FileProbe, folder: string, target: string): string | undefined {
  const path = target.replace(/^\.\//, '').replace(/\.d\.([cm]?)ts$/, '.$1js');
  const source = path.replace(
    /(?:^|\/)(?:dist|build|lib|out|es|esm|cjs)\/(?:(?:esm|cjs|es|src)\/)?/,
    (text) => `${text.startsWith('/') ? '/' : ''}src/`,
  );
  const [fromSource, asWritten] = [source, path].map((relative) => resolveFile(probe, join(folder, relative)));
  return fromSource ?? asWritten;
}

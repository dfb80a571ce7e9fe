import { join } from 'node:path';
import type { FileProbe } from './file-probe.js';

/** Extensions in the order in which they are tried; some bundlers add the extensions of components. */
const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte'] as const;

/** Files of other kinds that modules import by their whole names. */
const OTHER_KIND = /\.(?:vue|svelte|astro|json)$/;

/** TypeScript sources that a JavaScript extension in a specifier can refer to. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/**
 * The source file for an absolute path without or with extension: itself, with an extension, or the index of the
 * folder. Sources come before the files built from them.
 */
export function resolveFile(probe: FileProbe, path: string): string | undefined {
  const file = fileOf(probe, path);
  if (file !== undefined || !probe.isFolder(path)) return file;
  const main = probe.readJson(join(path, 'package.json'))?.['main'];
  // As in Node.js, the manifest of a folder that `main` names does not count.
  const named = typeof main === 'string' && !/^[./]*$/.test(main) ? join(path, main) : undefined;
  return (named === undefined ? undefined : (fileOf(probe, named) ?? indexOf(probe, named))) ?? indexOf(probe, path);
}

function indexOf(probe: FileProbe, folder: string): string | undefined {
  if (!probe.isFolder(folder)) return undefined;
  return EXTENSIONS.map((ending) => join(folder, `index${ending}`)).find((candidate) => probe.isFile(candidate));
}

/** A path as it is, or with an extension. */
function fileOf(probe: FileProbe, path: string): string | undefined {
  const extension = /\.[cm]?[jt]sx?$/.exec(path)?.[0];
  if (extension !== undefined) {
    const stem = path.slice(0, -extension.length);
    const found = (SOURCES[extension] ?? [extension]).map((ending) => stem + ending).find((file) => probe.isFile(file));
    if (found !== undefined) return found;
  }
  if (OTHER_KIND.test(path) && probe.isFile(path)) return path;
  return EXTENSIONS.map((ending) => path + ending).find((candidate) => probe.isFile(candidate));
}

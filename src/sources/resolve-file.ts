import { join } from 'node:path';
import type { FileProbe } from './file-probe.js';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'] as const;

/** TypeScript sources that a JavaScript extension in a specifier can stand for. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/**
 * The source file that an absolute path without or with extension means: itself, with an extension,
 * or the index of the folder. Sources come before what is built from them.
 */
export function resolveFile(probe: FileProbe, path: string): string | undefined {
  const extension = /\.[cm]?[jt]sx?$/.exec(path)?.[0];
  if (extension !== undefined) {
    const stem = path.slice(0, -extension.length);
    const found = (SOURCES[extension] ?? [extension]).map((ending) => stem + ending).find((file) => probe.isFile(file));
    if (found !== undefined) return found;
  }
  const file = EXTENSIONS.map((ending) => path + ending).find((candidate) => probe.isFile(candidate));
  if (file !== undefined) return file;
  if (!probe.isFolder(path)) return undefined;
  const main = probe.readJson(join(path, 'package.json'))?.['main'];
  if (typeof main === 'string' && !/^[./]*$/.test(main)) {
    const entry = resolveFile(probe, join(path, main));
    if (entry !== undefined) return entry;
  }
  return EXTENSIONS.map((ending) => join(path, `index${ending}`)).find((candidate) => probe.isFile(candidate));
}

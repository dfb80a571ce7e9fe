import { join } from 'node:path';
import { memoByObject } from '../core/lib/collections.js';
import { asRecord } from '../core/lib/json.js';
import { StarTable } from '../core/lib/patterns.js';
import type { FileProbe } from './file-probe.js';
import { denoManifest } from './workspaces.js';

/** Extensions in the order in which they are tried; some bundlers add the extensions of components. */
const SOURCE_EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte'] as const;

/** Files of other kinds that modules import with the extension. */
const OTHER_EXTENSION = /\.(?:vue|svelte|astro|json)$/;

/** TypeScript sources that a JavaScript extension in a specifier can refer to. */
const SOURCES_OF_EXTENSION: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/**
 * The source file for an absolute path with or without extension: the path itself, the path with an extension, or the
 * index of the folder. Sources are preferred to the files built from them.
 */
export function resolveFile(probe: FileProbe, path: string): string | undefined {
  const file = fileOf(probe, path);
  if (file !== undefined || !probe.isFolder(path)) return file;
  const main = probe.readJson(join(path, 'package.json'))?.['main'];
  // As in Node.js, the manifest of a folder that `main` names is ignored.
  const mainPath = typeof main === 'string' && !/^[./]*$/.test(main) ? join(path, main) : undefined;
  return (
    (mainPath === undefined ? undefined : (fileOf(probe, mainPath) ?? indexFileOf(probe, mainPath))) ??
    indexFileOf(probe, path)
  );
}

function indexFileOf(probe: FileProbe, folder: string): string | undefined {
  if (!probe.isFolder(folder)) return undefined;
  return SOURCE_EXTENSIONS.map((extension) => join(folder, `index${extension}`)).find((candidate) =>
    probe.isFile(candidate),
  );
}

/** The file of a path, with or without an extension. */
function fileOf(probe: FileProbe, path: string): string | undefined {
  const extension = /\.[cm]?[jt]sx?$/.exec(path)?.[0];
  if (extension !== undefined) {
    const stem = path.slice(0, -extension.length);
    const found = (SOURCES_OF_EXTENSION[extension] ?? [extension])
      .map((ending) => stem + ending)
      .find((file) => probe.isFile(file));
    if (found !== undefined) return found;
  }
  if (OTHER_EXTENSION.test(path) && probe.isFile(path)) return path;
  return SOURCE_EXTENSIONS.map((extension) => path + extension).find((candidate) => probe.isFile(candidate));
}

/**
 * The source file of a sub path of a package with available sources (`''` is its entry). Sources are preferred to the
 * files built from them, which a fresh clone does not have.
 */
export function packageEntry(probe: FileProbe, folder: string, subPath: string): string | undefined {
  const manifest = probe.readJson(join(folder, 'package.json')) ?? denoManifest(folder, probe) ?? {};
  const declaredEntries =
    subPath === ''
      ? [
          { value: manifest['source'] },
          entryOf(manifest['exports'], '.'),
          { value: manifest['module'] },
          { value: manifest['main'] },
          { value: manifest['types'] },
        ]
      : [entryOf(manifest['exports'], `./${subPath}`)];
  const usualPaths =
    subPath === '' ? ['src/index', 'src/main', 'index', 'lib/index'] : [subPath, `src/${subPath}`, `lib/${subPath}`];
  return firstSource(probe, folder, [
    ...declaredEntries.flatMap((entry) => targetPaths(entry, limitNoter(probe, folder))),
    ...usualPaths,
  ]);
}

/** Resolves an entry of a package's `imports` (`#name`). */
export function packageImport(probe: FileProbe, folder: string, specifier: string): string | undefined {
  const imports = probe.readJson(join(folder, 'package.json'))?.['imports'];
  return firstSource(probe, folder, targetPaths(entryOf(imports, specifier), limitNoter(probe, folder)));
}

/**
 * Maximum numbers of paths of one entry that are tried, and of nested conditions in it; packages have a dozen, three
 * deep.
 */
const MAX_TARGETS = 100;
const MAX_CONDITIONS = 20;
/** Maximum length of a path: none is longer. */
const MAX_PATH = 4096;

interface Entry {
  readonly value: unknown;
  /** Text that replaces `*`. */
  readonly middle?: string;
}

/** An `exports` or `imports` map. `isSingleEntry`: it has only conditions of the entry, and no sub paths. */
const entryMapOf = memoByObject((entries: Readonly<Record<string, unknown>>) => ({
  table: new StarTable(Object.entries(entries)),
  isSingleEntry: Object.keys(entries).every((name) => !name.startsWith('.')),
}));

/** The entry of an `exports` or `imports` map for one key. */
function entryOf(map: unknown, key: string): Entry {
  const entries = asRecord(map);
  if (entries === undefined) return { value: key === '.' ? map : undefined };
  if (Object.hasOwn(entries, key)) return { value: entries[key] };
  const { table, isSingleEntry } = entryMapOf(entries);
  // `{ import: …, require: … }` is the entry itself.
  return key === '.' && isSingleEntry ? { value: map } : (table.find(key) ?? { value: undefined });
}

/** All file paths in an entry, under any condition; `onLimit` is called if there are more than the limit. */
function targetPaths({ value, middle }: Entry, onLimit: () => void): readonly string[] {
  const { paths, isComplete } = typeof value === 'object' && value !== null ? memoisedPathsOf(value) : pathsOf(value);
  if (!isComplete) onLimit();
  return middle === undefined ? paths : paths.flatMap((target) => withStarsFilled(target, middle) ?? []);
}

const memoisedPathsOf = memoByObject(pathsOf);

function pathsOf(value: unknown): { readonly paths: readonly string[]; readonly isComplete: boolean } {
  const paths: string[] = [];
  let isComplete = true;
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string') paths.push(part);
    else if (typeof part !== 'object' || part === null) return;
    else if (depth > MAX_CONDITIONS) isComplete = false;
    else
      for (const nestedPart of Object.values(part)) {
        if (paths.length >= MAX_TARGETS) isComplete = false;
        if (!isComplete) return;
        visit(nestedPart, depth + 1);
      }
  };
  visit(value, 0);
  return { paths, isComplete };
}

/** A path with all its stars replaced; undefined if it would be too long. */
function withStarsFilled(target: string, middle: string): string | undefined {
  const parts = target.split('*', MAX_PATH);
  return target.length + parts.length * middle.length > 2 * MAX_PATH ? undefined : parts.join(middle);
}

function limitNoter(probe: FileProbe, folder: string): () => void {
  return () =>
    probe.note({
      file: join(folder, 'package.json'),
      what: 'an entry of its exports or imports has too many targets: not all of them were tried.',
      why: 'much',
    });
}

function firstSource(probe: FileProbe, folder: string, paths: readonly string[]): string | undefined {
  for (const target of paths) {
    const found = sourceOf(probe, folder, target);
    if (found !== undefined) return found;
  }
  return undefined;
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

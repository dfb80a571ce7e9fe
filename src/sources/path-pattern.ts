import { existsSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { toName } from './file-name.js';

/** The library, which is loaded only where a path has a pattern. */
export type Globby = typeof import('globby');

/**
 * Whether a path that a user wrote is a pattern (`src/**`), or takes away what a pattern or path names (`!src/old`).
 * What exists by its name is none: `app/[id]/page.tsx`, `(group)`.
 */
export function isPattern(root: string, path: string, exists: (absolute: string) => boolean = existsSync): boolean {
  return /^!|[*?]|\[.*\]|\{.*\}|\(.*\)/.test(path) && !exists(resolve(root, path));
}

/** A path or pattern relative to `base` as an absolute one. */
export function absolutePath(base: string, path: string): string {
  if (!isPattern(base, path)) return resolve(base, path);
  const [, negation = '', pattern = ''] = /^(!?)(?:\.\/)*(.*)$/s.exec(path) ?? [];
  return negation + (isAbsolute(pattern) ? pattern : `${literal(base)}/${pattern}`);
}

/** The innermost folder that holds all that a pattern can match; a path that is none stays as it is. Absolute. */
export function baseOfPath(root: string, path: string): string {
  if (!isPattern(root, path)) return resolve(root, path);
  const segments = path.replace(/^!/, '').split('/');
  const first = segments.findIndex((segment) => /[*?[\]{}()!+@|]/.test(segment.replace(/\\./g, '')));
  const fixed = first < 0 ? segments : segments.slice(0, first);
  const way = fixed.join('/').replace(/\\(.)/g, '$1');
  return way === '' && fixed.length > 0 ? resolve('/') : resolve(root, way);
}

/**
 * Those of the names that a pattern matches; a folder that it matches stands for all that it holds. Names are relative
 * to the root, the pattern too unless it is absolute.
 */
export function matching(globby: Globby, root: string, pattern: string, names: Iterable<string>): ReadonlySet<string> {
  const bare = pattern
    .replace(/^!/, '')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '');
  const written = existsSync(resolve(root, bare)) ? globby.convertPathToPattern(bare) : bare;
  const tree = new NameTree(root, names);
  const found = globby.globbySync([written, `${written}/**`], {
    cwd: root,
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    fs: {
      readdirSync: ((folder: string) => tree.entries(folder)) as unknown as typeof import('node:fs').readdirSync,
      lstatSync: (path: string) => tree.stat(path),
      statSync: (path: string) => tree.stat(path),
    },
  });
  return new Set(found.map((path) => toName(root, resolve(root, path))));
}

/** A path as a pattern that matches it alone. */
function literal(path: string): string {
  return path.replace(/[!()*+?@[\\\]{|}]/g, '\\$&');
}

type Kind = 'file' | 'folder';

/** Names that are known already, as the files of a disk that holds nothing else. */
class NameTree {
  readonly #folders = new Map<string, Map<string, Kind>>();

  constructor(root: string, names: Iterable<string>) {
    this.#addFolder(resolve(root));
    for (const name of names) {
      const path = resolve(root, name);
      this.#addFolder(dirname(path)).set(basename(path), 'file');
    }
  }

  entries(folder: string): readonly Dirent[] {
    const entries = this.#folders.get(resolve(folder));
    if (entries === undefined) throw missing(folder);
    return [...entries].map(([name, kind]) => entryOf(name, kind) as Dirent);
  }

  stat(path: string): Stats {
    const absolute = resolve(path);
    const kind = this.#folders.has(absolute) ? 'folder' : this.#folders.get(dirname(absolute))?.get(basename(absolute));
    if (kind === undefined) throw missing(path);
    return entryOf(basename(absolute), kind) as unknown as Stats;
  }

  #addFolder(path: string): Map<string, Kind> {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const entries = new Map<string, Kind>();
    this.#folders.set(path, entries);
    if (dirname(path) !== path) this.#addFolder(dirname(path)).set(basename(path), 'folder');
    return entries;
  }
}

function entryOf(name: string, kind: Kind): Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'> {
  const no = (): boolean => false;
  return {
    name,
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder',
    isSymbolicLink: no,
    ...{ isBlockDevice: no, isCharacterDevice: no, isFIFO: no, isSocket: no },
  };
}

function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, '${path}'`), { code: 'ENOENT' });
}

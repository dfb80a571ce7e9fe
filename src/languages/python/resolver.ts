import type { Resolution } from '../../model/module-reader.js';
import type { Resolver } from '../language.js';

/** Resolves names of modules to files: relative ones from the file's package, others from the folders around it. */
export class ModuleNames implements Resolver {
  readonly broken: readonly string[] = [];
  readonly #files: ReadonlySet<string>;
  /** Folders that are packages: their modules are named by the package. */
  readonly #packages: ReadonlySet<string>;
  /** First names that can resolve to a file. */
  readonly #firstNames = new Set<string>();
  readonly #known = new Map<string, Resolution>();

  constructor(files: readonly string[]) {
    this.#files = new Set(files);
    this.#packages = new Set(files.filter((file) => /(?:^|\/)__init__\.py$/.test(file)).map(folderOf));
    for (const file of files) for (const part of file.split('/')) this.#firstNames.add(part.replace(/\.pyw?$/, ''));
  }

  resolve(fromFile: string, specifier: string): Resolution {
    const folder = folderOf(fromFile);
    const key = `${folder}\u0000${specifier}`;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = this.#resolved(folder, specifier)));
    return known;
  }

  #resolved(folder: string, specifier: string): Resolution {
    const [, dots = '', path = ''] = /^(\.*)([^]*)/.exec(specifier) ?? [];
    const names = path === '' ? [] : path.split('.');
    if (dots !== '') {
      const start = ancestorsOf(folder)[dots.length - 1];
      const file = start === undefined ? undefined : this.#fileOf(start, names);
      return file === undefined ? { kind: 'unresolved', reason: 'no such module' } : { kind: 'file', file };
    }
    const [first] = names;
    if (first === undefined || !this.#firstNames.has(first)) return { kind: 'package', name: specifier };
    const folders = ancestorsOf(folder);
    const outside = folders.filter((candidate) => !this.#packages.has(candidate));
    const roots = [...outside.flatMap((root) => [root, ...SOURCES.map((name) => joined(root, name))]), ...folders];
    for (const root of roots) {
      const file = this.#fileOf(root, names);
      if (file !== undefined) return { kind: 'file', file };
    }
    return { kind: 'package', name: specifier };
  }

  #fileOf(folder: string, names: readonly string[]): string | undefined {
    const path = names.reduce(joined, folder);
    const candidates = names.length === 0 ? [] : [`${path}.py`, `${path}.pyw`];
    return [...candidates, joined(path, '__init__.py')].find((candidate) => this.#files.has(candidate));
  }
}

/** Common folders for the modules of a project. */
const SOURCES = ['src', 'lib', 'python', 'app'];

function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** A folder and those around it, up to the root. */
function ancestorsOf(folder: string): readonly string[] {
  const found = [folder];
  for (let current = folder; current !== '';) {
    current = folderOf(current);
    found.push(current);
  }
  return found;
}

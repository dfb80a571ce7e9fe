import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Resolution } from '../model/module-reader.js';
import { ancestors } from './ancestors.js';
import { DenoImports } from './deno-imports.js';
import type { FileProbe } from './file-probe.js';
import { toName } from './file-name.js';
import { packageEntry, packageImport } from './package-entry.js';
import { resolveFile } from './resolve-file.js';
import type { TsconfigPaths } from './tsconfig-paths.js';
import { findWorkspaces } from './workspaces.js';
import type { Workspaces } from './workspaces.js';

/** No path is longer. */
const MAX_SPECIFIER = 4096;

/** What in a folder says how names of packages and aliases are found, or ends the search for it. */
const DECIDERS = ['package.json', 'tsconfig.json', 'jsconfig.json', 'deno.json', 'deno.jsonc', '.git'];

interface Place {
  readonly folder: string;
  readonly answers: Map<string, Resolution>;
}

interface OwnPackage {
  readonly folder: string;
  readonly name: unknown;
}

/**
 * Follows module specifiers to source files; every answer is kept.
 *
 * The compiler's own resolution is not used, here and in the files around this one (`resolve-file`, `package-entry`,
 * `workspaces`, `tsconfig-paths`, `deno-imports`), for three reasons. It finds what is built or declared (`dist`,
 * `.d.ts`), and what is wanted are the sources, also in a clone where nothing is installed or built. It wants one
 * configuration for a program, and here are trees with many or none, with aliases of bundlers and of Deno. And it comes
 * with the compiler, which takes longer to load than most scans take; ESLint's process must not load it at all.
 */
export class SpecifierResolver {
  readonly #root: string;
  readonly #probe: FileProbe;
  readonly #paths: TsconfigPaths;
  readonly #files = new Map<string, Place>();
  readonly #folders = new Map<string, Place>();
  readonly #byName = new Map<string, Map<string, Resolution>>();
  readonly #denoImports: DenoImports;
  readonly #ownPackages = new Map<string, OwnPackage | undefined>();
  #workspaces: Workspaces | undefined;

  constructor(root: string, probe: FileProbe, paths: TsconfigPaths) {
    this.#root = root;
    this.#probe = probe;
    this.#paths = paths;
    this.#denoImports = new DenoImports(probe);
  }

  resolve(fromFile: string, specifier: string): Resolution {
    const { folder, answers: own } = this.#placeOf(fromFile);
    const answers = isPath(specifier) ? own : this.#answersByName(folder);
    let answer = answers.get(specifier);
    if (answer === undefined) {
      answer = this.#find(folder, specifier);
      answers.set(specifier, answer);
    }
    return answer;
  }

  /** Files that would say where packages of the workspace are, and cannot be understood; by their names. */
  get broken(): readonly string[] {
    return (this.#workspaces?.broken ?? []).map((path) => toName(this.#root, path));
  }

  /** Files of one folder share their answers. */
  #placeOf(file: string): Place {
    let place = this.#files.get(file);
    if (place === undefined) {
      const folder = dirname(resolve(this.#root, file));
      place = this.#folders.get(folder) ?? { folder, answers: new Map() };
      this.#folders.set(folder, place);
      this.#files.set(file, place);
    }
    return place;
  }

  /**
   * Answers for what is no path: they are those of the folder around it, where nothing in the folder itself says how
   * such names are found.
   */
  #answersByName(folder: string): Map<string, Resolution> {
    let answers = this.#byName.get(folder);
    if (answers === undefined) {
      const outer = dirname(folder);
      const isApart = outer === folder || DECIDERS.some((name) => this.#isThere(join(folder, name)));
      answers = isApart ? new Map<string, Resolution>() : this.#answersByName(outer);
      this.#byName.set(folder, answers);
    }
    return answers;
  }

  #isThere(path: string): boolean {
    return this.#probe.isFile(path) || this.#probe.isFolder(path);
  }

  #find(folder: string, written: string): Resolution {
    if (written.length > MAX_SPECIFIER) return { kind: 'unresolved', reason: 'longer than any path' };
    // Bundlers take a query (`./a?raw`) or a loader prefix; neither names another file.
    const specifier = written.replace(/\?.*$/, '');
    if (isPath(specifier)) {
      return this.#answer(resolveFile(this.#probe, resolve(folder, specifier)), {
        kind: 'unresolved',
        reason: 'no source file of this name',
      });
    }
    const outside: Resolution = { kind: 'package', name: written };
    if (isBuiltin(specifier)) return outside;
    if (specifier.startsWith('#')) {
      const own = this.#ownPackage(folder);
      const file = own === undefined ? undefined : packageImport(this.#probe, own.folder, specifier);
      if (file !== undefined) return this.#answer(file, outside);
    }
    const mapped = this.#denoImports.target(folder, specifier);
    if (mapped !== undefined) return this.#answer(resolveFile(this.#probe, mapped), outside);
    for (const candidate of this.#paths.candidates(folder, specifier)) {
      const file = resolveFile(this.#probe, candidate);
      if (file !== undefined) return this.#answer(file, outside);
    }
    return this.#answer(this.#inWorkspace(folder, specifier), outside);
  }

  #answer(file: string | undefined, otherwise: Resolution): Resolution {
    if (file === undefined || /[\\/]node_modules[\\/]/.test(file)) return otherwise;
    return { kind: 'file', file: toName(this.#root, file) };
  }

  /** A package of the same workspace, or the file's own package by its name. */
  #inWorkspace(folder: string, specifier: string): string | undefined {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
    const subPath = specifier.slice(name.length + 1);
    this.#workspaces ??= findWorkspaces(this.#root, this.#probe);
    const sibling = this.#workspaces.packages.get(name);
    if (sibling !== undefined) return packageEntry(this.#probe, sibling, subPath);
    const own = this.#ownPackage(folder);
    return own?.name === name ? packageEntry(this.#probe, own.folder, subPath) : undefined;
  }

  #ownPackage(folder: string): OwnPackage | undefined {
    if (!this.#ownPackages.has(folder)) {
      const own = ancestors(folder).find((parent) => this.#probe.isFile(join(parent, 'package.json')));
      const name = own === undefined ? undefined : this.#probe.readJson(join(own, 'package.json'))?.['name'];
      this.#ownPackages.set(folder, own === undefined ? undefined : { folder: own, name });
    }
    return this.#ownPackages.get(folder);
  }
}

/** `./a`, `..`, `/a`; also with a query behind it, which is dropped before. */
function isPath(specifier: string): boolean {
  return /^\.{0,2}(?:[/?]|$)/.test(specifier);
}

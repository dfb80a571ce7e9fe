import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

interface Loaders {
  /** Loads a CommonJS file of this package. */
  readonly load: (file: string) => unknown;
  /** Imports a module of another package: code that `load` has loaded cannot call `import()`. */
  readonly importUrl: (url: string) => Promise<unknown>;
  /** Folder of the built files: the same relative path from the sources and from the built files. */
  readonly dist: URL;
}

let loaders: Loaders = {
  load: createRequire(import.meta.url),
  importUrl: (url) => import(url),
  dist: new URL('../../dist/', import.meta.url),
};

/**
 * Loads a CommonJS file of this package's `dist`, such as `libraries/yaml.cjs`, on first use. Rules of ESLint need to
 * load synchronously, and only `require` does.
 */
export function builtModule(name: string): unknown {
  return loaders.load(fileURLToPath(new URL(name, loaders.dist)));
}

/** Replaces some of the loaders. */
export function loadBuiltWith(overrides: Partial<Loaders>): void {
  loaders = { ...loaders, ...overrides };
}

/** The loaders, for a copy of this module in another package. */
export function builtLoaders(): Loaders {
  return loaders;
}

/** Imports a module of another package. */
export function importModule(url: string): Promise<unknown> {
  return loaders.importUrl(url);
}

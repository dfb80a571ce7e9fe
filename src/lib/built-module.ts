import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

let load: (file: string) => unknown = createRequire(import.meta.url);
let importUrl = (url: string): Promise<unknown> => import(url);

/**
 * Loads a CommonJS file of this package's `dist`, such as `libraries/yaml.cjs`, on first use. `require` is the only way
 * to load late synchronously, which rules of ESLint need.
 */
export function builtModule(name: string): unknown {
  // Two folders above each file, in the sources and as built.
  return load(fileURLToPath(new URL(`../../dist/${name}`, import.meta.url)));
}

/**
 * Sets another loader for files of this package, and an importer for other modules: code loaded by the former cannot
 * import.
 */
export function loadBuiltWith(others: { readonly load: typeof load; readonly importUrl: typeof importUrl }): void {
  ({ load, importUrl } = others);
}

/** Imports a module of another package. */
export function importModule(url: string): Promise<unknown> {
  return importUrl(url);
}

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

let load: (file: string) => unknown = createRequire(import.meta.url);
let importUrl = (url: string): Promise<unknown> => import(url);

/**
 * Loads a CommonJS file of this package's `dist`, such as `libraries/yaml.cjs`, when it is first asked for. `require`
 * is the only way to load late without waiting, which rules of ESLint cannot.
 */
export function builtModule(name: string): unknown {
  // Two folders above each file, in the sources and as built.
  return load(fileURLToPath(new URL(`../../dist/${name}`, import.meta.url)));
}

/** Has files of this package loaded in another way, and modules of others imported: where the first is, code cannot do the second itself. */
export function loadBuiltWith(others: { readonly load: typeof load; readonly importUrl: typeof importUrl }): void {
  ({ load, importUrl } = others);
}

/** Imports a module that is none of this package. */
export function importModule(url: string): Promise<unknown> {
  return importUrl(url);
}

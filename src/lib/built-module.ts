import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Loads a CommonJS file of this package's `dist`, such as `libraries/yaml.cjs`, when it is first asked for. `require`
 * is the only way to load late without waiting, which rules of ESLint cannot.
 */
export function builtModule(name: string): unknown {
  // Two folders above each file, in the sources and as built.
  const file = new URL(`../../dist/${name}`, import.meta.url);
  return createRequire(import.meta.url)(fileURLToPath(file)) as unknown;
}

import type makeIgnore from 'ignore';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Libraries that only some runs need, and need without waiting: `rolldown.config.js` makes a file of each. */
interface Libraries {
  readonly 'brace-expansion': typeof import('brace-expansion');
  readonly ignore: typeof makeIgnore;
  readonly 'jsonc-parser': typeof import('jsonc-parser');
  readonly yaml: typeof import('yaml');
}

/** Loads a library when it is first asked for. `require` is the only way to load late without waiting. */
export function lateLibrary<Name extends keyof Libraries>(name: Name): Libraries[Name] {
  // Two folders above each file, in the sources and as built.
  const file = new URL(`../../dist/libraries/${name}.cjs`, import.meta.url);
  return createRequire(import.meta.url)(fileURLToPath(file)) as Libraries[Name];
}

import { createRequire } from 'node:module';
import type * as Morph from 'ts-morph';
import type { ts as TypeScript } from 'ts-morph';
import { work } from '../core/lib/work.js';

export type { TypeScript };

let loaded: typeof Morph | undefined;

/**
 * ts-morph, loaded on first use: most runs over a few clean files never need it, and loading it is most of the cost of
 * a run. It is loaded by `require`, because `import` takes half as long again.
 */
export function loadMorph(): typeof Morph {
  if (loaded === undefined) {
    work.compilersLoaded++;
    loaded = createRequire(import.meta.url)('ts-morph') as typeof Morph;
  }
  return loaded;
}

/** The compiler, under ts-morph's documented name. */
export function loadTypeScript(): typeof TypeScript {
  return loadMorph().ts;
}

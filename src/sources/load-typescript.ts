import { createRequire } from 'node:module';
import type { ts as TypeScript } from 'ts-morph';
import { work } from '../lib/work.js';

export type { TypeScript };

let loaded: typeof TypeScript | undefined;

/**
 * The compiler that ts-morph carries, loaded on first use: most runs over a few clean files never
 * need it, and it is most of what a run costs. `require`, because importing it takes half as long again.
 */
export function loadTypeScript(): typeof TypeScript {
  if (loaded === undefined) {
    work.compilersLoaded++;
    loaded = compilerAlone() ?? (createRequire(import.meta.url)('ts-morph') as { ts: typeof TypeScript }).ts;
  }
  return loaded;
}

/** The compiler's own file, which loads in two thirds of the time of all that is around it; undefined where ts-morph keeps it elsewhere. */
function compilerAlone(): typeof TypeScript | undefined {
  try {
    const morph = createRequire(import.meta.url).resolve('ts-morph');
    return createRequire(morph)('@ts-morph/common/dist/typescript.js') as typeof TypeScript;
  } catch {
    return undefined;
  }
}

import { createRequire } from 'node:module';
import type { ts as TypeScript } from 'ts-morph';

export type { TypeScript };

let loaded: typeof TypeScript | undefined;

/**
 * The compiler that ts-morph carries, loaded on first use: most runs over a few clean files never
 * need it, and it is most of what a run costs. `require`, because importing it takes half as long again.
 */
export function loadTypeScript(): typeof TypeScript {
  loaded ??= (createRequire(import.meta.url)('ts-morph') as { ts: typeof TypeScript }).ts;
  return loaded;
}

import type { ModuleReader } from '../model/module-reader.js';

export interface Dependants {
  readonly files: readonly string[];
  /** False where the limit was reached. */
  readonly complete: boolean;
}

const MAX_DEPTH = 4;
const MAX_FILES = 1500;

/**
 * Files that can make a request with what `seeds` export: their importers, and through modules that
 * pass it on, theirs. A call such as `send(PATHS.rules)` holds no text that the prefilter could hit.
 */
export function findDependants(seeds: readonly string[], known: ReadonlySet<string>, modules: ModuleReader, listed: ReadonlySet<string>): Dependants {
  const found = new Set<string>();
  let level = seeds.filter((file) => hasExports(file, modules));
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next = new Set<string>();
    for (const file of level) {
      for (const importer of modules.importers(file)) {
        if (!listed.has(importer) || known.has(importer) || found.has(importer) || next.has(importer)) continue;
        if (found.size + next.size >= MAX_FILES) return { files: [...found, ...next].sort(), complete: false };
        next.add(importer);
      }
    }
    for (const file of next) found.add(file);
    level = [...next].filter((file) => passesOn(file, modules));
  }
  return { files: [...found].sort(), complete: true };
}

function hasExports(file: string, modules: ModuleReader): boolean {
  return (modules.facts(file)?.exports.length ?? 0) > 0;
}

/**
 * Whether a module hands on what it imports: by re-exporting it, or by exporting anything that has
 * a value of its own (a class around the client, a function that returns it).
 */
function passesOn(file: string, modules: ModuleReader): boolean {
  return hasExports(file, modules);
}

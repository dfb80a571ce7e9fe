import { addTo } from '../lib/multimap.js';

/** Files that import the seeds, in so many steps; a step through a file that `isFree` is none. */
export function reachByFile(
  seeds: readonly string[],
  importers: (file: string) => readonly string[],
  depth: number,
  isFree: (file: string) => boolean = () => false,
): ReadonlySet<string> {
  const found = new Set<string>();
  let level = [...seeds];
  for (let step = 0; step < depth && level.length > 0; step += 1) {
    const next: string[] = [];
    // Grows while it is walked: what a barrel passes on belongs to the same step.
    for (const file of level) {
      for (const importer of importers(file)) {
        if (found.has(importer)) continue;
        found.add(importer);
        (isFree(importer) ? level : next).push(importer);
      }
    }
    level = next;
  }
  return found;
}

/**
 * Whether values can get from the seeds to a file: it is one of them, or whoever imports one of them, however indirectly,
 * imports it, however indirectly. Worked out with the first question.
 */
export function connectedTo(
  seeds: readonly string[],
  { importers, imports }: ConnectedModules,
): (file: string) => boolean {
  let connected: ReadonlySet<string> | undefined;
  return (file) => {
    if (connected === undefined) {
      const users = [...seeds, ...reachByFile(seeds, (one) => importers(one), Infinity)];
      connected = new Set([...users, ...reachByFile(users, (one) => imports(one), Infinity)]);
    }
    return connected.has(file);
  };
}

interface ConnectedModules {
  readonly importers: (file: string) => readonly string[];
  readonly imports: (file: string) => readonly string[];
}

/**
 * Who imports a file, of some files and of what they import, however indirectly. Only the imports of those are followed,
 * with the first question.
 */
export function importersAmong(
  files: readonly string[],
  imports: (file: string) => readonly string[],
): (file: string) => readonly string[] {
  let known: ReadonlyMap<string, readonly string[]> | undefined;
  return (file) => (known ??= importersIn(files, imports)).get(file) ?? [];
}

function importersIn(
  files: readonly string[],
  imports: (file: string) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  const seen = new Set(files);
  // Grows while it is walked.
  for (const file of seen)
    for (const target of imports(file)) {
      addTo(importers, target, file);
      seen.add(target);
    }
  return importers;
}

import { addTo } from '../lib/collections.js';

/** Files at the other end of an import: importers, or imported files. */
export type Neighbours = (file: string) => Iterable<string>;

/** Files reached from some files in at most so many steps, with these. Each is expanded once, nearest first. */
export function reached(starts: Iterable<string>, next: Neighbours, steps = Infinity): ReadonlySet<string> {
  const found = new Set(starts);
  let level: Iterable<string> = [...found];
  for (let step = 0; step < steps; step += 1) {
    const following: string[] = [];
    for (const file of level)
      for (const one of next(file)) {
        if (found.has(one)) continue;
        found.add(one);
        following.push(one);
      }
    if (following.length === 0) break;
    level = following;
  }
  return found;
}

/** A set of files as a test, computed with its first question. */
export function askedOnce(find: () => ReadonlySet<string>): (file: string) => boolean {
  let found: ReadonlySet<string> | undefined;
  return (file) => (found ??= find()).has(file);
}

/** Importers of a file, among some files and their imports, however indirect. No other imports are followed. */
export function importersAmong(files: Iterable<string>, imports: Neighbours): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  reached(files, (file) => {
    const targets = [...imports(file)];
    for (const target of targets) addTo(importers, target, file);
    return targets;
  });
  return importers;
}

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

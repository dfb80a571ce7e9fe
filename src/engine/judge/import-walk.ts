import type { ModuleReader } from '../../model/module-reader.js';

/** Most files that are looked at along imports. */
export const MAX_GRAPH_FILES = 60;

/** A file and the files of the program that it imports, directly or through others, the nearest first. */
export function* filesAlongImports(modules: ModuleReader, from: string): Generator<string> {
  const seen = new Set([from]);
  // What is added on the way is visited as well.
  for (const file of seen) {
    yield file;
    if (seen.size >= MAX_GRAPH_FILES) continue;
    for (const { specifier } of modules.facts(file)?.imports ?? []) {
      const resolution = modules.resolve(file, specifier);
      if (resolution.kind === 'file') seen.add(resolution.file);
    }
  }
}

import { fileOf } from '../../model/module-reader.js';
import type { Import, ModuleReader } from '../../model/module-reader.js';

/** Most files that are visited along imports. */
export const MAX_GRAPH_FILES = 60;

/** Returns the imports of a file. If the host reads them from the text, nothing is parsed. */
export function importsOf(modules: ModuleReader, file: string): readonly Import[] {
  if (modules.importsOf !== undefined) return modules.importsOf(file);
  const imports = modules.facts(file)?.imports ?? [];
  return imports.map(({ specifier }) => ({ specifier, target: fileOf(modules.resolve(file, specifier)) }));
}

/** Yields a file and the files of the program that it imports, directly or through others, the nearest first. */
export function* filesAlongImports(modules: ModuleReader, from: string): Generator<string> {
  const seen = new Set([from]);
  // Files that are added during the loop are visited as well.
  for (const file of seen) {
    yield file;
    if (seen.size >= MAX_GRAPH_FILES) continue;
    for (const { target } of importsOf(modules, file)) if (target !== undefined) seen.add(target);
  }
}

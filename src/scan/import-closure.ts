import type { ScanModuleReader } from '../select/modules.js';
import type { SourceStore } from './source-store.js';
import type { Language } from '../languages/language.js';

/** Files with all that they import, however indirectly, by their texts. */
export function importClosure(
  files: readonly string[],
  store: SourceStore,
  modulesOf: (language: Language) => ScanModuleReader,
): ReadonlySet<string> {
  const seen = new Set(files);
  // Grows while it is walked.
  for (const file of seen)
    for (const { language } of store.kinds.look(file, store.peek(file) ?? ''))
      for (const target of modulesOf(language).imports(file)) seen.add(target);
  return seen;
}

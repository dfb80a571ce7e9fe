import type { Catalogue } from '../model/deprecation.js';
import { moduleReaders } from './module-readers.js';
import { mentionsOf } from '../select/mentions.js';
import type { ScanOptions } from './scan-options.js';
import type { SourceStore } from './source-store.js';
import type { TreeOverlay } from '../sources/tree-overlay.js';

/** Most files that are looked at before the whole tree is. */
const MAX_FILES = 300;

type ReachOptions = Pick<ScanOptions, 'tsconfig'> & { readonly overlay: TreeOverlay };

/**
 * Whether files that nobody imports can make a finding: they, or what they import, however indirectly, have a mention.
 * Where that is not known, or would take as long as a scan, the answer is yes.
 */
export function reachesMention(
  files: readonly string[],
  store: SourceStore,
  options: ReachOptions,
  catalogue: Catalogue,
): boolean {
  const modulesOf = moduleReaders(store, options, catalogue);
  const seen = new Set(files);
  // Grows while it is walked.
  for (const file of seen) {
    if (seen.size > MAX_FILES) return true;
    const text = store.text(file);
    // A file that is gone may have hidden another one of its name.
    if (text === undefined) return true;
    for (const { language } of store.kinds.look(file, text)) {
      if (mentionsOf(catalogue, language.forms).of(text) !== undefined) return true;
      for (const target of modulesOf(language).imports(file)) seen.add(target);
    }
  }
  return false;
}

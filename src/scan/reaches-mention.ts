import { resolve } from 'node:path';
import type { Catalogue } from '../model/deprecation.js';
import { moduleReaders } from './module-readers.js';
import { mentionsOf } from '../select/mentions.js';
import { TextReader } from '../sources/read-text.js';
import { kindsOf } from './prepare-scan.js';
import type { ScanOptions } from './scan-options.js';
import { SourceStore } from './source-store.js';
import type { TreeOverlay } from '../sources/tree-overlay.js';

/** Most files that are looked at before the whole tree is. */
const MAX_FILES = 300;

type ReachOptions = Pick<ScanOptions, 'root' | 'tsconfig' | 'maxFileSize' | 'languages' | 'documents'> & {
  readonly overlay: TreeOverlay;
};

/**
 * Whether a change of these files can make a finding anywhere: they, or what they import, however indirectly, have a
 * mention. A finding that is new needs a text that is new, or files with such texts that a changed file brings together.
 * Where that is not known, or would take as long as a scan, the answer is yes.
 */
export function reachesMention(changed: readonly string[], options: ReachOptions, catalogue: Catalogue): boolean {
  const root = resolve(options.root ?? '.');
  const store = new SourceStore(root, new TextReader(options.maxFileSize, options.overlay), kindsOf(options));
  const modulesOf = moduleReaders(store, options, catalogue);
  const seen = new Set(changed);
  // Grows while it is walked.
  for (const file of seen) {
    if (seen.size > MAX_FILES) return true;
    const text = store.text(file);
    // A file that is gone may have hidden another one of its name.
    if (text === undefined) return true;
    for (const { language } of store.kinds.look(file, text)) {
      if (mentionsOf(catalogue, language.spelling).of(text) !== undefined) return true;
      for (const target of modulesOf(language).imports(file)) seen.add(target);
    }
  }
  return false;
}

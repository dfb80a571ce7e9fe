import { resolve } from 'node:path';
import type { Language } from '../languages/language.js';
import type { Catalogue } from '../model/deprecation.js';
import type { ScanModuleReader } from '../select/modules.js';
import type { LanguageId } from '../model/language.js';
import type { FileProbe } from '../sources/file-probe.js';
import type { TreeOverlay } from '../sources/tree-overlay.js';
import { createModuleReader } from './module-reader.js';
import type { ScanOptions } from './scan-options.js';
import type { SourceStore } from './source-store.js';

type ReaderOptions = Pick<ScanOptions, 'tsconfig'> & {
  readonly overlay?: TreeOverlay | undefined;
  /** Files among which modules are found in languages that have no other way; default none. */
  readonly files?: readonly string[];
  /** What the file system is asked with; default one for each language. */
  readonly probeOf?: (language: LanguageId) => FileProbe;
};

/** Readers of modules by language, each made when it is wanted. */
export function moduleReaders(
  store: SourceStore,
  { tsconfig, overlay, files = [], probeOf }: ReaderOptions,
  catalogue: Catalogue,
): (language: Language) => ScanModuleReader {
  const made = new Map<Language, ScanModuleReader>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const path = tsconfig === undefined ? undefined : resolve(store.root, tsconfig);
    const modules = createModuleReader({
      store,
      files,
      catalogue,
      language: language.id,
      tsconfig: path,
      overlay,
      ...(probeOf === undefined ? {} : { probe: probeOf(language.id) }),
    });
    made.set(language, modules);
    return modules;
  };
}

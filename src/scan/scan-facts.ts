import { resolve } from 'node:path';
import type { ScanCache } from '../cache/scan-cache.js';
import type { StoredScan } from '../cache/stored.js';
import { memoByText } from '../core/lib/collections.js';
import { ScanError } from '../core/model/errors.js';
import type { LanguageId } from '../core/model/language.js';
import { filesReachedFrom } from '../select/reach-names.js';
import { FileProbe } from '../files/file-probe.js';
import { SkipLog } from '../files/skip-log.js';
import { TextReader } from '../files/read-text.js';
import { analyseEach } from './analyse-files.js';
import { moduleReaders } from './module-reader.js';
import { kindsOf, listScanFiles, nothingToScan } from './prepare-scan.js';
import { assertOptions, OpenScan } from './open-scan.js';
import type { RunOptions, ScanDependencies } from './open-scan.js';
import { SourceStore } from './source-store.js';
import type { Steps } from './steps.js';
import { watchedCatalogue } from './withdrawn.js';

export interface FactsOptions extends RunOptions {
  readonly cache: ScanCache;
  /** Folder of the files, relative to the root. */
  readonly folder: string;
}

/**
 * Computes the facts of the files of one folder, which depend on their imports: resolved imports, exports, and
 * analyses, each with its dependencies.
 *
 * @throws ConfigError for invalid options, ScanError if there is nothing to scan.
 */
export function* factsSteps(options: FactsOptions, dependencies: ScanDependencies): Steps<StoredScan> {
  assertOptions(options);
  const { cache, folder } = options;
  const paths = [folder === '' ? '.' : folder];
  const skips = new SkipLog();
  const list = listScanFiles({ ...options, paths }, skips);
  const folderFiles = new Set([...list.files, ...list.perhaps]);
  if (folderFiles.size === 0) throw new ScanError(nothingToScan(paths, list, skips));
  const catalogue = watchedCatalogue(dependencies.catalogue);
  const files = [...folderFiles];
  const { tsconfig, overlay, readState } = options;
  const reader = new TextReader(options.maxFileSize, undefined, undefined, readState?.reads);
  const store = new SourceStore(resolve(options.root ?? '.'), reader, kindsOf(options));
  const probeOf = memoByText<FileProbe, LanguageId>(() => new FileProbe(overlay, 'kept'));
  const modulesOf = moduleReaders(
    store,
    { files, probeOf, ...(tsconfig === undefined ? {} : { tsconfig }) },
    catalogue,
  );
  const closure = filesReachedFrom(files, (file) =>
    store.kinds
      .readFirstLine(file, store.peek(file) ?? '')
      .flatMap(({ language }) => modulesOf(language).imports(file)),
  );
  const prepared = yield* OpenScan.of({ ...options, paths: ['.'], among: closure, probeOf }, dependencies).select();
  if (prepared.candidates.length > 0) yield dependencies.ready?.();
  const { createAnalyser } = dependencies;
  yield* analyseEach(prepared, {
    createAnalyser,
    catalogue,
    clients: options.clients,
    only: folderFiles,
    onProgress: options.onProgress,
  });
  return cache.partOf((file) => folderFiles.has(file));
}

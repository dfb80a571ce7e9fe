import { resolve } from 'node:path';
import type { ScanProgress } from './scan-options.js';
import { isMinified } from './minified.js';
import type { HitLevel, Prefilter } from './prefilter.js';
import type { TextReader } from './read-text.js';
import type { SkipLog } from './skip-log.js';
import type { SourceStore } from './source-store.js';

export interface Hits {
  /** Files whose text can hold something the catalogue is about, in the order given. */
  readonly files: readonly { readonly file: string; readonly level: HitLevel }[];
  /** Files that were read. */
  readonly read: readonly string[];
  /** Files that were deleted since they were listed. */
  readonly vanished: number;
}

export interface CollectInput {
  readonly files: readonly string[];
  /** Files that are read although they are links, because the user named them. */
  readonly named: ReadonlySet<string>;
  readonly reader: TextReader;
  readonly store: SourceStore;
  readonly prefilter: Prefilter;
  readonly skips: SkipLog;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

/** Reads every file once, in order, and keeps the texts of those that hit. */
export function collectHits(input: CollectInput): Hits {
  const { files, store, skips } = input;
  const hits: { file: string; level: HitLevel }[] = [];
  const read: string[] = [];
  let vanished = 0;
  files.forEach((file, index) => {
    if (index % 500 === 0) input.onProgress?.({ phase: 'read', done: index, total: files.length });
    const result = input.reader.read(resolve(store.root, file), input.named.has(file) ? 'follow' : 'refuse');
    if (result.kind === 'skipped') {
      // A name that is no valid UTF-8 cannot be opened either, and is not gone.
      if (result.reason === 'vanished' && !file.includes('\uFFFD')) vanished += 1;
      else skips.add(result.reason === 'vanished' ? 'unreadable' : result.reason, file);
      return;
    }
    read.push(file);
    const level = input.prefilter.test(result.latin1);
    if (level === undefined) return;
    if (isMinified(result.latin1)) skips.add('minified', file);
    else {
      store.keep(file, result.decode());
      hits.push({ file, level });
    }
  });
  return { files: hits, read, vanished };
}

import type { ReadingCache, ImportsByLanguage } from '../cache/reading-cache.js';
import type { Mention } from '../select/mentions.js';
import type { FileList } from '../files/list-files.js';
import { groupBy } from '../core/lib/collections.js';
import type { LanguageProgram, ProgramDrafts } from './language-program.js';
import type { FoundMentions, KnownFile } from './read-mentions.js';
import type { SourceStore } from './source-store.js';

/** A scan of another state of the same tree, and the files that are the same in both. */
export interface TwinScan {
  readonly prepared: {
    readonly found: FoundMentions;
    readonly programs: readonly LanguageProgram[];
    readonly store: SourceStore;
  };
  readonly isSame: (file: string) => boolean;
}

/**
 * Returns a look-up of the mentions that an earlier run has cached. Files that the user `named` are excluded, because
 * their links are followed.
 */
export function cachedMentions(
  reading: ReadingCache | undefined,
  named: ReadonlySet<string>,
): ((file: string) => KnownFile | undefined) | undefined {
  if (reading === undefined || reading.isEmpty) return undefined;
  return (file) => {
    const summary = named.has(file) ? undefined : reading.summaryOf(file);
    // Left-out files were searched by other rules.
    if (summary === undefined || summary.leftOut !== undefined) return undefined;
    return {
      mentions: summary.mentions.map(([language, mention]) => ({ file, language, mention: mention as Mention })),
      hasDirective: summary.hasDirective,
      imports: (language) => summary.imports?.find(([id]) => id === language)?.[1],
      isScanned: summary.isScanned,
      script: summary.script,
      apis: summary.apis,
      left: summary.left ?? [],
      sent: summary.sent ?? [],
    };
  };
}

/** Returns a look-up of the mentions that the twin scan found in identical files, which are not read again. */
export function twinMentions({ prepared, isSame }: TwinScan): (file: string) => KnownFile | undefined {
  const { found, programs } = prepared;
  const [readFiles, directives] = [new Set(found.read), new Set(found.directives)];
  const mentions = groupBy(found.files, ({ file }) => file);
  return (file) =>
    readFiles.has(file) && isSame(file)
      ? {
          mentions: mentions.get(file) ?? [],
          hasDirective: directives.has(file),
          imports: (id) => programs.find(({ language }) => language.id === id)?.modules.notedImports(file),
          isScanned: true,
          apis: [],
          left: [],
          sent: found.sent.get(file) ?? [],
        }
      : undefined;
}

/** Number of files of a list that have to be read, because no earlier run has cached their mentions. */
export function countUnread({ files, perhaps, leftOutFiles }: FileList, reading: ReadingCache | undefined): number {
  const allFiles = [...files, ...perhaps, ...leftOutFiles.map(({ path }) => path)];
  return allFiles.filter((file) => reading?.hasSameStamp(file) !== true).length;
}

/** Imports of a file in each language that the programs of the scan have recorded. */
export function notedImports(drafts: ProgramDrafts, file: string): ImportsByLanguage {
  return drafts.existingDrafts.flatMap(({ language, modules }) => {
    const specifiers = modules.notedImports(file);
    return specifiers === undefined ? [] : [[language.id, specifiers] as const];
  });
}

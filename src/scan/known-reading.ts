import type { KeptReading, SaidImports } from '../cache/kept-reading.js';
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
 * Returns the mentions of files that an earlier run has read, if any; links are followed for files that the user
 * `named`.
 */
export function knownFrom(
  reading: KeptReading | undefined,
  named: ReadonlySet<string>,
): ((file: string) => KnownFile | undefined) | undefined {
  if (reading === undefined || reading.isEmpty) return undefined;
  return (file) => {
    const said = named.has(file) ? undefined : reading.of(file);
    // The questions for files that are left out were different.
    if (said === undefined || said.leftOut !== undefined) return undefined;
    return {
      mentions: said.mentions.map(([language, mention]) => ({ file, language, mention: mention as Mention })),
      hasDirective: said.hasDirective,
      imports: (language) => said.imports?.find(([id]) => id === language)?.[1],
      isScanned: said.isScanned,
      script: said.script,
      apis: said.apis,
      left: said.left ?? [],
      sent: said.sent ?? [],
    };
  };
}

/** Results of the other scan for identical files, which are not read again. */
export function knownFiles({ prepared, isSame }: TwinScan): (file: string) => KnownFile | undefined {
  const { found, programs } = prepared;
  const [read, directives] = [new Set(found.read), new Set(found.directives)];
  const mentions = groupBy(found.files, ({ file }) => file);
  return (file) =>
    read.has(file) && isSame(file)
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
export function countUnread({ files, perhaps, left }: FileList, reading: KeptReading | undefined): number {
  const all = [...files, ...perhaps, ...left.map(({ path }) => path)];
  return all.filter((file) => reading?.knows(file) !== true).length;
}

/** Recorded imports of a file in each language, as far as the programs of the scan have them. */
export function notedImports(drafts: ProgramDrafts, file: string): SaidImports {
  return drafts.made.flatMap(({ language, modules }) => {
    const specifiers = modules.notedImports(file);
    return specifiers === undefined ? [] : [[language.id, specifiers] as const];
  });
}

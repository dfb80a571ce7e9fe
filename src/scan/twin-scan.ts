import { groupBy } from '../core/lib/collections.js';
import type { LanguageProgram } from './language-program.js';
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

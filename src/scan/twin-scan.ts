import { groupBy } from '../lib/multimap.js';
import type { LanguageId } from '../model/language.js';
import type { MentioningFile } from '../select/mentions.js';
import type { PreparedScan } from './prepare-scan.js';

/** A scan of another state of the same tree, and which files are the same in both. */
export interface TwinScan {
  readonly prepared: PreparedScan;
  readonly isSame: (file: string) => boolean;
}

/** What reading a file told. */
export interface KnownFile {
  readonly mentions: readonly MentioningFile[];
  readonly hasDirective: boolean;
  readonly imports: (language: LanguageId) => readonly string[] | undefined;
}

/** What the other scan was told by files that are the same: they are not read again. */
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
        }
      : undefined;
}

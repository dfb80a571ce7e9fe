import { languageOf } from '../languages/table.js';
import type { MentioningFile } from '../select/mentions.js';
import type { ProgramDrafts } from './language-program.js';

/** JSON files with an address of the API, by whether a program imports them. */
export interface ImportedData {
  /** Files that import one: what stands in it is as good as written there. */
  readonly importing: readonly MentioningFile[];
  /** Those that are modules of a program. */
  readonly modules: readonly string[];
  /** Those that nothing imports. */
  readonly others: readonly string[];
}

/** Asks the JavaScript program, where there is one, which of the files it imports. */
export function importedData(files: readonly string[], drafts: ProgramDrafts): ImportedData {
  if (files.length === 0) return { importing: [], modules: [], others: files };
  const draft = drafts.of(languageOf('javascript'));
  draft.modules.noteData(new Set(files));
  const importers = new Map(files.map((file) => [file, draft.modules.importers(file)]));
  const isModule = (file: string): boolean => (importers.get(file) ?? []).length > 0;
  return {
    importing: [...new Set([...importers.values()].flat())].map((file) => ({
      file,
      language: 'javascript',
      mention: 'api',
    })),
    modules: files.filter(isModule),
    others: files.filter((file) => !isModule(file)),
  };
}

/** What mentions the API: a file that imports it from data does, whatever its own text says. */
export function withImporting(
  mentioning: readonly MentioningFile[],
  importing: readonly MentioningFile[],
): readonly MentioningFile[] {
  const files = new Set(importing.map(({ file }) => file));
  return files.size === 0 ? mentioning : [...mentioning.filter(({ file }) => !files.has(file)), ...importing];
}

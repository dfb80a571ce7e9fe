import { languageOf } from '../languages/table.js';
import type { MentioningFile } from '../select/mentions.js';
import type { ProgramDrafts } from './language-program.js';
import type { LeftData } from './left-out.js';

/** JSON files with an address or paths of the API, by whether a program imports them. */
export interface ImportedData {
  /** Files that import one: its content counts as if written there. */
  readonly importing: readonly MentioningFile[];
  /** Those that are modules of a program. */
  readonly modules: readonly string[];
  /** Those with an address that nothing imports. */
  readonly others: readonly LeftData[];
}

/** Asks the JavaScript program, where there is one, which of the files it imports. */
export function importedData(data: readonly LeftData[], drafts: ProgramDrafts): ImportedData {
  if (data.length === 0) return { importing: [], modules: [], others: [] };
  const { modules } = drafts.of(languageOf('javascript'));
  modules.noteData(new Set(data.map(({ file }) => file)));
  const asked = data.map((one) => ({ ...one, importers: modules.importers(one.file) }));
  const mentions = new Map<string, LeftData['mention']>();
  for (const { importers, mention } of asked)
    for (const file of importers) if (mentions.get(file) !== 'api') mentions.set(file, mention);
  return {
    importing: [...mentions].map(([file, mention]) => ({ file, language: 'javascript', mention })),
    modules: asked.filter(({ importers }) => importers.length > 0).map(({ file }) => file),
    others: asked.filter(({ importers, mention }) => importers.length === 0 && mention === 'api'),
  };
}

/** Merges in files that import the API from data: they mention the API, even if their own text mentions less. */
export function withImporting(
  mentioning: readonly MentioningFile[],
  importing: readonly MentioningFile[],
): readonly MentioningFile[] {
  const isOwn = ({ language }: MentioningFile): boolean => language === 'javascript';
  const named = new Set(mentioning.filter((one) => isOwn(one) && one.mention === 'api').map(({ file }) => file));
  const added = importing.filter(({ file }) => !named.has(file));
  const files = new Set(added.map(({ file }) => file));
  return [...mentioning.filter((one) => !(isOwn(one) && files.has(one.file))), ...added];
}

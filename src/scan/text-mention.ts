import { embeddedCode } from './code-of.js';
import type { FileKind } from '../languages/table.js';
import type { HostFileReader, Language } from '../languages/language.js';
import type { LanguageId } from '../core/model/language.js';
import type { Mention, MentioningFile } from '../select/mentions.js';
import type { ApiSigns } from '../select/api-signs.js';
import type { ReadText } from '../files/read-text.js';
import type { ProgramDraft, ProgramDrafts } from './language-program.js';
import { mentionKindTest } from './mention-search.js';
import { hasUnreadAddress } from './unread-address.js';
import type { SourceStore } from './source-store.js';

/** Inputs for finding the mentions in a text. */
export interface MentionContext {
  readonly store: SourceStore;
  /**
   * Drafts of programs by language. A draft searches texts, and records imports once a text of its language names the
   * API.
   */
  readonly drafts: ProgramDrafts;
  /** Whether a text has a base URL of the API. */
  readonly hasAddress: (text: string) => boolean;
  /** Whether to search the parts of a file that no parser reads. */
  readonly isAsked: (file: string) => boolean;
}

/** Whether the text of a host file names an API in the syntax of a language, or passes a client to its code. */
export function mayUse(
  signs: ApiSigns,
  { forms }: Pick<Language, 'forms'>,
  { clientMarkers: clientTexts = [] }: HostFileReader,
  text: string,
): boolean {
  return clientTexts.some((clientText) => text.includes(clientText)) || signs.usedIn(text, forms).length > 0;
}

/** Finds the mention in a text for a language. Records the imports once a file of the language has named the API. */
export function mentionIn(
  { language, hostFile }: FileKind,
  file: string,
  text: ReadText,
  { drafts, store }: MentionContext,
  mentioningLanguages: Set<LanguageId>,
): readonly MentioningFile[] {
  const possibleMentions = mentionKindTest(text.groups, language);
  if (possibleMentions === undefined && !mentioningLanguages.has(language.id)) return [];
  const draft = drafts.of(language);
  let mention = possibleMentions && draft.mentions.of(text.latin1, possibleMentions);
  // In a file without imports or further mentions, a common word alone matches nothing: the file is not parsed.
  if (mention === 'common' && hostFile?.scanRole === 'mention' && !hasMoreContext(draft, text.latin1)) return [];
  if (mention !== undefined && hostFile !== undefined) {
    const mentionInCode = (): Mention | null => draft.mentions.of(embeddedCode(hostFile, file, text.decode())) ?? null;
    if (draft.cache !== undefined) store.cacheText(file, text.decode());
    mention =
      (draft.cache === undefined ? mentionInCode() : draft.cache.ofText(file, 'held', mentionInCode)) ?? undefined;
  }
  if (mention === 'api') mentioningLanguages.add(language.id);
  if (mentioningLanguages.has(language.id)) draft.modules.noteImports(file, text.latin1, () => text.decode());
  return mention === undefined ? [] : [{ file, language: language.id, mention }];
}

/** Whether a part of a file that no parser reads has an address of the API. */
export function namesUnread(
  kinds: readonly FileKind[],
  file: string,
  text: ReadText,
  { drafts, store, hasAddress, isAsked }: MentionContext,
): boolean {
  const [first] = kinds;
  if (first?.hostFile === undefined || !hasAddress(text.latin1) || !isAsked(file)) return false;
  const search = (): boolean => hasUnreadAddress({ file, text: text.decode(), kinds }, hasAddress);
  const { cache } = drafts.of(first.language);
  if (cache === undefined) return search();
  store.cacheText(file, text.decode());
  return cache.ofText(file, 'unread', search);
}

/** Whether a text has more words of a path than a common one, or imports of files that may have them. */
function hasMoreContext({ language, mentions }: ProgramDraft, text: string): boolean {
  return mentions.hasContext(text) || language.imports.specifiersIn(text).length > 0;
}

/** Whether a file that may contain embedded code counts as a scanned file. */
export function counts(kinds: readonly FileKind[], mentions: readonly MentioningFile[]): boolean {
  return mentions.length > 0 || kinds.some(({ hostFile }) => hostFile?.scanRole !== 'mention');
}

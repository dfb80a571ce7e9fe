import { embeddedCode } from './code-of.js';
import type { FileKind } from '../languages/table.js';
import type { HostFileReader, Language } from '../languages/language.js';
import type { LanguageId } from '../core/model/language.js';
import type { Mention, MentioningFile } from '../select/mentions.js';
import type { ApiSigns } from '../select/seen-apis.js';
import type { ReadText } from '../files/read-text.js';
import type { ProgramDraft, ProgramDrafts } from './language-program.js';
import { mentionsPossible } from './mention-search.js';
import { hasUnreadAddress } from './not-understood.js';
import type { SourceStore } from './source-store.js';

/** Inputs for finding the mentions in a text. */
export interface MentionContext {
  readonly store: SourceStore;
  /**
   * Drafts of programs by language; they answer questions about texts, and record imports once one has named the API.
   */
  readonly drafts: ProgramDrafts;
  /** Whether a text has a base URL of the API. */
  readonly hasAddress: (text: string) => boolean;
  /** Whether the parts of a file that are not understood are to be searched. */
  readonly isAsked: (file: string) => boolean;
}

/** Whether a text names an API for code of a language, or passes it a client. */
export function mayUse(
  signs: ApiSigns,
  { forms }: Pick<Language, 'forms'>,
  { hands = [] }: HostFileReader,
  text: string,
): boolean {
  return hands.some((hand) => text.includes(hand)) || signs.usedIn(text, forms).length > 0;
}

/** Mention of a text in one language. Its imports are recorded once a file of the language has named the API. */
export function mentionIn(
  { language, holder }: FileKind,
  file: string,
  text: ReadText,
  { drafts, store }: MentionContext,
  named: Set<LanguageId>,
): readonly MentioningFile[] {
  const possible = mentionsPossible(text.groups, language);
  if (possible === undefined && !named.has(language.id)) return [];
  const draft = drafts.of(language);
  let mention = possible && draft.mentions.of(text.latin1, possible);
  // A common word alone matches nothing in a file without further mentions and imports, which is not parsed.
  if (mention === 'common' && holder?.counts === 'mention' && !hasMoreContext(draft, text.latin1)) return [];
  if (mention !== undefined && holder !== undefined) {
    const embedded = (): Mention | null => draft.mentions.of(embeddedCode(holder, file, text.decode())) ?? null;
    if (draft.cache !== undefined) store.keep(file, text.decode());
    mention = (draft.cache === undefined ? embedded() : draft.cache.ofText(file, 'held', embedded)) ?? undefined;
  }
  if (mention === 'api') named.add(language.id);
  if (named.has(language.id)) draft.modules.noteImports(file, text.latin1, () => text.decode());
  return mention === undefined ? [] : [{ file, language: language.id, mention }];
}

/** Whether an unread part of a file has an address of the API. */
export function namesUnread(
  kinds: readonly FileKind[],
  file: string,
  text: ReadText,
  { drafts, store, hasAddress, isAsked }: MentionContext,
): boolean {
  const [first] = kinds;
  if (first?.holder === undefined || !hasAddress(text.latin1) || !isAsked(file)) return false;
  const ask = (): boolean => hasUnreadAddress({ file, text: text.decode(), kinds }, hasAddress);
  const { cache } = drafts.of(first.language);
  if (cache === undefined) return ask();
  store.keep(file, text.decode());
  return cache.ofText(file, 'unread', ask);
}

/** Whether a text has more of a path than a common word, or imports that may have it. */
function hasMoreContext({ language, mentions }: ProgramDraft, text: string): boolean {
  return mentions.hasContext(text) || language.imports.specifiersIn(text).length > 0;
}

/** Whether a file that may hold code is a file of the scan. */
export function counts(kinds: readonly FileKind[], mentions: readonly MentioningFile[]): boolean {
  return mentions.length > 0 || kinds.some(({ holder }) => holder?.counts !== 'mention');
}

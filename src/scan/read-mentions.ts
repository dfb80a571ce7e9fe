import { mentionsResource } from '../knowledge/clients/resource-rows.js';
import type { ResourceLimit } from './resource-limit.js';
import type { ScanProgress } from './scan-options.js';
import { mayContainDirective } from './directives/directive.js';
import { isMinified } from '../select/select-file.js';
import type { FileKind } from '../languages/table.js';
import type { LanguageId } from '../core/model/language.js';
import { addTo } from '../core/lib/collections.js';
import { NOT_SCANNED, NOTHING_FOUND } from '../cache/reading-cache.js';
import type { ReadingCache, UnreadPart, FileSummary } from '../cache/reading-cache.js';
import type { ProgramDraft } from './language-program.js';
import type { MentioningFile } from '../select/mentions.js';
import { joinFragments } from './code-of.js';
import { DIRECTIVE_BIT, SDK_BIT, REQUEST_BIT, SIGN_BIT } from './mention-search.js';
import { dataKind } from './data-kinds.js';
import { sdksImported, sentTexts } from './sent-texts.js';
import type { ApiSigns } from '../select/api-signs.js';
import type { Api } from '../core/model/deprecation.js';
import type { SentText } from '../core/model/evidence.js';
import type { ReadText, TextReader } from '../files/read-text.js';
import type { SkipReason } from '../core/model/skipped.js';
import type { SkipLog } from '../files/skip-log.js';
import { setCurrentFile } from './steps.js';
import type { Steps } from './steps.js';
import { counts, mayUse, mentionIn, namesUnread } from './text-mention.js';
import type { MentionContext } from './text-mention.js';

/** Results of reading every file. */
export interface FoundMentions {
  /** Files with mentions, in the order of reading; a file with mentions in two languages has two entries. */
  readonly files: readonly MentioningFile[];
  /** Scanned files, sorted: the listed files, and further ones that their text adds. */
  readonly scanned: readonly string[];
  /** Files that were read. */
  readonly read: readonly string[];
  /** Files whose text names one of our rules or directives. */
  readonly directives: readonly string[];
  /** Files that were deleted since they were listed. */
  readonly vanished: readonly string[];
  /** Ids of other APIs that the files use; empty without `signs`. */
  readonly seenApis: ReadonlySet<Api['id']>;
  /** Requests in texts, by file. */
  readonly sent: ReadonlyMap<string, readonly SentText[]>;
}

/** Results of a file from an earlier run. */
export interface KnownFile {
  readonly mentions: readonly MentioningFile[];
  readonly hasDirective: boolean;
  readonly imports: (language: LanguageId) => readonly string[] | undefined;
  /** Whether the file is scanned although it was not listed. */
  readonly isScanned: boolean;
  /** Language by the first line of the file; absent if the file name determines it. */
  readonly script?: LanguageId | undefined;
  /** Ids of other APIs that the file uses. */
  readonly apis: readonly Api['id'][];
  /** Reasons why parts of the file are not read, for the report. */
  readonly left: readonly UnreadPart[];
  /** Requests in the text of the file. */
  readonly sent: readonly SentText[];
}

export interface CollectInput extends MentionContext {
  readonly files: readonly string[];
  /** Files that are scanned only if their text has a mention. */
  readonly perhaps: readonly string[];
  /** Files that are read although they are links, because the user named them. */
  readonly named: ReadonlySet<string>;
  readonly reader: TextReader;
  /** Whether a text has a base URL of the API or imports its SDK. */
  readonly namesApi: (text: string) => boolean;
  /** Titles of the APIs that have a base URL in a text. */
  readonly apisIn: (text: string) => readonly string[];
  readonly skips: SkipLog;
  /** Limit beyond which files are recorded as skipped. */
  readonly allowance: ResourceLimit;
  /** Signs of other APIs; absent if these are not searched for. */
  readonly signs?: ApiSigns | undefined;
  /** Whether requests to APIs without a catalogue are listed. */
  readonly listsSent: boolean;
  /** Returns the results of a file from an earlier run, so that the file is not read again. */
  readonly known?: ((file: string) => KnownFile | undefined) | undefined;
  /** Receives the mentions of files that are read. */
  readonly reading?: ReadingCache | undefined;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

/** Number of files between two pauses, each with a report of the progress. */
const STEP = 200;

/** Number of files without a mention between two checks of the limit. */
const CHECK_INTERVAL = 16;

/** Reads every file once, in order, and keeps the texts of those with a mention. Yields periodically. */
export function* readMentions(input: CollectInput): Steps<FoundMentions> {
  const { files, store, skips, reader, allowance } = input;
  const log = new MentionLog(input);
  const all = input.perhaps.length === 0 ? files : [...files, ...input.perhaps];
  let untilCheck = 0;
  for (let index = 0; index < all.length; index += 1) {
    const file = all[index] ?? '';
    if (index % STEP === 0) {
      input.onProgress?.({ phase: 'read', done: index, total: all.length });
      yield;
    }
    if (untilCheck-- <= 0) {
      untilCheck = CHECK_INTERVAL;
      if (allowance.isSpent()) {
        for (const unreadFile of all.slice(index)) skips.add('stopped', unreadFile);
        break;
      }
    }
    const isScanned = index < files.length;
    const known = input.known?.(file);
    if (known !== undefined && isResultUsable(file, known, isScanned, input)) {
      log.addKnown(file, known, isScanned);
      continue;
    }
    input.reading?.forget(file);
    setCurrentFile(file);
    const result = reader.read(store.pathOf(file), input.named.has(file) ? 'follow' : 'refuse');
    if (result.kind === 'skipped') log.skip(file, result.reason);
    else if (isScanned && (result.groups & ~OTHER_GROUPS) === 0 && log.mentioningLanguages.size === 0) {
      log.read.push(file);
      if (result.groups !== 0)
        log.note(file, {
          ...NOTHING_FOUND,
          apis: log.findApis(file, result),
          ...sentField(log.findSent(file, result)),
        });
    } else {
      untilCheck = 0;
      log.add(file, result, isScanned);
    }
  }
  return log.found();
}

/** Groups of words that are not mentions of the catalogue. */
const OTHER_GROUPS = SIGN_BIT | REQUEST_BIT | SDK_BIT;

const NONE: readonly Api['id'][] = [];

function sentField(sent: readonly SentText[]): Pick<FileSummary, 'sent'> {
  return sent.length === 0 ? {} : { sent };
}

/** Whether results of an earlier run apply: the kind of the file is clear from its name, or from that run. */
function isResultUsable(file: string, known: KnownFile, isListed: boolean, { store }: CollectInput): boolean {
  return known.script !== undefined || (!isListed && !known.isScanned) || store.kinds.of(file).length > 0;
}

/** APIs that the code in a host file uses, or whose SDK the host file declares as a dependency. */
function usedWithin(
  signs: ApiSigns,
  { language, hostFile }: Required<FileKind>,
  file: string,
  text: ReadText,
): readonly Api['id'][] {
  const declared = hostFile.declaresPackages === true ? signs.dependedOn(text.latin1) : NONE;
  if (!mayUse(signs, language, hostFile, text.latin1)) return declared;
  return [...declared, ...signs.usedIn(joinFragments(hostFile.fragmentsOf(text.decode(), file)), language.forms)];
}

/** Collects the mentions in files. */
class MentionLog {
  /** Languages in which a file has named the API. */
  readonly mentioningLanguages = new Set<LanguageId>();
  readonly read: string[] = [];
  readonly #mentioning: MentioningFile[] = [];
  readonly #directives: string[] = [];
  readonly #vanished: string[] = [];
  readonly #unlistedFiles: string[] = [];
  readonly #seenApis = new Set<Api['id']>();
  readonly #sent = new Map<string, readonly SentText[]>();
  /** Reasons why parts of files are not read, by file. */
  readonly #unreadParts = new Map<string, UnreadPart[]>();
  readonly #input: CollectInput;

  constructor(input: CollectInput) {
    this.#input = input;
  }

  found(): FoundMentions {
    const { files, perhaps, reading } = this.#input;
    let listed: ReadonlySet<string> | undefined;
    reading?.noteReadFiles({
      files: this.read,
      isListed: (file) => (listed ??= new Set([...files, ...perhaps])).has(file),
    });
    return {
      files: this.#mentioning,
      scanned: this.#unlistedFiles.length === 0 ? files : [...files, ...this.#unlistedFiles].sort(),
      read: this.read,
      directives: this.#directives,
      vanished: this.#vanished,
      seenApis: this.#seenApis,
      sent: this.#sent,
    };
  }

  /** Finds signs of other APIs in the text of a scanned file. */
  findApis(
    file: string,
    text: ReadText,
    kinds: readonly FileKind[] = this.#input.store.kinds.of(file),
  ): readonly Api['id'][] {
    const { signs } = this.#input;
    if (signs === undefined || (text.groups & SIGN_BIT) === 0) return NONE;
    return this.#noteApis(kinds.flatMap(({ language }) => signs.usedIn(text.latin1, language.forms)));
  }

  /** Finds requests in the text of a scanned file with code, without parsing it. */
  findSent(
    file: string,
    text: ReadText,
    kinds: readonly FileKind[] = this.#input.store.kinds.of(file),
  ): readonly SentText[] {
    if (!this.#input.listsSent || (text.groups & (REQUEST_BIT | SDK_BIT)) === 0) return [];
    const code = kinds.filter(({ hostFile }) => hostFile === undefined || hostFile.scanRole === 'code');
    if (code.length === 0 || isMinified(text.latin1)) return [];
    const sent = code.flatMap(({ language: { id } }) => [
      ...((text.groups & REQUEST_BIT) === 0 ? [] : sentTexts(text.latin1, id)),
      ...((text.groups & SDK_BIT) === 0 ? [] : sdksImported(text.latin1, id)),
    ]);
    return this.#noteSent(file, sent);
  }

  #noteSent(file: string, sent: readonly SentText[]): readonly SentText[] {
    if (sent.length > 0) this.#sent.set(file, sent);
    return sent;
  }

  /** Finds signs of other APIs in the code inside a host file; the rest of the file uses no API. */
  #findEmbeddedApis(file: string, text: ReadText, kinds: readonly FileKind[]): readonly Api['id'][] {
    const { signs } = this.#input;
    if (signs === undefined || (text.groups & SIGN_BIT) === 0) return NONE;
    return this.#noteApis(
      kinds.flatMap(({ language, hostFile }) =>
        hostFile === undefined ? NONE : usedWithin(signs, { language, hostFile }, file, text),
      ),
    );
  }

  #noteApis(ids: readonly Api['id'][]): readonly Api['id'][] {
    for (const id of ids) this.#seenApis.add(id);
    return ids;
  }

  /** Adds the results of a file from an earlier run. */
  addKnown(file: string, known: KnownFile, isListed: boolean): void {
    const { drafts, store } = this.#input;
    this.#noteApis(known.apis);
    this.#noteSent(file, known.sent);
    for (const part of known.left) this.#skip(file, part);
    if (!isListed && !known.isScanned) return;
    const { existingDrafts: existingDrafts } = drafts;
    const kinds = known.script === undefined ? [] : store.kinds.recordScript(file, known.script);
    if (!isListed) this.#addToScan(file, kinds, existingDrafts);
    this.read.push(file);
    this.#mentioning.push(...known.mentions);
    for (const { language, mention } of known.mentions) if (mention === 'api') this.mentioningLanguages.add(language);
    if (known.hasDirective) this.#directives.push(file);
    for (const { language } of store.kinds.of(file)) {
      const specifiers = known.imports(language.id);
      if (specifiers !== undefined) drafts.of(language).modules.noteSpecifiers(file, specifiers);
    }
  }

  skip(file: string, reason: SkipReason | 'vanished'): void {
    // A file whose name is not valid UTF-8 cannot be opened, but is not deleted.
    if (reason === 'vanished' && !file.includes('\uFFFD')) this.#vanished.push(file);
    else this.#input.skips.add(reason === 'vanished' ? 'unreadable' : reason, file);
  }

  /** Adds the results of a file that was read. */
  add(file: string, text: ReadText, isScanned: boolean): void {
    const { store, drafts, namesApi } = this.#input;
    const kindsByName = store.kinds.of(file);
    const kinds =
      kindsByName.length > 0 ? kindsByName : text.isScript ? store.kinds.readFirstLine(file, text.latin1) : kindsByName;
    // A file whose language only its first line shows is missing from the drafts that exist already.
    const existingDrafts = kindsByName.length > 0 ? [] : drafts.existingDrafts;
    const mentions = kinds.flatMap((kind) => mentionIn(kind, file, text, this.#input, this.mentioningLanguages));
    if (!isScanned) {
      if (!counts(kinds, mentions)) {
        if (text.groups !== 0 && namesApi(text.latin1)) this.#noteOtherKind(file, text.latin1);
        const apis = this.#findEmbeddedApis(file, text, kinds);
        this.note(file, apis.length === 0 ? NOT_SCANNED : { ...NOT_SCANNED, apis });
        return;
      }
      this.#addToScan(file, kinds, existingDrafts);
    }
    const apis = this.findApis(file, text, kinds);
    const sent = this.findSent(file, text, kinds);
    if (text.groups !== 0 && namesUnread(kinds, file, text, this.#input)) this.#noteOtherKind(file, text.latin1);
    this.read.push(file);
    const analysed = this.#keepText(file, text, mentions);
    const script = kindsByName.length > 0 ? undefined : kinds[0]?.language.id;
    const isSilent = analysed.mentions.length === 0 && !analysed.hasDirective && apis.length + sent.length === 0;
    if (!isSilent || script !== undefined || this.#unreadParts.has(file))
      this.note(file, {
        mentions: analysed.mentions.map(({ language, mention }) => [language, mention]),
        hasDirective: analysed.hasDirective,
        apis,
        isScanned: true,
        ...(script === undefined ? {} : { script }),
        ...sentField(sent),
      });
  }

  /** Adds a file to the scan that was not listed, also to the existing drafts of its languages. */
  #addToScan(file: string, kinds: readonly FileKind[], existingDrafts: readonly ProgramDraft[]): void {
    this.#unlistedFiles.push(file);
    for (const draft of existingDrafts)
      if (kinds.some(({ language }) => language === draft.language)) draft.files.push(file);
  }

  /** Keeps the text of a file for analysis if the text has a mention or a directive, and is not minified. */
  #keepText(
    file: string,
    text: ReadText,
    mentions: readonly MentioningFile[],
  ): Pick<KnownFile, 'mentions' | 'hasDirective'> {
    const { store, namesApi } = this.#input;
    const hasDirective = (text.groups & DIRECTIVE_BIT) !== 0 && mayContainDirective(text.latin1);
    if (mentions.length === 0 && !hasDirective) return { mentions, hasDirective };
    if (isMinified(text.latin1)) {
      const isNamed =
        (mentions.some(({ mention }) => mention === 'api') && namesApi(text.latin1)) || mentionsResource(text.latin1);
      if (mentions.length > 0) this.#noteUnread(file, isNamed ? ['minified', 'named'] : ['minified']);
      return { mentions: [], hasDirective: false };
    }
    store.cacheText(file, text.decode());
    this.#mentioning.push(...mentions);
    if (hasDirective) this.#directives.push(file);
    return { mentions, hasDirective };
  }

  #noteUnread(file: string, part: UnreadPart): void {
    addTo(this.#unreadParts, file, part);
    this.#skip(file, part);
  }

  /** Notes that a file of another kind mentions an API. */
  #noteOtherKind(file: string, text: string): void {
    this.#noteUnread(file, [dataKind(file, text) ?? 'other-kind', 'counted', ...this.#input.apisIn(text)]);
  }

  #skip(file: string, [reason, listing, ...apis]: UnreadPart): void {
    const { skips } = this.#input;
    skips.add(reason, file, apis);
    if (listing === 'named') skips.listPath(reason, file);
  }

  /** Records the results of a file for the cache, with its unread parts. */
  note(file: string, summary: FileSummary): void {
    const left = this.#unreadParts.get(file);
    this.#input.reading?.noteSummary(file, left === undefined ? summary : { ...summary, left });
  }
}

import { namesResource } from '../knowledge/clients/resource-rows.js';
import type { ResourceLimit } from './resource-limit.js';
import type { ScanProgress } from './scan-options.js';
import { mayHoldDirective } from './directives/directive.js';
import { isMinified } from '../select/select-file.js';
import type { FileKind } from '../languages/table.js';
import type { LanguageId } from '../core/model/language.js';
import { addTo } from '../core/lib/collections.js';
import { NOT_SCANNED, NOTHING_FOUND } from '../cache/reading-cache.js';
import type { ReadingCache, UnreadPart, FileSummary } from '../cache/reading-cache.js';
import type { ProgramDraft } from './language-program.js';
import type { MentioningFile } from '../select/mentions.js';
import { textsIn } from './code-of.js';
import { DIRECTIVES, SDKS, SENT, SIGNS } from './mention-search.js';
import { dataKind } from './data-kinds.js';
import { sdksImported, sentTexts } from './sent-texts.js';
import type { ApiSigns } from '../select/seen-apis.js';
import type { Api } from '../core/model/deprecation.js';
import type { SentText } from '../core/model/evidence.js';
import type { ReadText, TextReader } from '../files/read-text.js';
import type { SkipReason } from '../core/model/skipped.js';
import type { SkipLog } from '../files/skip-log.js';
import { workOn } from './steps.js';
import type { Steps } from './steps.js';
import { counts, mayUse, mentionIn, namesUnread } from './text-mention.js';
import type { AskedOfTexts } from './text-mention.js';

/** Results of reading every file. */
export interface FoundMentions {
  /** In the order of reading; a file with mentions in two languages is there twice. */
  readonly files: readonly MentioningFile[];
  /** Files of the scan, sorted: the listed ones, and those recognised by their text. */
  readonly scanned: readonly string[];
  /** Files that were read. */
  readonly read: readonly string[];
  /** Files whose text names one of our rules or directives. */
  readonly directives: readonly string[];
  /** Files that were deleted since they were listed. */
  readonly vanished: readonly string[];
  /** Ids of other APIs that a file uses, as far as `signs` were asked. */
  readonly seenApis: ReadonlySet<Api['id']>;
  /** By file, requests in its text. */
  readonly sent: ReadonlyMap<string, readonly SentText[]>;
}

/** Results of an earlier reading of a file. */
export interface KnownFile {
  readonly mentions: readonly MentioningFile[];
  readonly hasDirective: boolean;
  readonly imports: (language: LanguageId) => readonly string[] | undefined;
  /** Whether it is scanned although it was not listed. */
  readonly isScanned: boolean;
  /** Language of its first line, where its name has none. */
  readonly script?: LanguageId | undefined;
  /** Ids of other APIs that it uses. */
  readonly apis: readonly Api['id'][];
  /** Reasons why parts of it are not read, for the report. */
  readonly left: readonly UnreadPart[];
  /** Requests in its text. */
  readonly sent: readonly SentText[];
}

export interface CollectInput extends AskedOfTexts {
  readonly files: readonly string[];
  /** Files that count only by their text. */
  readonly perhaps: readonly string[];
  /** Files that are read although they are links, because the user named them. */
  readonly named: ReadonlySet<string>;
  readonly reader: TextReader;
  /** Whether a text has a base URL of the API or imports its SDK. */
  readonly namesApi: (text: string) => boolean;
  /** Titles of the APIs that have a base URL in a text. */
  readonly apisIn: (text: string) => readonly string[];
  readonly skips: SkipLog;
  /** Files that are not read because it is spent are recorded as skipped. */
  readonly allowance: ResourceLimit;
  /** Signs of other APIs, where wanted. */
  readonly signs?: ApiSigns | undefined;
  /** Whether requests to APIs without a catalogue are listed. */
  readonly listsSent: boolean;
  /** Known results of a file, which need no reading. */
  readonly known?: ((file: string) => KnownFile | undefined) | undefined;
  /** Receives the mentions of files that are read. */
  readonly reading?: ReadingCache | undefined;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

const STEP = 200;

/** Files without a mention between two checks whether time and memory are spent. */
const UNASKED = 16;

/** Reads every file once, in order, and keeps the texts of those with a mention. Yields now and then. */
export function* readMentions(input: CollectInput): Steps<FoundMentions> {
  const { files, store, skips, reader, allowance } = input;
  const log = new MentionLog(input);
  const all = input.perhaps.length === 0 ? files : [...files, ...input.perhaps];
  let unasked = 0;
  for (let index = 0; index < all.length; index += 1) {
    const file = all[index] ?? '';
    if (index % STEP === 0) {
      input.onProgress?.({ phase: 'read', done: index, total: all.length });
      yield;
    }
    if (unasked-- <= 0) {
      unasked = UNASKED;
      if (allowance.isSpent()) {
        for (const left of all.slice(index)) skips.add('stopped', left);
        break;
      }
    }
    const isScanned = index < files.length;
    const same = input.known?.(file);
    if (same !== undefined && isTold(file, same, isScanned, input)) {
      log.takeKnown(file, same, isScanned);
      continue;
    }
    input.reading?.forget(file);
    workOn(file);
    const result = reader.read(store.pathOf(file), input.named.has(file) ? 'follow' : 'refuse');
    if (result.kind === 'skipped') log.skip(file, result.reason);
    else if (isScanned && (result.groups & ~ASIDE) === 0 && log.named.size === 0) {
      log.read.push(file);
      if (result.groups !== 0)
        log.note(file, { ...NOTHING_FOUND, apis: log.look(file, result), ...saidSent(log.lookSent(file, result)) });
    } else {
      unasked = 0;
      log.take(file, result, isScanned);
    }
  }
  return log.found();
}

/** Groups without a mention of the catalogue. */
const ASIDE = SIGNS | SENT | SDKS;

const NONE: readonly Api['id'][] = [];

function saidSent(sent: readonly SentText[]): Pick<FileSummary, 'sent'> {
  return sent.length === 0 ? {} : { sent };
}

/** Whether the content of a file is known: by its name, or by an earlier run for a script or a file without code. */
function isTold(file: string, known: KnownFile, isListed: boolean, { store }: CollectInput): boolean {
  return known.script !== undefined || (!isListed && !known.isScanned) || store.kinds.of(file).length > 0;
}

/** APIs that the code in a host file uses, or whose SDK it names as a dependency. */
function usedWithin(
  signs: ApiSigns,
  { language, holder }: Required<FileKind>,
  file: string,
  text: ReadText,
): readonly Api['id'][] {
  const declared = holder.declares === true ? signs.dependedOn(text.latin1) : NONE;
  if (!mayUse(signs, language, holder, text.latin1)) return declared;
  return [...declared, ...signs.usedIn(textsIn(holder.fragmentsOf(text.decode(), file)), language.forms)];
}

/** Mentions in the files so far. */
class MentionLog {
  /** Languages of which a file has named the API. */
  readonly named = new Set<LanguageId>();
  readonly read: string[] = [];
  readonly #mentioning: MentioningFile[] = [];
  readonly #directives: string[] = [];
  readonly #vanished: string[] = [];
  readonly #told: string[] = [];
  readonly #seenApis = new Set<Api['id']>();
  readonly #sent = new Map<string, readonly SentText[]>();
  /** Reasons why files are not read, by file. */
  readonly #left = new Map<string, UnreadPart[]>();
  readonly #input: CollectInput;

  constructor(input: CollectInput) {
    this.#input = input;
  }

  found(): FoundMentions {
    const { files, perhaps, reading } = this.#input;
    let listed: ReadonlySet<string> | undefined;
    reading?.noteRead({
      files: this.read,
      isListed: (file) => (listed ??= new Set([...files, ...perhaps])).has(file),
    });
    return {
      files: this.#mentioning,
      scanned: this.#told.length === 0 ? files : [...files, ...this.#told].sort(),
      read: this.read,
      directives: this.#directives,
      vanished: this.#vanished,
      seenApis: this.#seenApis,
      sent: this.#sent,
    };
  }

  /** Looks for signs of other APIs in the text of a file of the scan. */
  look(
    file: string,
    text: ReadText,
    kinds: readonly FileKind[] = this.#input.store.kinds.of(file),
  ): readonly Api['id'][] {
    const { signs } = this.#input;
    if (signs === undefined || (text.groups & SIGNS) === 0) return NONE;
    return this.#see(kinds.flatMap(({ language }) => signs.usedIn(text.latin1, language.forms)));
  }

  /** Looks for requests in the text of a file of the scan with code, by words alone. */
  lookSent(
    file: string,
    text: ReadText,
    kinds: readonly FileKind[] = this.#input.store.kinds.of(file),
  ): readonly SentText[] {
    if (!this.#input.listsSent || (text.groups & (SENT | SDKS)) === 0) return [];
    const code = kinds.filter(({ holder }) => holder === undefined || holder.counts === 'code');
    if (code.length === 0 || isMinified(text.latin1)) return [];
    const sent = code.flatMap(({ language: { id } }) => [
      ...((text.groups & SENT) === 0 ? [] : sentTexts(text.latin1, id)),
      ...((text.groups & SDKS) === 0 ? [] : sdksImported(text.latin1, id)),
    ]);
    return this.#noteSent(file, sent);
  }

  #noteSent(file: string, sent: readonly SentText[]): readonly SentText[] {
    if (sent.length > 0) this.#sent.set(file, sent);
    return sent;
  }

  /** Looks for signs in the code inside a host file: the rest of it is no use of an API. */
  #lookWithin(file: string, text: ReadText, kinds: readonly FileKind[]): readonly Api['id'][] {
    const { signs } = this.#input;
    if (signs === undefined || (text.groups & SIGNS) === 0) return NONE;
    return this.#see(
      kinds.flatMap(({ language, holder }) =>
        holder === undefined ? NONE : usedWithin(signs, { language, holder }, file, text),
      ),
    );
  }

  #see(ids: readonly Api['id'][]): readonly Api['id'][] {
    for (const id of ids) this.#seenApis.add(id);
    return ids;
  }

  takeKnown(file: string, known: KnownFile, isListed: boolean): void {
    const { drafts, store } = this.#input;
    this.#see(known.apis);
    this.#noteSent(file, known.sent);
    for (const left of known.left) this.#skip(file, left);
    if (!isListed && !known.isScanned) return;
    const { made } = drafts;
    const kinds = known.script === undefined ? [] : store.kinds.takeScript(file, known.script);
    if (!isListed) this.#tell(file, kinds, made);
    this.read.push(file);
    this.#mentioning.push(...known.mentions);
    for (const { language, mention } of known.mentions) if (mention === 'api') this.named.add(language);
    if (known.hasDirective) this.#directives.push(file);
    for (const { language } of store.kinds.of(file)) {
      const specifiers = known.imports(language.id);
      if (specifiers !== undefined) drafts.of(language).modules.takeImports(file, specifiers);
    }
  }

  skip(file: string, reason: SkipReason | 'vanished'): void {
    // A name that is no valid UTF-8 cannot be opened either, and is not gone.
    if (reason === 'vanished' && !file.includes('\uFFFD')) this.#vanished.push(file);
    else this.#input.skips.add(reason === 'vanished' ? 'unreadable' : reason, file);
  }

  take(file: string, text: ReadText, isScanned: boolean): void {
    const { store, drafts, namesApi } = this.#input;
    const known = store.kinds.of(file);
    const kinds = known.length > 0 ? known : text.isScript ? store.kinds.look(file, text.latin1) : known;
    // A file that only its first line identifies is not part of the programs made before.
    const made = known.length > 0 ? [] : drafts.made;
    const mentions = kinds.flatMap((kind) => mentionIn(kind, file, text, this.#input, this.named));
    if (!isScanned) {
      if (!counts(kinds, mentions)) {
        if (text.groups !== 0 && namesApi(text.latin1)) this.#leaveOther(file, text.latin1);
        const apis = this.#lookWithin(file, text, kinds);
        this.note(file, apis.length === 0 ? NOT_SCANNED : { ...NOT_SCANNED, apis });
        return;
      }
      this.#tell(file, kinds, made);
    }
    const apis = this.look(file, text, kinds);
    const sent = this.lookSent(file, text, kinds);
    if (text.groups !== 0 && namesUnread(kinds, file, text, this.#input)) this.#leaveOther(file, text.latin1);
    this.read.push(file);
    const kept = this.#keep(file, text, mentions);
    const script = known.length > 0 ? undefined : kinds[0]?.language.id;
    const isSilent = kept.mentions.length === 0 && !kept.hasDirective && apis.length + sent.length === 0;
    if (!isSilent || script !== undefined || this.#left.has(file))
      this.note(file, {
        mentions: kept.mentions.map(({ language, mention }) => [language, mention]),
        hasDirective: kept.hasDirective,
        apis,
        isScanned: true,
        ...(script === undefined ? {} : { script }),
        ...saidSent(sent),
      });
  }

  /** Adds a file to the scan that was not listed as part of it. */
  #tell(file: string, kinds: readonly FileKind[], made: readonly ProgramDraft[]): void {
    this.#told.push(file);
    for (const draft of made) if (kinds.some(({ language }) => language === draft.language)) draft.files.push(file);
  }

  /** Keeps the text of a file for analysis where it has a mention or a directive; minified files are left out. */
  #keep(
    file: string,
    text: ReadText,
    mentions: readonly MentioningFile[],
  ): Pick<KnownFile, 'mentions' | 'hasDirective'> {
    const { store, namesApi } = this.#input;
    const hasDirective = (text.groups & DIRECTIVES) !== 0 && mayHoldDirective(text.latin1);
    if (mentions.length === 0 && !hasDirective) return { mentions, hasDirective };
    if (isMinified(text.latin1)) {
      const isNamed =
        (mentions.some(({ mention }) => mention === 'api') && namesApi(text.latin1)) || namesResource(text.latin1);
      if (mentions.length > 0) this.#leave(file, isNamed ? ['minified', 'named'] : ['minified']);
      return { mentions: [], hasDirective: false };
    }
    store.keep(file, text.decode());
    this.#mentioning.push(...mentions);
    if (hasDirective) this.#directives.push(file);
    return { mentions, hasDirective };
  }

  #leave(file: string, left: UnreadPart): void {
    addTo(this.#left, file, left);
    this.#skip(file, left);
  }

  /** Notes that a file of another kind mentions an API. */
  #leaveOther(file: string, text: string): void {
    this.#leave(file, [dataKind(file, text) ?? 'other-kind', 'counted', ...this.#input.apisIn(text)]);
  }

  #skip(file: string, [reason, named, ...apis]: UnreadPart): void {
    const { skips } = this.#input;
    skips.add(reason, file, apis);
    if (named === 'named') skips.name(reason, file);
  }

  /** Records the mentions of a file, and its unread parts. */
  note(file: string, said: FileSummary): void {
    const left = this.#left.get(file);
    this.#input.reading?.note(file, left === undefined ? said : { ...said, left });
  }
}

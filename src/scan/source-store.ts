import { digestOfText } from '../core/lib/identity.js';
import { isOverflow, TOO_DEEP } from '../core/lib/bounds.js';
import type { ReadingCache } from '../cache/reading-cache.js';
import type { ProgramTexts } from '../cache/answers-by-text.js';
import { refuseShortage } from '../core/model/errors.js';
import { lowerJson } from '../languages/facts/json.js';
import type { FileFacts } from '../core/model/facts.js';
import { ResourceLimit } from './resource-limit.js';
import { FactsStore } from './facts-store.js';
import { workOn } from './steps.js';
import { BoundedMap } from '../core/lib/collections.js';
import { pathsIn } from '../files/file-name.js';
import { work } from '../core/lib/work.js';
import type { Comment, LanguageId } from '../core/model/language.js';
import { FileKinds, Parsers } from '../languages/table.js';
import type { TextReader } from '../files/read-text.js';

/** Characters of text that are cached; other files are read again on demand. */
const MAX_TEXT = 24_000_000;

/** Share of the allowed memory for facts. */
const FACTS_SHARE = 1 / 8;

/** Another state of the same tree, whose results for identical files are reused. */
export interface TwinState {
  readonly store: SourceStore;
  readonly isSame: (file: string) => boolean;
}

interface StoreOptions {
  readonly twin?: TwinState;
  readonly parsers?: Parsers;
  /** Bytes that the process may take; default Node's own limit. */
  readonly memory?: number;
  /** Mentions in files that have not changed since an earlier run. */
  readonly reading?: ReadingCache | undefined;
}

/** Text and facts of files by name. A file may have code of several languages; facts are those of one. */
export class SourceStore implements ProgramTexts {
  readonly root: string;
  readonly kinds: FileKinds;
  readonly parsers: Parsers;
  /** The absolute path of a file. */
  readonly pathOf: (file: string) => string;
  readonly #reader: TextReader;
  readonly #texts = new BoundedMap<string | undefined>(MAX_TEXT);
  readonly #facts: FactsStore;
  readonly #unparsed = new Set<string>();
  readonly #parsed = new Set<string>();
  readonly #syntaxErrors = new Set<string>();
  readonly #failed = new Map<string, string>();
  /** Failed files without facts. */
  readonly #lost = new Set<string>();
  readonly #twin: TwinState | undefined;
  readonly #reading: ReadingCache | undefined;

  constructor(
    root: string,
    reader: TextReader,
    kinds: FileKinds = new FileKinds(['javascript']),
    { parsers = new Parsers(), memory = new ResourceLimit().memory, twin, reading }: StoreOptions = {},
  ) {
    this.root = root;
    this.pathOf = pathsIn(root);
    this.parsers = parsers;
    this.kinds = kinds;
    this.#reader = reader;
    this.#twin = twin;
    this.#reading = reading;
    this.#facts = new FactsStore(memory * FACTS_SHARE);
  }

  /** Caches a text that was read for another purpose. */
  keep(file: string, text: string): void {
    this.#texts.set(file, text, text.length);
  }

  text(file: string): string | undefined {
    const twin = this.#twinOf(file);
    if (twin !== undefined) return twin.text(file);
    if (!this.#texts.has(file)) {
      const text = this.peek(file);
      this.#texts.set(file, text, text?.length ?? 0);
    }
    return this.#texts.get(file);
  }

  /** Returns a text without caching it. */
  peek(file: string): string | undefined {
    const kept = this.#texts.get(file);
    if (kept !== undefined) return kept;
    const twin = this.#twinOf(file);
    if (twin !== undefined) return twin.peek(file);
    const result = this.#reader.read(this.pathOf(file), 'follow');
    const text = result.kind === 'text' ? result.decode() : undefined;
    this.#reading?.noteText(file, text);
    return text;
  }

  /** Returns the facts of a file in a language, whose parser has to be loaded. */
  facts(file: string, language: LanguageId = 'javascript'): FileFacts | undefined {
    const twin = this.#twinOf(file);
    if (twin !== undefined) return twin.facts(file, language);
    const key = storeKey(file, language);
    const known = this.#facts.get(key);
    if (known !== undefined || this.#unparsed.has(key)) return known;
    const facts = this.#parse(file, language);
    this.#parsed.add(file);
    if (facts === undefined) this.#unparsed.add(key);
    else this.#facts.set(key, facts);
    return facts;
  }

  /** Marks a file as analysed, so that its facts are the first to be evicted where memory is short. */
  release(file: string, language: LanguageId): void {
    this.#facts.release(storeKey(file, language));
  }

  /**
   * The comments of a file in all its languages, whose parsers have to be loaded.
   *
   * @throws Error where a text has more tokens than are parsed.
   */
  comments(file: string): readonly Comment[] {
    const text = this.text(file) ?? '';
    return (
      this.kinds
        .of(file)
        .flatMap(({ language, holder }) => {
          refuseManyTokens(text, language.id);
          return [
            ...this.parsers.of(language.id).comments(file, text, holder?.fragmentsOf(text, file)),
            ...(holder?.commentsOf?.(text) ?? []),
          ];
        })
        .sort((a, b) => a.span[0] - b.span[0])
        // In a file of several languages, each one reports the comments around it.
        .filter(({ span }, index, all) => span[0] !== all[index - 1]?.span[0])
    );
  }

  /** Digest of the text; undefined where it cannot be read. */
  digest(file: string): string | undefined {
    const known = this.#reading?.digest(file);
    if (known !== undefined) return known;
    const text = this.peek(file);
    const digest = text === undefined ? undefined : digestOfText(text);
    if (digest !== undefined) this.#reading?.noteDigest(file, digest);
    return digest;
  }

  isBroken(file: string): boolean {
    return this.#syntaxErrors.has(file);
  }

  isFailed(file: string): boolean {
    return this.#failed.has(file);
  }

  /** Whether the file was given up before it had facts. */
  isLost(file: string): boolean {
    return this.#lost.has(file);
  }

  isParsed(file: string): boolean {
    return this.#parsed.has(file);
  }

  countParsed(file: string, isBroken: boolean): void {
    this.#parsed.add(file);
    if (isBroken) this.#syntaxErrors.add(file);
  }

  get parsed(): number {
    return this.#parsed.size;
  }

  /** Parsed files with syntax errors. */
  get syntaxErrors(): readonly string[] {
    return [...this.#syntaxErrors].sort();
  }

  /** Files that were given up, such as one with an expression nested thousands deep: reasons by name. */
  get failed(): ReadonlyMap<string, string> {
    return this.#failed;
  }

  /**
   * Records a file that cannot be analysed, so that it does not end the scan of others. A stack overflow, like any other error, is attributed to the file.
   *
   * @throws ScanError where the system allows no more open files, which is not the file's fault.
   */
  giveUp(file: string, error: unknown): void {
    refuseShortage(error);
    const reason = error instanceof Error ? error.message : String(error);
    if (!this.#failed.has(file)) this.#failed.set(file, isOverflow(error) ? TOO_DEEP : reason);
  }

  #twinOf(file: string): SourceStore | undefined {
    return this.#twin?.isSame(file) === true ? this.#twin.store : undefined;
  }

  #parse(file: string, language: LanguageId): FileFacts | undefined {
    const text = this.text(file);
    if (text === undefined) return undefined;
    const before = workOn(file);
    try {
      refuseManyTokens(text, language);
      work.filesParsed++;
      work.charactersParsed += text.length;
      if (file.endsWith('.json') && this.kinds.of(file).length === 0) return lowerJson(file, text);
      const parser = this.parsers.of(language);
      const holder = this.kinds.of(file).find((kind) => kind.language.id === language)?.holder;
      const limit = holder?.limitOf?.(text, file);
      if (limit !== undefined) throw new Error(limit);
      const { facts, syntaxErrors } = parser.parse(file, text, holder?.fragmentsOf(text, file));
      if (syntaxErrors > 0 || holder?.isBroken?.(text, file) === true) this.#syntaxErrors.add(file);
      return facts;
    } catch (error) {
      this.giveUp(file, error);
      this.#lost.add(file);
      return undefined;
    } finally {
      workOn(before);
    }
  }
}

function storeKey(file: string, language: LanguageId): string {
  return language === 'javascript' ? file : `${file}\u0000${language}`;
}

/**
 * Largest number of tokens of a file. Each takes a few hundred bytes of tree and facts, in a shell script twice as
 * many: a file at the limit takes less than 500 MB.
 */
const MAX_TOKENS = 900_000;
const MAX_TOKENS_IN: Readonly<Partial<Record<LanguageId, number>>> = { shell: 450_000 };

/** Refuses large texts. @throws Error where a text has more tokens than are parsed. */
function refuseManyTokens(text: string, language: LanguageId): void {
  const most = MAX_TOKENS_IN[language] ?? MAX_TOKENS;
  // A shorter text cannot have more tokens.
  if (text.length > most && hasMoreTokens(text, most))
    throw new Error(`more than ${most.toLocaleString('en')} words and signs`);
}

function hasMoreTokens(text: string, most: number): boolean {
  let tokens = 0;
  let isInWord = false;
  for (let index = 0; index < text.length && tokens <= most; index += 1) {
    const code = text.charCodeAt(index);
    const isWord = IS_WORD[code] !== 0;
    if (isWord ? !isInWord : code > SPACE) tokens += 1;
    isInWord = isWord;
  }
  return tokens > most;
}

const SPACE = 32;

/**
 * Word characters by code: 0 for ASCII punctuation and whitespace, which end a word; a character beyond ASCII is part
 * of one.
 */
const IS_WORD: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? 1 : 0,
);

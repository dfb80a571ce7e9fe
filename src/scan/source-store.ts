import { digestOfText } from '../core/lib/identity.js';
import { isOverflow, TOO_DEEP } from '../core/lib/bounds.js';
import type { ReadingCache } from '../cache/reading-cache.js';
import type { ProgramTexts } from '../cache/answers-by-text.js';
import { throwOnShortage } from '../core/model/errors.js';
import { lowerJson } from '../languages/facts/json.js';
import type { FileFacts } from '../core/model/facts.js';
import { ResourceLimit } from './resource-limit.js';
import { FactsStore } from './facts-store.js';
import { setCurrentFile } from './steps.js';
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

/** Store of another state of the same tree, whose results for identical files are reused. */
export interface TwinState {
  readonly store: SourceStore;
  readonly isSame: (file: string) => boolean;
}

interface StoreOptions {
  readonly twin?: TwinState;
  readonly parsers?: Parsers;
  /** Bytes that the process may take; default the heap limit of Node. */
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
  readonly #withoutFacts = new Set<string>();
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
  cacheText(file: string, text: string): void {
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
    const cachedText = this.#texts.get(file);
    if (cachedText !== undefined) return cachedText;
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
    const cachedFacts = this.#facts.get(key);
    if (cachedFacts !== undefined || this.#unparsed.has(key)) return cachedFacts;
    const facts = this.#parse(file, language);
    this.#parsed.add(file);
    if (facts === undefined) this.#unparsed.add(key);
    else this.#facts.set(key, facts);
    return facts;
  }

  /** Marks a file as analysed, so that its facts are the first to be evicted if memory is short. */
  release(file: string, language: LanguageId): void {
    this.#facts.release(storeKey(file, language));
  }

  /**
   * Returns the comments of a file in all its languages, whose parsers have to be loaded.
   *
   * @throws Error for a text with too many tokens.
   */
  comments(file: string): readonly Comment[] {
    const text = this.text(file) ?? '';
    return (
      this.kinds
        .of(file)
        .flatMap(({ language, hostFile }) => {
          refuseManyTokens(text, language.id);
          return [
            ...this.parsers.of(language.id).comments(file, text, hostFile?.fragmentsOf(text, file)),
            ...(hostFile?.commentsOf?.(text) ?? []),
          ];
        })
        .sort((a, b) => a.span[0] - b.span[0])
        // Each language of a host file reports the same comments of the host file.
        .filter(({ span }, index, all) => span[0] !== all[index - 1]?.span[0])
    );
  }

  /** Returns the digest of the text; undefined for an unreadable file. */
  digest(file: string): string | undefined {
    const cachedDigest = this.#reading?.digest(file);
    if (cachedDigest !== undefined) return cachedDigest;
    const text = this.peek(file);
    const digest = text === undefined ? undefined : digestOfText(text);
    if (digest !== undefined) this.#reading?.noteDigest(file, digest);
    return digest;
  }

  hasSyntaxErrors(file: string): boolean {
    return this.#syntaxErrors.has(file);
  }

  isFailed(file: string): boolean {
    return this.#failed.has(file);
  }

  /** Whether the file failed before it had facts. */
  isGivenUp(file: string): boolean {
    return this.#withoutFacts.has(file);
  }

  isParsed(file: string): boolean {
    return this.#parsed.has(file);
  }

  noteParsed(file: string, isBroken: boolean): void {
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
   * Records a file that cannot be analysed, so that the scan of other files continues. Any error is attributed to the
   * file, even a stack overflow.
   *
   * @throws ScanError if the system allows no more open files, which is not an error of the file.
   */
  recordFailure(file: string, error: unknown): void {
    throwOnShortage(error);
    const reason = error instanceof Error ? error.message : String(error);
    if (!this.#failed.has(file)) this.#failed.set(file, isOverflow(error) ? TOO_DEEP : reason);
  }

  #twinOf(file: string): SourceStore | undefined {
    return this.#twin?.isSame(file) === true ? this.#twin.store : undefined;
  }

  #parse(file: string, language: LanguageId): FileFacts | undefined {
    const text = this.text(file);
    if (text === undefined) return undefined;
    const previousFile = setCurrentFile(file);
    try {
      refuseManyTokens(text, language);
      work.filesParsed++;
      work.charactersParsed += text.length;
      if (file.endsWith('.json') && this.kinds.of(file).length === 0) return lowerJson(file, text);
      const parser = this.parsers.of(language);
      const holder = this.kinds.of(file).find((kind) => kind.language.id === language)?.hostFile;
      const limit = holder?.limitOf?.(text, file);
      if (limit !== undefined) throw new Error(limit);
      const { facts, syntaxErrors } = parser.parse(file, text, holder?.fragmentsOf(text, file));
      if (syntaxErrors > 0 || holder?.isBroken?.(text, file) === true) this.#syntaxErrors.add(file);
      return facts;
    } catch (error) {
      this.recordFailure(file, error);
      this.#withoutFacts.add(file);
      return undefined;
    } finally {
      setCurrentFile(previousFile);
    }
  }
}

function storeKey(file: string, language: LanguageId): string {
  return language === 'javascript' ? file : `${file}\u0000${language}`;
}

/**
 * Largest number of tokens of a file. A token takes a few hundred bytes of tree and facts, and twice as many in a shell
 * script: a file at the limit takes less than 500 MB.
 */
const MAX_TOKENS = 900_000;
const MAX_TOKENS_IN: Readonly<Partial<Record<LanguageId, number>>> = { shell: 450_000 };

/** Refuses large texts. @throws Error for a text with too many tokens. */
function refuseManyTokens(text: string, language: LanguageId): void {
  const maxTokens = MAX_TOKENS_IN[language] ?? MAX_TOKENS;
  // A shorter text cannot have more tokens.
  if (text.length > maxTokens && hasMoreTokens(text, maxTokens))
    throw new Error(`more than ${maxTokens.toLocaleString('en')} words and signs`);
}

function hasMoreTokens(text: string, maxTokens: number): boolean {
  let tokens = 0;
  let isInWord = false;
  for (let index = 0; index < text.length && tokens <= maxTokens; index += 1) {
    const code = text.charCodeAt(index);
    const isWord = IS_WORD[code] !== 0;
    if (isWord ? !isInWord : code > SPACE_CODE) tokens += 1;
    isInWord = isWord;
  }
  return tokens > maxTokens;
}

const SPACE_CODE = 32;

/**
 * Whether a character is part of a word, by its code: 0 for ASCII punctuation and whitespace; characters beyond ASCII
 * have no entry, and are part of a word.
 */
const IS_WORD: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? 1 : 0,
);

import { resolve } from 'node:path';
import { parseTypeScript } from '../facts/typescript.js';
import { refuseShortage } from '../model/errors.js';
import type { FileFacts } from '../model/facts.js';
import { BoundedMap } from '../lib/bounded-map.js';
import { loadTypeScript } from '../sources/load-typescript.js';
import type { TextReader } from '../sources/read-text.js';

/** Characters of text that are held at a time; other files are read again where they are needed again. */
const MAX_TEXT = 24_000_000;

/** Characters of text whose facts are held at a time; facts take some twenty times the memory of the text. */
const MAX_FACTS_TEXT = 12_000_000;

/** Text and facts of files by name. */
export class SourceStore {
  readonly root: string;
  readonly #reader: TextReader;
  readonly #texts = new BoundedMap<string | undefined>(MAX_TEXT);
  readonly #facts = new BoundedMap<FileFacts | undefined>(MAX_FACTS_TEXT);
  readonly #parsed = new Set<string>();
  readonly #syntaxErrors = new Set<string>();
  readonly #failed = new Map<string, string>();

  constructor(root: string, reader: TextReader) {
    this.root = root;
    this.#reader = reader;
  }

  /** Keeps a text that was read for another purpose. */
  keep(file: string, text: string): void {
    this.#texts.set(file, text, text.length);
  }

  text(file: string): string | undefined {
    if (!this.#texts.has(file)) {
      const text = this.peek(file);
      this.#texts.set(file, text, text?.length ?? 0);
    }
    return this.#texts.get(file);
  }

  /** The text without keeping it. */
  peek(file: string): string | undefined {
    const kept = this.#texts.get(file);
    if (kept !== undefined) return kept;
    const result = this.#reader.read(resolve(this.root, file), 'follow');
    return result.kind === 'text' ? result.decode() : undefined;
  }

  facts(file: string): FileFacts | undefined {
    if (!this.#facts.has(file)) {
      this.#facts.set(file, this.#parse(file), this.text(file)?.length ?? 0);
      this.#parsed.add(file);
    }
    return this.#facts.get(file);
  }

  get parsed(): number {
    return this.#parsed.size;
  }

  /** Parsed files with syntax errors. */
  get syntaxErrors(): readonly string[] {
    return [...this.#syntaxErrors].sort();
  }

  /** Files that were given up, such as one with an expression nested thousands deep: why, by name. */
  get failed(): ReadonlyMap<string, string> {
    return this.#failed;
  }

  /**
   * Gives a file up: one that cannot be analysed must not end a scan of others. A stack that is too deep is its own
   * doing, and so, before it is known better, is whatever else only it brings about.
   *
   * @throws ScanError where the system lets no more files be opened, which is no file's doing.
   */
  giveUp(file: string, error: unknown): void {
    refuseShortage(error);
    const reason = error instanceof Error ? error.message : String(error);
    if (!this.#failed.has(file)) this.#failed.set(file, isOverflow(error) ? TOO_DEEP : reason);
  }

  #parse(file: string): FileFacts | undefined {
    const text = this.text(file);
    if (text === undefined) return undefined;
    try {
      const { facts, syntaxErrors } = parseTypeScript(loadTypeScript(), file, text);
      if (syntaxErrors > 0) this.#syntaxErrors.add(file);
      return facts;
    } catch (error) {
      this.giveUp(file, error);
      return undefined;
    }
  }
}

/** Why most files that are given up are. */
export const TOO_DEEP = 'nested too deeply';

function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

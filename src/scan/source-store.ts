import { resolve } from 'node:path';
import { parseTypeScript } from '../facts/typescript.js';
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
  readonly #failed = new Set<string>();

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

  /** Files whose parse was given up, such as an expression nested thousands deep. */
  get failed(): readonly string[] {
    return [...this.#failed].sort();
  }

  #parse(file: string): FileFacts | undefined {
    const text = this.text(file);
    if (text === undefined) return undefined;
    try {
      const { facts, syntaxErrors } = parseTypeScript(loadTypeScript(), file, text);
      if (syntaxErrors > 0) this.#syntaxErrors.add(file);
      return facts;
    } catch (error) {
      // Only a stack that is too deep is the file's own doing.
      if (!(error instanceof RangeError)) throw error;
      this.#failed.add(file);
      return undefined;
    }
  }
}

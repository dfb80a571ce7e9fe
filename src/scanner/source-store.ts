import { resolve } from 'node:path';
import { parseTypeScript } from '../facts/typescript.js';
import type { FileFacts } from '../model/facts.js';
import { loadTypeScript } from './load-typescript.js';
import type { TextReader } from './read-text.js';

/** Text and facts of files by name; each file is read and parsed at most once after the first pass. */
export class SourceStore {
  readonly root: string;
  readonly #reader: TextReader;
  readonly #texts = new Map<string, string | undefined>();
  readonly #facts = new Map<string, FileFacts | undefined>();
  readonly #syntaxErrors: string[] = [];
  readonly #failed: string[] = [];

  constructor(root: string, reader: TextReader) {
    this.root = root;
    this.#reader = reader;
  }

  /** Keeps a text that was read for another purpose. */
  keep(file: string, text: string): void {
    this.#texts.set(file, text);
  }

  text(file: string): string | undefined {
    if (!this.#texts.has(file)) this.#texts.set(file, this.peek(file));
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
    if (!this.#facts.has(file)) this.#facts.set(file, this.#parse(file));
    return this.#facts.get(file);
  }

  get parsed(): number {
    return this.#facts.size;
  }

  /** Parsed files with syntax errors. */
  get syntaxErrors(): readonly string[] {
    return [...this.#syntaxErrors].sort();
  }

  /** Files whose parse was given up, such as an expression nested thousands deep. */
  get failed(): readonly string[] {
    return this.#failed;
  }

  #parse(file: string): FileFacts | undefined {
    const text = this.text(file);
    if (text === undefined) return undefined;
    try {
      const { facts, syntaxErrors } = parseTypeScript(loadTypeScript(), file, text);
      if (syntaxErrors > 0) this.#syntaxErrors.push(file);
      return facts;
    } catch (error) {
      // Only a stack that is too deep is the file's own doing.
      if (!(error instanceof RangeError)) throw error;
      this.#failed.push(file);
      return undefined;
    }
  }
}

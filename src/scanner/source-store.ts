import { resolve } from 'node:path';
import { parseTypeScript } from '../facts/typescript.js';
import type { FileFacts } from '../model/facts.js';
import { loadTypeScript } from './load-typescript.js';
import type { TextReader } from './read-text.js';

/** Files whose text and facts are held at a time; others are read and parsed again where they are needed again. */
const MAX_HELD = 2000;

/** Text and facts of files by name. */
export class SourceStore {
  readonly root: string;
  readonly #reader: TextReader;
  readonly #texts = new Map<string, string | undefined>();
  readonly #facts = new Map<string, FileFacts | undefined>();
  readonly #parsed = new Set<string>();
  readonly #syntaxErrors = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(root: string, reader: TextReader) {
    this.root = root;
    this.#reader = reader;
  }

  /** Keeps a text that was read for another purpose. */
  keep(file: string, text: string): void {
    makeRoom(this.#texts);
    this.#texts.set(file, text);
  }

  text(file: string): string | undefined {
    if (!this.#texts.has(file)) {
      const text = this.peek(file);
      makeRoom(this.#texts);
      this.#texts.set(file, text);
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
      makeRoom(this.#facts);
      this.#facts.set(file, this.#parse(file));
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

/** Lets the oldest entry go where as many are held as may be. */
function makeRoom(held: Map<string, unknown>): void {
  if (held.size < MAX_HELD) return;
  const [oldest] = held.keys();
  if (oldest !== undefined) held.delete(oldest);
}

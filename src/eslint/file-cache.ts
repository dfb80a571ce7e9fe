import { statSync } from 'node:fs';
import type { Catalogue } from '../model/deprecation.js';
import type { FileFacts } from '../model/facts.js';
import { lowerEstree } from '../facts/estree.js';
import { readRegularFile } from '../lib/read-regular-file.js';
import type { ModuleParser } from './parse-module.js';
import { mentionsIn } from '../select/text-mentions.js';
import type { TextMentions } from '../select/text-mentions.js';

interface Entry extends TextMentions {
  /** Not known where the text was read without asking. */
  readonly mtime: number | undefined;
  readonly size: number;
  checked: number;
  facts?: { readonly parser: unknown; readonly name: string; readonly value: FileFacts | undefined };
}

const MAX_ENTRIES = 4000;
const MAX_SIZE = 1024 * 1024;

/** Files other than the one that is linted, by absolute path; read again when time of change or size differ. */
export class FileCache {
  readonly #entries = new Map<string, Entry>();
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /** `maxAge`: for so many milliseconds a file that was looked at is not looked at again. */
  text(path: string, maxAge: number): TextMentions | undefined {
    return this.#entry(path, maxAge);
  }

  /** Facts of a module under the name that the engine knows it by. `parser` is what `parse` stands for. */
  facts(path: string, name: string, parser: unknown, parse: ModuleParser): FileFacts | undefined {
    const entry = this.#entry(path, 0);
    if (entry === undefined) return undefined;
    const known = entry.facts;
    if (known !== undefined && known.parser === parser && known.name === name) return known.value;
    const text = readText(path) ?? '';
    const program = parse(text, path);
    const value = program === undefined ? undefined : lowerEstree(program, text, name);
    entry.facts = { parser, name, value };
    return value;
  }

  /**
   * Notes what is known of a file that is linted, so that it need not be read for those that import it.
   * What an editor has not saved is good enough for the text test; facts come from disk all the same.
   */
  offer(path: string, known: TextMentions): void {
    if (!this.#entries.has(path))
      this.#remember(path, { ...known, mtime: undefined, size: 0, checked: performance.now() });
  }

  #entry(path: string, maxAge: number): Entry | undefined {
    const now = performance.now();
    const known = this.#entries.get(path);
    if (known !== undefined && now - known.checked < maxAge) return known;
    if (known === undefined && maxAge > 0) return this.#read(path, undefined, now);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > MAX_SIZE) return undefined;
    if (known?.mtime === stat.mtimeMs && known.size === stat.size) {
      known.checked = now;
      return known;
    }
    return this.#read(path, stat.mtimeMs, now);
  }

  #read(path: string, mtime: number | undefined, checked: number): Entry | undefined {
    const text = readText(path);
    if (text === undefined || text.length > MAX_SIZE) return undefined;
    const entry = { ...mentionsIn(text, this.#catalogue), mtime, size: Buffer.byteLength(text), checked };
    this.#remember(path, entry);
    return entry;
  }

  #remember(path: string, entry: Entry): void {
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    if (this.#entries.size <= MAX_ENTRIES) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

function readText(path: string): string | undefined {
  const content = readRegularFile(path, { limit: MAX_SIZE, malformed: 'replace' });
  return content.kind === 'text' ? content.text : undefined;
}

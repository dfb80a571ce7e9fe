import { statSync } from 'node:fs';
import type { Catalogue } from '../model/deprecation.js';
import { readRegularFile } from '../lib/read-regular-file.js';
import { mentionsIn } from '../select/text-mentions.js';
import type { TextMentions } from '../select/text-mentions.js';

interface Entry extends TextMentions {
  /** Not known where the text was read without asking. */
  readonly mtime: number | undefined;
  readonly size: number;
  checked: number;
}

const MAX_ENTRIES = 4000;
const MAX_SIZE = 1024 * 1024;

/** What files mention, by absolute path; they are read again when time of change or size differ. */
export class FileCache {
  readonly #entries = new Map<string, Entry>();
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /** `maxAge`: for so many milliseconds a file that was looked at is not looked at again. */
  text(path: string, maxAge: number): TextMentions | undefined {
    const now = performance.now();
    const known = this.#entries.get(path);
    if (known === undefined) return this.#read(path, undefined, now);
    if (now - known.checked < maxAge) return known;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > MAX_SIZE) return undefined;
    if (known.mtime !== stat.mtimeMs || known.size !== stat.size) return this.#read(path, stat.mtimeMs, now);
    known.checked = now;
    return known;
  }

  /**
   * Notes what is known of a file that is linted, so that it need not be read for those that import it.
   * What an editor has not saved is good enough for the text test; facts come from disk all the same.
   */
  offer(path: string, known: TextMentions): void {
    if (!this.#entries.has(path))
      this.#remember(path, { ...known, mtime: undefined, size: 0, checked: performance.now() });
  }

  #read(path: string, mtime: number | undefined, checked: number): Entry | undefined {
    const content = readRegularFile(path, { limit: MAX_SIZE, malformed: 'replace' });
    if (content.kind !== 'text') return undefined;
    const { text } = content;
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

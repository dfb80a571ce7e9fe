import { statSync } from 'node:fs';
import { BoundedMap } from '../lib/bounded-map.js';
import { readRegularFile } from '../lib/read-regular-file.js';
import type { Catalogue } from '../model/deprecation.js';
import { mentionsIn } from '../select/text-mentions.js';
import type { TextMentions } from '../select/text-mentions.js';

interface Entry {
  readonly text: string;
  readonly mentions: TextMentions;
  /** Not known where the text was read without asking. */
  readonly mtime: number | undefined;
  checked: number;
}

/** Characters of text that are held at a time. */
const MAX_TEXT = 24_000_000;
const MAX_SIZE = 1024 * 1024;

/** What files mention, by absolute path; they are read again when their time of change differs. */
export class FileCache {
  readonly #entries = new BoundedMap<Entry>(MAX_TEXT);
  readonly #catalogue: Catalogue;
  readonly #maxAge: number;

  /** `maxAge`: for so many milliseconds a file that was looked at is not looked at again. */
  constructor(catalogue: Catalogue, maxAge: number) {
    this.#catalogue = catalogue;
    this.#maxAge = maxAge;
  }

  text(path: string): TextMentions | undefined {
    const now = performance.now();
    const known = this.#entries.get(path);
    if (known === undefined) return this.#read(path, undefined, now);
    if (now - known.checked < this.#maxAge) return known.mentions;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > MAX_SIZE) return undefined;
    if (known.mtime !== stat.mtimeMs) return this.#read(path, stat.mtimeMs, now);
    known.checked = now;
    return known.mentions;
  }

  /**
   * What a file mentions that is linted, so that it need not be read for those that import it. What an editor has not
   * saved is good enough here; facts come from disk all the same. `isNew`: others were told something else of it.
   */
  take(path: string, text: string): { readonly mentions: TextMentions; readonly isNew: boolean } {
    const known = this.#entries.get(path);
    if (known?.text === text) return { mentions: known.mentions, isNew: false };
    const mentions = mentionsIn(text, this.#catalogue);
    this.#entries.set(path, { text, mentions, mtime: undefined, checked: performance.now() }, text.length);
    return { mentions, isNew: known !== undefined && JSON.stringify(known.mentions) !== JSON.stringify(mentions) };
  }

  #read(path: string, mtime: number | undefined, checked: number): TextMentions | undefined {
    const content = readRegularFile(path, { limit: MAX_SIZE, malformed: 'replace' });
    if (content.kind !== 'text') return undefined;
    const { text } = content;
    const mentions = mentionsIn(text, this.#catalogue);
    this.#entries.set(path, { text, mentions, mtime, checked }, text.length);
    return mentions;
  }
}

import { BoundedMap } from '../lib/bounded-map.js';
import { readRegularFile } from '../lib/read-regular-file.js';
import type { Catalogue } from '../model/deprecation.js';
import { mentionsIn } from '../select/text-mentions.js';
import type { TextMentions } from '../select/text-mentions.js';
import { stampOf } from './stamp.js';

interface Entry {
  readonly text: string;
  readonly mentions: TextMentions;
  /** Not known where the text was read without asking. */
  readonly stamp: string | undefined;
  checked: number;
}

interface TakenText {
  readonly mentions: TextMentions;
  readonly isFirst: boolean;
  readonly isChanged: boolean;
}

/** Characters of text that are held at a time. */
const MAX_TEXT = 24_000_000;
const MAX_SIZE = 1024 * 1024;

/** What files mention, by absolute path; they are read again when they have changed. */
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
    const stamp = stampOf(path);
    if (known.stamp !== stamp) return this.#read(path, stamp, now);
    known.checked = now;
    return known.mentions;
  }

  /**
   * What a file mentions that is linted, so that it need not be read for those that import it, as long as nothing else
   * is known of it: `isFirst` tells that nothing was. `isChanged`: something else is; it is to be looked at again then.
   */
  take(path: string, text: string): TakenText {
    const known = this.#entries.get(path);
    if (known?.text === text) return { mentions: known.mentions, isFirst: false, isChanged: false };
    const mentions = mentionsIn(text, this.#catalogue);
    const isFirst = known === undefined;
    if (isFirst) this.#remember(path, { text, mentions, stamp: undefined, checked: performance.now() });
    else known.checked = -Infinity;
    return { mentions, isFirst, isChanged: !isFirst };
  }

  #read(path: string, stamp: string | undefined, checked: number): TextMentions | undefined {
    const content = readRegularFile(path, { limit: MAX_SIZE, malformed: 'replace' });
    if (content.kind !== 'text') return undefined;
    const { text } = content;
    const known = this.#entries.get(path);
    const mentions = known?.text === text ? known.mentions : mentionsIn(text, this.#catalogue);
    this.#remember(path, { text, mentions, stamp, checked });
    return mentions;
  }

  #remember(path: string, entry: Entry): void {
    this.#entries.set(path, entry, entry.text.length);
  }
}

import { BoundedMap } from '../lib/collections.js';
import { readRegularFile } from '../lib/read-file.js';
import type { Catalogue } from '../model/deprecation.js';
import type { FileFacts } from '../model/facts.js';
import { mentionedApis } from '../select/api-mention.js';
import { mentionsOf } from '../select/mentions.js';
import { mentionsIn } from '../select/text-mentions.js';
import type { TextMentions } from '../select/text-mentions.js';
import { ABSENT, stampOf } from './stamps.js';

/** A text, from disk or from the linter, with memoised answers about it. */
export class DiskText {
  readonly text: string;
  /** As `stampOf` gives it; undefined where the text did not come from disk. */
  stamp: string | undefined;
  /** Time of the last check on disk, or of receipt from elsewhere. */
  checked = performance.now();
  readonly #catalogue: Catalogue;
  #mentions: TextMentions | undefined;
  #mentionsApi: readonly string[] | undefined;
  #facts: { readonly value: FileFacts | undefined } | undefined;

  constructor(text: string, stamp: string | undefined, catalogue: Catalogue) {
    this.text = text;
    this.stamp = stamp;
    this.#catalogue = catalogue;
  }

  get mentions(): TextMentions {
    return (this.#mentions ??= mentionsIn(this.text, this.#catalogue));
  }

  /** Ids of the APIs whose base URL is in the text. */
  get mentionsApi(): readonly string[] {
    return (this.#mentionsApi ??= mentionsOf(this.#catalogue).namesApi(this.text)
      ? mentionedApis(this.text, this.#catalogue)
      : []);
  }

  /** Facts of the file, lowered by the first caller's function. Undefined: it cannot be parsed. */
  facts(make: () => FileFacts | undefined): FileFacts | undefined {
    return (this.#facts ??= { value: make() }).value;
  }
}

interface TakenText {
  readonly mentions: TextMentions;
  readonly isFirst: boolean;
  readonly isChanged: boolean;
}

/** Larger files are not followed, as by a scan with default settings; in bytes. */
const MAX_SIZE = 5 * 1024 * 1024;

/** Texts of files on disk, by absolute path; each is read again only when it has changed. */
export class DiskTexts {
  readonly #held: BoundedMap<DiskText>;
  readonly #catalogue: Catalogue;

  /** `limit`: characters of text in memory. */
  constructor(catalogue: Catalogue, limit: number) {
    this.#catalogue = catalogue;
    this.#held = new BoundedMap(limit);
  }

  /** Undefined: there is nothing to be read. `maxAge`: milliseconds for which a checked file is not checked again. */
  get(path: string, maxAge = 0): DiskText | undefined {
    const known = this.#held.get(path);
    const now = performance.now();
    if (known !== undefined && now - known.checked < maxAge) return known;
    const stamp = stampOf(path);
    const text = known?.stamp === stamp ? known.text : stamp === ABSENT ? undefined : readText(path);
    if (text === undefined) return undefined;
    if (known?.text !== text) return this.#remember(path, new DiskText(text, stamp, this.#catalogue));
    [known.stamp, known.checked] = [stamp, now];
    return known;
  }

  /**
   * Records the mentions of a linted file, so that it need not be read for its importers, as long as nothing else is
   * known of it. `isFirst`: nothing was known. `isChanged`: the known text differs, and is to be read again then.
   */
  take(path: string, text: string): TakenText {
    const known = this.#held.get(path);
    if (known?.text === text) return { mentions: known.mentions, isFirst: false, isChanged: false };
    if (known !== undefined) {
      known.checked = -Infinity;
      return { mentions: mentionsIn(text, this.#catalogue), isFirst: false, isChanged: true };
    }
    const { mentions } = this.#remember(path, new DiskText(text, undefined, this.#catalogue));
    return { mentions, isFirst: true, isChanged: false };
  }

  #remember(path: string, text: DiskText): DiskText {
    this.#held.set(path, text, text.text.length);
    return text;
  }
}

function readText(path: string): string | undefined {
  const content = readRegularFile(path, { limit: MAX_SIZE, malformed: 'replace' });
  return content.kind === 'text' ? content.text : undefined;
}

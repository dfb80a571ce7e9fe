import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { BoundedMap } from '../../core/lib/collections.js';
import { readRegularFile } from '../../core/lib/read-file.js';
import type { Catalogue } from '../../core/model/deprecation.js';
import type { FileFacts } from '../../core/model/facts.js';
import { mentionedApis, mentionsIn } from '../../select/text-mentions.js';
import { mentionsOf } from '../../select/mentions.js';
import type { TextMentions } from '../../select/text-mentions.js';
import { split } from '../../files/disk-kinds.js';
import { FileProbe, stampFrom } from '../../files/file-probe.js';

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

/** Files and folders that answers depend on, by absolute path, with their stamps before they were read. */
export class Stamps {
  readonly #stamps = new Map<string, string>();

  /** Records a file or folder that is about to be read. */
  note(path: string): void {
    if (!this.#stamps.has(path)) this.#stamps.set(path, stampOf(path));
  }

  has(path: string): boolean {
    return this.#stamps.has(path);
  }

  /** Whether a recorded file or folder is unchanged. */
  isHolding(path: string): boolean {
    return this.#stamps.get(path) === stampOf(path);
  }

  /** Whether all of them are unchanged. */
  areHolding(): boolean {
    for (const [path, stamp] of this.#stamps) if (stampOf(path) !== stamp) return false;
    return true;
  }
}

/**
 * Clocks of file systems advance in steps of some milliseconds: a file that changed just now can change again unseen.
 */
const TICK = 50;

/** Stamp of an absent file or folder. */
const ABSENT = 'absent';

let unsettled = 0;

/**
 * Stamps that show without reading whether a file or folder has changed. The stamp of a file that
 * changed just now equals no other.
 */
export function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return ABSENT;
    const stamp = stampFrom(stat).join(' ');
    return Math.abs(Date.now() - stat.ctimeMs) < TICK ? `${stamp} ${String((unsettled += 1))}` : stamp;
  } catch {
    // It cannot be read.
    return ABSENT;
  }
}

/**
 * Reports the dependencies of its answers, and answers from listings: one call for each folder in place of several for
 * each file.
 */
export class ListingProbe extends FileProbe {
  readonly #asked: (path: string) => void;

  /** `asked` is called with each folder and file that an answer depends on, before it is read. */
  constructor(asked: (path: string) => void) {
    super(undefined, 'listed');
    this.#asked = asked;
  }

  override isFile(path: string): boolean {
    this.#asked(split(path)[0]);
    return super.isFile(path);
  }

  override isFolder(path: string): boolean {
    this.#asked(split(path)[0]);
    return super.isFolder(path);
  }

  override namesIn(path: string): readonly string[] {
    this.#asked(path);
    return this.disk.namesIn(path);
  }

  override readJson(path: string): Readonly<Record<string, unknown>> | undefined {
    this.#asked(path);
    return super.readJson(path);
  }

  override readText(path: string): string | undefined {
    this.#asked(path);
    return super.readText(path);
  }

  /** Whether a file was added to a folder since that was listed. */
  lacks(path: string): boolean {
    return this.disk.lacked(path);
  }
}

/** The engine's name for a file: relative to the working directory, with `/`. */
export function nameOf(cwd: string, path: string): string {
  const name = relative(cwd, path);
  // On another drive there is no relative path.
  return (isAbsolute(name) || name === '' ? path : name).split(sep).join('/');
}

/** The absolute path of a linted file; text without a file (`<input>`) counts as being in the working directory. */
export function pathOf(cwd: string, filename: string): string {
  return resolve(cwd, filename);
}

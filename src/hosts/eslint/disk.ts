import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { BoundedMap } from '../../core/lib/collections.js';
import { readRegularFile } from '../../core/lib/read-file.js';
import type { Catalogue } from '../../core/model/deprecation.js';
import type { FileFacts } from '../../core/model/facts.js';
import { mentionedApis, mentionsIn } from '../../select/text-mentions.js';
import { mentionsOf } from '../../select/mentions.js';
import type { TextMentions } from '../../select/text-mentions.js';
import { splitPath } from '../../files/disk-kinds.js';
import { FileProbe, stampFrom } from '../../files/file-probe.js';

/** A text from disk or from the linter, with its memoised mentions and facts. */
export class DiskText {
  readonly text: string;
  /** Result of `stampOf`; undefined if the text is not from disk. */
  stamp: string | undefined;
  /** Time when the text was last compared with the disk or received from the linter. */
  checkedAt = performance.now();
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

  /** Returns the facts of the file, computed once; undefined if the file cannot be parsed. */
  facts(computeFacts: () => FileFacts | undefined): FileFacts | undefined {
    return (this.#facts ??= { value: computeFacts() }).value;
  }
}

interface RecordedText {
  readonly mentions: TextMentions;
  readonly isFirst: boolean;
  readonly isChanged: boolean;
}

/** Maximum size of a file that is read; the default of a scan. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** Texts of files on disk, by absolute path; a file is read again only if its stamp has changed. */
export class DiskTexts {
  readonly #texts: BoundedMap<DiskText>;
  readonly #catalogue: Catalogue;

  /** `maxCharacters`: of all cached texts. */
  constructor(catalogue: Catalogue, maxCharacters: number) {
    this.#catalogue = catalogue;
    this.#texts = new BoundedMap(maxCharacters);
  }

  /** Returns a text; undefined if the file cannot be read. `maxAge`: milliseconds before a file is checked again. */
  get(path: string, maxAge = 0): DiskText | undefined {
    const cached = this.#texts.get(path);
    const now = performance.now();
    if (cached !== undefined && now - cached.checkedAt < maxAge) return cached;
    const stamp = stampOf(path);
    const text = cached?.stamp === stamp ? cached.text : stamp === ABSENT_STAMP ? undefined : readText(path);
    if (text === undefined) return undefined;
    if (cached?.text !== text) return this.#remember(path, new DiskText(text, stamp, this.#catalogue));
    [cached.stamp, cached.checkedAt] = [stamp, now];
    return cached;
  }

  /**
   * Records the linter's text of a file, so that the file need not be read for its importers. `isFirst`: the file was
   * not cached. `isChanged`: the cached text differs, and will be compared with the disk.
   */
  recordLintedText(path: string, text: string): RecordedText {
    const cached = this.#texts.get(path);
    if (cached?.text === text) return { mentions: cached.mentions, isFirst: false, isChanged: false };
    if (cached !== undefined) {
      cached.checkedAt = -Infinity;
      return { mentions: mentionsIn(text, this.#catalogue), isFirst: false, isChanged: true };
    }
    const { mentions } = this.#remember(path, new DiskText(text, undefined, this.#catalogue));
    return { mentions, isFirst: true, isChanged: false };
  }

  #remember(path: string, text: DiskText): DiskText {
    this.#texts.set(path, text, text.text.length);
    return text;
  }
}

function readText(path: string): string | undefined {
  const content = readRegularFile(path, { limit: MAX_FILE_BYTES, malformed: 'replace' });
  return content.kind === 'text' ? content.text : undefined;
}

/** Files and folders that cached results depend on, by absolute path, with their stamps before reading. */
export class Stamps {
  readonly #stamps = new Map<string, string>();

  /** Records a file or folder that is about to be read. */
  record(path: string): void {
    if (!this.#stamps.has(path)) this.#stamps.set(path, stampOf(path));
  }

  has(path: string): boolean {
    return this.#stamps.has(path);
  }

  /** Whether a recorded file or folder is unchanged. */
  isUnchanged(path: string): boolean {
    return this.#stamps.get(path) === stampOf(path);
  }

  /** Whether all recorded files and folders are unchanged. */
  areUnchanged(): boolean {
    for (const [path, stamp] of this.#stamps) if (stampOf(path) !== stamp) return false;
    return true;
  }
}

/** Milliseconds in which two changes may have the same time stamp, because file system clocks are coarse. */
const CLOCK_TICK_MS = 50;

/** Stamp of an absent file or folder. */
const ABSENT_STAMP = 'absent';

let recentStamps = 0;

/**
 * Returns a stamp that shows, without reading, whether a file or folder has changed. The stamp of a file that has just
 * changed equals no other stamp.
 */
export function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return ABSENT_STAMP;
    const stamp = stampFrom(stat).join(' ');
    return Math.abs(Date.now() - stat.ctimeMs) < CLOCK_TICK_MS ? `${stamp} ${String((recentStamps += 1))}` : stamp;
  } catch {
    // The file or folder cannot be examined.
    return ABSENT_STAMP;
  }
}

/** Probe that reports its dependencies and uses folder listings: one system call per folder, not per file. */
export class ListingProbe extends FileProbe {
  readonly #onRead: (path: string) => void;

  /** `onRead` is called with each folder or file before it is read. */
  constructor(onRead: (path: string) => void) {
    super(undefined, 'listed');
    this.#onRead = onRead;
  }

  override isFile(path: string): boolean {
    this.#onRead(splitPath(path)[0]);
    return super.isFile(path);
  }

  override isFolder(path: string): boolean {
    this.#onRead(splitPath(path)[0]);
    return super.isFolder(path);
  }

  override namesIn(path: string): readonly string[] {
    this.#onRead(path);
    return this.disk.namesIn(path);
  }

  override readJson(path: string): Readonly<Record<string, unknown>> | undefined {
    this.#onRead(path);
    return super.readJson(path);
  }

  override readText(path: string): string | undefined {
    this.#onRead(path);
    return super.readText(path);
  }

  /** Whether a listed folder lacked this file. */
  lacks(path: string): boolean {
    return this.disk.wasAbsent(path);
  }
}

/** Returns the name of a file in facts and findings: relative to the working directory, with `/`. */
export function nameOf(cwd: string, path: string): string {
  const name = relative(cwd, path);
  // A file on another drive has no relative path.
  return (isAbsolute(name) || name === '' ? path : name).split(sep).join('/');
}

/** Returns the absolute path of a linted file; text without a file (`<input>`) is in the working directory. */
export function pathOf(cwd: string, filename: string): string {
  return resolve(cwd, filename);
}

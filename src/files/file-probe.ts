import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { memoByText } from '../core/lib/collections.js';
import { digestOfNames, digestOfText } from '../core/lib/identity.js';
import { jsonRecord } from '../core/lib/json.js';
import type { JsonRecord } from '../core/lib/json.js';
import { MEGABYTE, readRegularFile } from '../core/lib/read-file.js';
import { isDecider } from './bundlers/config-names.js';
import { DiskKinds } from './disk-kinds.js';
import type { PathKind } from './disk-kinds.js';
import type { TreeOverlay } from './tree-overlay.js';

/** Maximum size of manifests, lock files and similar files, which have a few MB at most. */
export const MAX_MANIFEST = 10 * MEGABYTE;

/** A part of a file that was not considered. */
export interface ProbeNote {
  /** Absolute path. */
  readonly file: string;
  /** End of a sentence that begins with the file. */
  readonly what: string;
  /** `much`: too large, so that relevant parts may be missing. `odd`: not understood. */
  readonly why: 'much' | 'odd';
}

/** Answers of the file system, by absolute path. */
export interface ProbeAnswers {
  readonly kinds: Iterable<readonly [string, PathKind]>;
  /** Digests of texts; that of the empty text for an absent file. */
  readonly texts: Iterable<readonly [string, string]>;
  /** Digests of the names of the folders in a folder. */
  readonly folders: Iterable<readonly [string, string]>;
  /** Digests of the names in a folder that affect module resolution. */
  readonly deciders: Iterable<readonly [string, string]>;
  /** Digests of summarised answers. */
  readonly sums: Iterable<readonly [string, string]>;
}

/** An answer that depends on many files, with the notes recorded on the way. */
interface SummarisedAnswer {
  readonly answer: unknown;
  readonly digest: string;
}

/** Access to the file system by absolute path, with memoised answers. */
export class FileProbe {
  readonly #kinds = new Map<string, PathKind>();
  readonly #json = new Map<string, JsonRecord | undefined>();
  readonly #repositories = new Map<string, string | undefined>();
  readonly #unread = new Map<string, string>();
  /** Kinds of paths on disk. */
  protected readonly disk: DiskKinds;
  /** Digests of the texts that were read. */
  readonly #texts = new Map<string, string>();
  readonly #folders = new Map<string, readonly string[]>();
  readonly #deciders = new Map<string, readonly string[]>();
  readonly #summaries = new Map<string, SummarisedAnswer>();
  readonly #overlay: TreeOverlay | undefined;
  readonly #areQuestionsCached: boolean;
  readonly #notes = new Map<string, ProbeNote>();
  #comparisonProbe: FileProbe | undefined;

  /**
   * `use`: `kept` if the questions are cached, for which texts are digested; `listed` if many names of every folder are
   * needed.
   */
  constructor(overlay?: TreeOverlay, use: 'kept' | 'once' | 'listed' = 'once') {
    this.disk = new DiskKinds(
      (path) => this.#unread.set(path, 'it is not a regular file'),
      use === 'listed' ? 1 : undefined,
    );
    this.#overlay = overlay;
    this.#areQuestionsCached = use === 'kept';
  }

  /** A probe of the same files for comparisons, whose questions are not recorded here. */
  get comparisonProbe(): FileProbe {
    return (this.#comparisonProbe ??= new FileProbe(this.#overlay));
  }

  /** Existing files that could not be read when needed, by absolute path, with the reason: `it is a device`. */
  get unread(): ReadonlyMap<string, string> {
    return this.#unread;
  }

  isFile(path: string): boolean {
    return this.#kind(path) === 'file';
  }

  isFolder(path: string): boolean {
    return this.#kind(path) === 'folder';
  }

  /** Records an existing file that cannot be read. */
  noteUnread(path: string, why: string): void {
    this.#unread.set(path, why);
  }

  /** Records the part of a file that was not considered. */
  note(note: ProbeNote): void {
    this.#notes.set(`${note.file}\0${note.what}`, note);
  }

  /** Notes on the omissions so far. */
  get notes(): readonly ProbeNote[] {
    return [...this.#notes.values()];
  }

  /** The JSON object in a file; undefined if it cannot be read. */
  readJson(path: string): JsonRecord | undefined {
    if (!this.#json.has(path))
      this.#json.set(path, this.isFile(path) ? jsonRecord(this.readText(path) ?? '') : undefined);
    return this.#json.get(path);
  }

  /** Names of the folders in a folder. */
  foldersIn(path: string): readonly string[] {
    let names = this.#folders.get(path);
    if (names === undefined) this.#folders.set(path, (names = foldersOnDisk(path)));
    return names;
  }

  /** Names in a folder that affect the resolution of imports by name, sorted. */
  decidersIn(path: string): readonly string[] {
    let names = this.#deciders.get(path);
    if (names === undefined) {
      names = this.namesIn(path).filter(isDecider).sort();
      this.#deciders.set(path, names);
    }
    return names;
  }

  /** Names of all entries of a folder. */
  namesIn(path: string): readonly string[] {
    return this.#overlay?.namesIn(path, namesOnDisk(path)) ?? namesOnDisk(path);
  }

  /**
   * An answer about a folder that depends on too many files to list again: it is computed once, by questions to a
   * separate probe, and only its digest is cached. `toPlain`: the answer as JSON, independent of the machine.
   */
  summarised<T>(folder: string, compute: (probe: FileProbe) => T, toPlain: (answer: T) => unknown): T {
    let summary = this.#summaries.get(folder);
    if (summary === undefined) {
      const innerProbe = new FileProbe(this.#overlay);
      const answer = compute(innerProbe);
      for (const note of innerProbe.notes) this.note(note);
      for (const [path, why] of innerProbe.unread) this.noteUnread(path, why);
      const relativeName = (path: string): string => relative(folder, path);
      const notes = [innerProbe.notes.map((note) => ({ ...note, file: relativeName(note.file) }))];
      const unread = [...innerProbe.unread].map(([path, why]) => [relativeName(path), why]);
      summary = { answer, digest: digestOfText(JSON.stringify([toPlain(answer), notes, unread])) };
      this.#summaries.set(folder, summary);
    }
    return summary.answer as T;
  }

  /** Digest of the summarised answer about a folder; undefined if there is none. */
  summaryDigest(folder: string): string | undefined {
    return this.#summaries.get(folder)?.digest;
  }

  /** All questions so far, with their answers; texts only if the questions are cached. */
  get recordedAnswers(): ProbeAnswers {
    return {
      kinds: this.#kinds,
      texts: this.#texts,
      folders: [...this.#folders].map(([path, names]) => [path, digestOfNames(names)]),
      deciders: [...this.#deciders].map(([path, names]) => [path, digestOfNames(names)]),
      sums: [...this.#summaries].map(([path, { digest }]) => [path, digest]),
    };
  }

  /** Whether all answers except summarised ones are unchanged. */
  areAnswersUnchanged({ kinds, texts, folders, deciders }: Omit<ProbeAnswers, 'sums'>): boolean {
    for (const [path, kind] of kinds) if (this.#kind(path) !== kind) return false;
    for (const [path, digest] of texts) if (this.#digestOf(path) !== digest) return false;
    for (const [path, digest] of folders) if (digestOfNames(this.foldersIn(path)) !== digest) return false;
    for (const [path, digest] of deciders) if (digestOfNames(this.decidersIn(path)) !== digest) return false;
    return true;
  }

  /** Text of a file without the byte order mark; undefined if it cannot be read. */
  readText(path: string): string | undefined {
    const text = this.#readText(path);
    if (this.#areQuestionsCached) this.#texts.set(path, digestOfText(text ?? ''));
    return text;
  }

  #digestOf(path: string): string {
    let digest = this.#texts.get(path);
    if (digest === undefined) this.#texts.set(path, (digest = digestOfText(this.#readText(path) ?? '')));
    return digest;
  }

  #readText(path: string): string | undefined {
    const content = this.#overlay?.content(path);
    if (content !== undefined && content !== null)
      return Buffer.from(content)
        .toString('utf8')
        .replace(/^\uFEFF/, '');
    const within = this.#repositoryOf(dirname(path));
    const result = readRegularFile(path, {
      limit: MAX_MANIFEST,
      malformed: 'replace',
      ...(within === undefined ? {} : { within }),
    });
    if (result.kind === 'refused') this.#unread.set(path, result.why);
    return result.kind === 'text' ? result.text : undefined;
  }

  #kind(path: string): PathKind {
    let kind = this.#kinds.get(path);
    if (kind === undefined) {
      kind = this.#overlay?.kind(path) ?? this.disk.kindOf(path);
      this.#kinds.set(path, kind);
    }
    return kind;
  }

  /**
   * The folder that links inside it must not leave: the repository. It does not exist for installed packages, which are
   * in folders of package managers, and outside a repository: there links may have any target.
   */
  #repositoryOf(folder: string): string | undefined {
    if (!this.#repositories.has(folder)) {
      const parent = dirname(folder);
      const isTop = existsSync(join(folder, '.git'));
      const repository = isTop ? folder : parent === folder ? undefined : this.#repositoryOf(parent);
      this.#repositories.set(folder, /[\\/]node_modules(?:[\\/]|$)/.test(folder) ? undefined : repository);
    }
    return this.#repositories.get(folder);
  }
}

function foldersOnDisk(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}

function namesOnDisk(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Stamp that shows, without reading, whether a file or folder is unchanged: times of the last change to its content and
 * to its metadata in milliseconds, its size in bytes, inode and device. If the system has a metadata time, programs
 * cannot set it.
 */
export type FileStamp = readonly [changed: number, touched: number, size: number, inode: number, device: number];

/** Milliseconds by which a file system's clock may lag, or its resolution. */
const CLOCK_ERROR_MS = 2000;

/**
 * Stamps by absolute path, each read once. The methods for lasting stamps read a stamp again, and return undefined if a
 * later change of the file might not change it.
 */
export class FileStamps {
  readonly #createdAt = Date.now();
  readonly #entries = memoByText((path) => stampOf(path, lstatSync));
  readonly #targets = memoByText((path) => stampOf(path, statSync));

  /** Stamp of a file that is not a link; null if there is none. */
  file(path: string): FileStamp | null {
    const entry = this.#entries(path);
    return entry?.kind === 'file' ? entry.stamp : null;
  }

  lastingFile(path: string): FileStamp | null | undefined {
    return this.#lasting(stampOf(path, lstatSync), 'file');
  }

  /** Stamp of the target of a path, with links followed; null if there is none. */
  target(path: string, kind: StampedEntry['kind']): FileStamp | null {
    const entry = this.#targets(path);
    return entry?.kind === kind ? entry.stamp : null;
  }

  lastingTarget(path: string, kind: StampedEntry['kind']): FileStamp | null | undefined {
    return this.#lasting(stampOf(path, statSync), kind);
  }

  #lasting(entry: StampedEntry | undefined, kind: StampedEntry['kind']): FileStamp | null | undefined {
    if (entry?.kind !== kind) return null;
    const [changed, touched] = entry.stamp;
    return touched > 0 && Math.max(changed, touched) < this.#createdAt - CLOCK_ERROR_MS ? entry.stamp : undefined;
  }
}

interface StampedEntry {
  readonly kind: 'file' | 'folder';
  readonly stamp: FileStamp;
}

export function isSameStamp(left: FileStamp | null, right: FileStamp | null): boolean {
  return left === null || right === null ? left === right : left.every((part, index) => part === right[index]);
}

/** The stamp of a file or folder by its `stat`. */
export function stampFrom({ mtimeMs, ctimeMs, size, ino, dev }: Stats): FileStamp {
  return [mtimeMs, ctimeMs, size, ino, dev];
}

function stampOf(path: string, readStat: typeof statSync): StampedEntry | undefined {
  try {
    const stat = readStat(path, { throwIfNoEntry: false });
    if (stat === undefined || !(stat.isFile() || stat.isDirectory())) return undefined;
    return { kind: stat.isFile() ? 'file' : 'folder', stamp: stampFrom(stat) };
  } catch {
    return undefined;
  }
}

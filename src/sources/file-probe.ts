import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { digestOfNames, digestOfText } from '../lib/digest.js';
import type { JsonRecord } from '../lib/is-record.js';
import { jsonRecord } from '../lib/json.js';
import { MEGABYTE, readRegularFile } from '../lib/read-regular-file.js';
import { isDecider } from './bundlers/config-names.js';
import { DiskKinds } from './disk-kinds.js';
import type { PathKind } from './disk-kinds.js';
import type { TreeOverlay } from './tree-overlay.js';

/** Manifests, lock files and the like have a few MB at most. */
export const MAX_MANIFEST = 10 * MEGABYTE;

/** A part of a file that was not considered. */
export interface ProbeNote {
  /** Absolute path. */
  readonly file: string;
  /** As the end of a sentence that begins with the file. */
  readonly what: string;
  /** `much`: it was too much, so that what counts may have been left out. `odd`: it is not understood. */
  readonly why: 'much' | 'odd';
}

/** Answers of the file system, by absolute path. */
export interface Asked {
  readonly kinds: Iterable<readonly [string, PathKind]>;
  /** Digests of texts; of the empty one where there is none. */
  readonly texts: Iterable<readonly [string, string]>;
  /** Digests of the names of the folders in a folder. */
  readonly folders: Iterable<readonly [string, string]>;
  /** Digests of the names in a folder that decide where imports lead. */
  readonly deciders: Iterable<readonly [string, string]>;
  /** Digests of the answers that were summed up. */
  readonly sums: Iterable<readonly [string, string]>;
}

/** An answer that rests on much of the disk, with what was noted on the way. */
interface Sum {
  readonly answer: unknown;
  readonly digest: string;
}

/** Cached questions to the file system, by absolute path. */
export class FileProbe {
  readonly #kinds = new Map<string, PathKind>();
  readonly #json = new Map<string, JsonRecord | undefined>();
  readonly #homes = new Map<string, string | undefined>();
  readonly #unread = new Map<string, string>();
  /** Kinds of paths on disk. */
  protected readonly disk: DiskKinds;
  /** Texts that were read, and names of the folders in a folder, as digests. */
  readonly #texts = new Map<string, string>();
  readonly #folders = new Map<string, readonly string[]>();
  readonly #deciders = new Map<string, readonly string[]>();
  readonly #sums = new Map<string, Sum>();
  readonly #overlay: TreeOverlay | undefined;
  readonly #isKept: boolean;
  readonly #notes = new Map<string, ProbeNote>();
  #apart: FileProbe | undefined;

  /**
   * `use`: `kept` where somebody keeps what was asked, else texts are not digested; `listed` where many names are asked of
   * every folder.
   */
  constructor(overlay?: TreeOverlay, use: 'kept' | 'once' | 'listed' = 'once') {
    this.disk = new DiskKinds(
      (path) => this.#unread.set(path, 'it is not a regular file'),
      use === 'listed' ? 1 : undefined,
    );
    this.#overlay = overlay;
    this.#isKept = use === 'kept';
  }

  /** A probe of the same files for what is only compared: nothing is noted of it here. */
  get apart(): FileProbe {
    return (this.#apart ??= new FileProbe(this.#overlay));
  }

  /** Files that are there and were not read when they were wanted, by absolute path, and why: `it is a device`. */
  get unread(): ReadonlyMap<string, string> {
    return this.#unread;
  }

  isFile(path: string): boolean {
    return this.#kind(path) === 'file';
  }

  isFolder(path: string): boolean {
    return this.#kind(path) === 'folder';
  }

  /** Notes a file that is there and cannot be read. */
  noteUnread(path: string, why: string): void {
    this.#unread.set(path, why);
  }

  /** Notes which part of a file was not considered. */
  note(note: ProbeNote): void {
    this.#notes.set(`${note.file}\0${note.what}`, note);
  }

  /** Notes on the omissions so far. */
  get notes(): readonly ProbeNote[] {
    return [...this.#notes.values()];
  }

  /** The JSON object in a file, or undefined where there is none to be had. */
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

  /** Names of what in a folder decides where imports by name lead, sorted. */
  decidersIn(path: string): readonly string[] {
    let names = this.#deciders.get(path);
    if (names === undefined) {
      names = this.namesIn(path).filter(isDecider).sort();
      this.#deciders.set(path, names);
    }
    return names;
  }

  /** Names of all that is in a folder. */
  namesIn(path: string): readonly string[] {
    return this.#overlay?.names(path, namesOnDisk(path)) ?? namesOnDisk(path);
  }

  /**
   * An answer about a folder that rests on more files than anybody should list again: it is made once, by questions to
   * a probe of its own, and only a digest of it is kept. `plain`: the answer as JSON can tell it, on any machine.
   */
  summed<T>(folder: string, make: (probe: FileProbe) => T, plain: (answer: T) => unknown): T {
    let sum = this.#sums.get(folder);
    if (sum === undefined) {
      const inner = new FileProbe(this.#overlay);
      const answer = make(inner);
      for (const note of inner.notes) this.note(note);
      for (const [path, why] of inner.unread) this.noteUnread(path, why);
      const name = (path: string): string => relative(folder, path);
      const seen = [inner.notes.map((note) => ({ ...note, file: name(note.file) }))];
      const unread = [...inner.unread].map(([path, why]) => [name(path), why]);
      sum = { answer, digest: digestOfText(JSON.stringify([plain(answer), seen, unread])) };
      this.#sums.set(folder, sum);
    }
    return sum.answer as T;
  }

  /** Digest of what was summed up of a folder; undefined where nothing was. */
  sumOf(folder: string): string | undefined {
    return this.#sums.get(folder)?.digest;
  }

  /** All that was asked so far of a probe that is kept: what it rests on that the answers are what they are. */
  get asked(): Asked {
    return {
      kinds: this.#kinds,
      texts: this.#texts,
      folders: [...this.#folders].map(([path, names]) => [path, digestOfNames(names)]),
      deciders: [...this.#deciders].map(([path, names]) => [path, digestOfNames(names)]),
      sums: [...this.#sums].map(([path, { digest }]) => [path, digest]),
    };
  }

  /** Whether all but what was summed up is as it was when it was asked. */
  isAsAsked({ kinds, texts, folders, deciders }: Omit<Asked, 'sums'>): boolean {
    for (const [path, kind] of kinds) if (this.#kind(path) !== kind) return false;
    for (const [path, digest] of texts) if (this.#digestOf(path) !== digest) return false;
    for (const [path, digest] of folders) if (digestOfNames(this.foldersIn(path)) !== digest) return false;
    for (const [path, digest] of deciders) if (digestOfNames(this.decidersIn(path)) !== digest) return false;
    return true;
  }

  /** Text of a file without the mark at its start, or undefined where it cannot be read. */
  readText(path: string): string | undefined {
    const text = this.#readText(path);
    if (this.#isKept) this.#texts.set(path, digestOfText(text ?? ''));
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
    const within = this.#homeOf(dirname(path));
    const read = readRegularFile(path, {
      limit: MAX_MANIFEST,
      malformed: 'replace',
      ...(within === undefined ? {} : { within }),
    });
    if (read.kind === 'refused') this.#unread.set(path, read.why);
    return read.kind === 'text' ? read.text : undefined;
  }

  #kind(path: string): PathKind {
    let kind = this.#kinds.get(path);
    if (kind === undefined) {
      kind = this.#overlay?.kind(path) ?? this.disk.of(path);
      this.#kinds.set(path, kind);
    }
    return kind;
  }

  /**
   * The folder that no link in it may lead out of: the repository. Packages that are installed lie where package
   * managers put them, and outside a repository nothing says what belongs together: there links may lead anywhere.
   */
  #homeOf(folder: string): string | undefined {
    if (!this.#homes.has(folder)) {
      const above = dirname(folder);
      const isTop = existsSync(join(folder, '.git'));
      const home = isTop ? folder : above === folder ? undefined : this.#homeOf(above);
      this.#homes.set(folder, /[\\/]node_modules(?:[\\/]|$)/.test(folder) ? undefined : home);
    }
    return this.#homes.get(folder);
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

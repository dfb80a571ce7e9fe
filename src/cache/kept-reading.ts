import { join } from 'node:path';
import { digestOfText } from '../lib/digest.js';
import type { Api } from '../model/deprecation.js';
import type { LanguageId } from '../model/language.js';
import type { FileProbe } from '../sources/file-probe.js';
import { isSameStamp } from '../sources/file-stamps.js';
import type { FileStamp, FileStamps } from '../sources/file-stamps.js';
import { areSame, groundsOf } from './grounds.js';
import type { StoredGrounds } from './grounds.js';
import type { StoredResolutions } from './stored-resolutions.js';
import { Numbered } from './uses.js';

/** What the text of a file said to a scan that read it. */
export interface Said {
  /** In which languages it mentions what the catalogue is about, and how. */
  readonly mentions: readonly (readonly [language: LanguageId, mention: string])[];
  /** Whether it names one of our rules or directives. */
  readonly hasDirective: boolean;
  /** Ids of other APIs that it uses. */
  readonly apis: readonly Api['id'][];
  /** Whether it is a file of the scan. */
  readonly isScanned: boolean;
  /** The language that its first line tells, where its name tells none. */
  readonly script?: LanguageId;
  /** Of a file that is left out, what is asked of it; it says nothing of the rest. */
  readonly leftOut?: LeftOutSaid;
}

/** What a file says that is left out. */
export interface LeftOutSaid {
  /** Whether it names the API; of data, whether it has a base URL. */
  readonly names: boolean;
  /** Whether it has paths that a program may take from it; absent where nobody asked. */
  readonly paths?: boolean;
  /** It is no text, or too large. */
  readonly unread?: true;
}

/** What a file imports as it writes it, by language. */
export type SaidImports = readonly (readonly [language: LanguageId, specifiers: readonly string[]])[];

/** One file that was read. `said`: the place of what it said. */
export interface StoredText {
  readonly stamp: FileStamp;
  readonly said: number;
  /** Of its text, where somebody asked. */
  readonly digest?: string;
  readonly imports?: SaidImports;
}

/** What all files said that a scan read. */
export interface StoredReading {
  readonly said: readonly Said[];
  readonly files: readonly (readonly [file: string, text: StoredText])[];
  readonly grounds: readonly (readonly [language: LanguageId, grounds: StoredGrounds])[];
}

/** The same by file. */
interface Earlier {
  readonly said: readonly Said[];
  readonly files: ReadonlyMap<string, StoredText>;
  readonly grounds: ReadonlyMap<LanguageId, StoredGrounds>;
}

/** What a file says that mentions nothing. */
export const SILENT: Said = { mentions: [], hasDirective: false, apis: [], isScanned: true };

/** What a file says that is none of the scan. */
export const NOT_SCANNED: Said = { ...SILENT, isScanned: false };

const NOTHING: StoredReading = { said: [], files: [], grounds: [] };

/** What files say that are the same as when an earlier run with the same settings read them. */
export class KeptReading {
  readonly #root: string;
  readonly #stamps: FileStamps;
  readonly #load: () => StoredReading | undefined;
  #stored: Earlier | undefined;
  /** Texts of an earlier run that hold, and what other files say. */
  readonly #held = new Map<string, StoredText>();
  readonly #said = new Map<string, Said>();
  #silent: () => Iterable<string> = () => [];
  readonly #digests = new Map<string, string>();
  readonly #grounds = new Map<LanguageId, StoredGrounds>();
  #hasNewGrounds = false;
  #isOutdated = false;
  #importsOf: (file: string) => SaidImports = () => [];

  /** `root`: absolute path that names are relative to. `stamps`: made before anything was read. */
  constructor(load: () => StoredReading | undefined, root: string, stamps: FileStamps) {
    this.#load = load;
    this.#root = root;
    this.#stamps = stamps;
  }

  /** Whether no earlier run has left anything. */
  get isEmpty(): boolean {
    return this.#earlier.files.size === 0;
  }

  /** What a file says, where it is the one that was read. */
  of(file: string): (Said & { readonly imports?: SaidImports | undefined }) | undefined {
    const { said: all, files } = this.#earlier;
    const stored = files.get(file);
    if (stored === undefined || !isSameStamp(this.#stamps.file(join(this.#root, file)), stored.stamp)) return undefined;
    const said = all[stored.said];
    if (said === undefined) return undefined;
    this.#held.set(file, stored);
    return { ...said, imports: stored.imports };
  }

  /** What a file says that is left out, and its size in bytes, where it is the one that was read. */
  leftOut(file: string): (LeftOutSaid & { readonly size: number }) | undefined {
    const said = this.of(file)?.leftOut;
    const [, , size = 0] = this.#held.get(file)?.stamp ?? [];
    return said && { ...said, size };
  }

  noteLeftOut(file: string, leftOut: LeftOutSaid): void {
    this.note(file, { ...NOT_SCANNED, leftOut });
  }

  /** Digest of the text of a file that is the one that was read. */
  digest(file: string): string | undefined {
    return this.#held.get(file)?.digest;
  }

  note(file: string, said: Said): void {
    this.forget(file);
    this.#said.set(file, said);
  }

  /** Tells that a file is read again: what was kept of it is not what is asked now. */
  forget(file: string): void {
    this.#held.delete(file);
  }

  /** Tells who knows which files say nothing; they are asked for where something is kept, for they can be very many. */
  noteSilent(files: () => Iterable<string>): void {
    this.#silent = files;
  }

  noteDigest(file: string, digest: string): void {
    this.#digests.set(file, digest);
  }

  /** Tells the text of a file as it is read for more than what is kept of it. */
  noteText(file: string, text: string | undefined): void {
    const digest = this.digest(file);
    if (digest !== undefined && (text === undefined || digestOfText(text) !== digest)) this.#isOutdated = true;
  }

  /** Whether a file has changed after its stamp was looked at: what was found belongs to no state of the files. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Tells who knows what files import. */
  noteImports(importsOf: (file: string) => SaidImports): void {
    this.#importsOf = importsOf;
  }

  /** Whether all is as it was that imports rest on: what was kept of them with this `id`. */
  isSame(language: LanguageId, id: string, probe: FileProbe): boolean {
    const known = this.#earlier.grounds.get(language);
    const holds = known?.of === id && areSame(known, this.#root, this.#stamps, probe);
    if (holds) this.#grounds.set(language, known);
    return holds;
  }

  /** Tells what imports rest on, as it is kept. */
  noteResolutions(language: LanguageId, resolutions: StoredResolutions): void {
    if (this.#grounds.get(language)?.of === resolutions.id) return;
    this.#grounds.set(language, groundsOf(resolutions, this.#root, this.#stamps));
    this.#hasNewGrounds = true;
  }

  /** All that holds; undefined where nothing is new. What may have changed while it was read is left out. */
  toStored(): StoredReading | undefined {
    const { said: known } = this.#earlier;
    const numbered = new Numbered<Said>();
    const said = new Map([
      ...this.#said,
      ...[...this.#held].map(([file, text]) => [file, known[text.said] ?? SILENT] as const),
    ]);
    for (const file of this.#silent()) if (!said.has(file)) said.set(file, SILENT);
    let isChanged = this.#hasNewGrounds;
    const files = [...said].flatMap(([file, one]): StoredReading['files'] => {
      const held = this.#held.get(file);
      const learnt = this.#learntOf(file, held);
      const stamp = learnt === undefined ? held?.stamp : this.#stamps.lastingFile(join(this.#root, file));
      if (stamp === undefined || stamp === null || (held !== undefined && !isSameStamp(stamp, held.stamp))) return [];
      isChanged ||= learnt !== undefined;
      return [[file, { ...held, ...learnt, stamp, said: numbered.place(one) }]];
    });
    return isChanged ? { said: numbered.all, files, grounds: [...this.#grounds] } : undefined;
  }

  /** What was learnt of a file that was not known; undefined where it is nothing. */
  #learntOf(file: string, held: StoredText | undefined): Pick<StoredText, 'digest' | 'imports'> | undefined {
    const digest = this.#digests.get(file);
    const imports = held?.imports === undefined ? this.#importsOf(file) : [];
    if (held !== undefined && digest === undefined && imports.length === 0) return undefined;
    return { ...(digest === undefined ? {} : { digest }), ...(imports.length === 0 ? {} : { imports }) };
  }

  get #earlier(): Earlier {
    if (this.#stored === undefined) {
      const { said, files, grounds } = this.#load() ?? NOTHING;
      this.#stored = { said, files: new Map(files), grounds: new Map(grounds) };
    }
    return this.#stored;
  }
}

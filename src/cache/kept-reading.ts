import type { Api } from '../model/deprecation.js';
import type { LanguageId } from '../model/language.js';
import { isSameStamp } from '../sources/file-stamps.js';
import type { FileStamp, FileStamps } from '../sources/file-stamps.js';

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
}

/** The same by file. */
interface Earlier {
  readonly said: readonly Said[];
  readonly files: ReadonlyMap<string, StoredText>;
}

/** What was known of a file and holds, or was learnt. */
interface Known {
  readonly said: Said;
  readonly digest?: string | undefined;
  readonly imports?: SaidImports | undefined;
  /** Of an earlier run. */
  readonly stamp?: FileStamp | undefined;
}

/** What files say that are the same as when an earlier run with the same settings read them. */
export class KeptReading {
  readonly #pathOf: (file: string) => string;
  readonly #stamps: FileStamps;
  readonly #load: () => StoredReading | undefined;
  #stored: Earlier | undefined;
  readonly #now = new Map<string, Known>();
  readonly #digests = new Map<string, string>();
  #importsOf: (file: string) => SaidImports = () => [];

  /** `pathOf`: the absolute path of a file. `stamps`: made before anything was read. */
  constructor(load: () => StoredReading | undefined, pathOf: (file: string) => string, stamps: FileStamps) {
    this.#load = load;
    this.#pathOf = pathOf;
    this.#stamps = stamps;
  }

  /** What a file says, where it is the one that was read. */
  of(file: string): (Said & { readonly imports?: SaidImports | undefined }) | undefined {
    const { said: all, files } = this.#earlier;
    const stored = files.get(file);
    const stamp = stored && this.#stamps.of(this.#pathOf(file));
    if (stored === undefined || stamp === undefined || !isSameStamp(stamp, stored.stamp)) return undefined;
    const said = all[stored.said];
    if (said === undefined) return undefined;
    this.#now.set(file, { ...stored, said });
    return { ...said, imports: stored.imports };
  }

  /** Digest of the text of a file that is the one that was read. */
  digest(file: string): string | undefined {
    return this.#now.get(file)?.digest;
  }

  note(file: string, said: Said): void {
    this.#now.set(file, { said });
  }

  noteDigest(file: string, digest: string): void {
    this.#digests.set(file, digest);
  }

  /** Tells who knows what files import. */
  noteImports(importsOf: (file: string) => SaidImports): void {
    this.#importsOf = importsOf;
  }

  /** All that holds; undefined where nothing is new. What may have changed while it was read is left out. */
  toStored(): StoredReading | undefined {
    const said = new Map<string, number>();
    const all: Said[] = [];
    const place = (one: Said): number => {
      const text = JSON.stringify(one);
      let index = said.get(text);
      if (index === undefined) {
        said.set(text, (index = all.length));
        all.push(one);
      }
      return index;
    };
    let isChanged = false;
    const files: [string, StoredText][] = [];
    for (const [file, known] of this.#now) {
      const learnt = this.#digests.get(file);
      const imports = known.imports ?? this.#importsOf(file);
      const isNew =
        known.stamp === undefined || learnt !== undefined || (known.imports === undefined && imports.length > 0);
      const stamp = isNew ? this.#stamps.lasting(this.#pathOf(file)) : known.stamp;
      if (stamp === undefined || (known.stamp !== undefined && !isSameStamp(stamp, known.stamp))) continue;
      isChanged ||= isNew;
      const digest = learnt ?? known.digest;
      files.push([
        file,
        {
          stamp,
          said: place(known.said),
          ...(digest === undefined ? {} : { digest }),
          ...(imports.length === 0 ? {} : { imports }),
        },
      ]);
    }
    return isChanged ? { said: all, files } : undefined;
  }

  get #earlier(): Earlier {
    const { said, files } = this.#stored === undefined ? (this.#load() ?? { said: [], files: [] }) : this.#stored;
    return (this.#stored ??= { said, files: new Map(files) });
  }
}

import { memoByText } from '../core/lib/collections.js';
import { fileOf } from '../core/model/module-reader.js';
import type { Resolution } from '../core/model/module-reader.js';
import type { ImportClause, ImportTexts } from '../languages/language-texts.js';
import type { MentioningFile } from './mentions.js';
import { DISTANCES, reachByName, filesReachedFrom } from './reach-names.js';
import type { NamesByFile, ScanModuleReader, SeedKind } from './reach-names.js';

export interface ImportersOptions {
  /** Files of the program. */
  readonly files: readonly string[];
  readonly textOf: (file: string) => string | undefined;
  readonly resolve: (fromFile: string, specifier: string) => Resolution;
  readonly texts: ImportTexts;
  /** The clauses of a file, read from its text by `read` unless known. */
  readonly clausesOf?: (file: string, read: () => readonly ImportClause[]) => readonly ImportClause[];
}

/**
 * Finds the importers of files in the texts of the listed files, without parsing: one pass records every specifier
 * under its last segment, and a query resolves only those whose last segment can mean the file. The index is built for
 * the first query, so that a run without queries costs nothing.
 */
export class Importers {
  readonly #files: readonly string[];
  readonly #textOf: (file: string) => string | undefined;
  readonly #resolve: (fromFile: string, specifier: string) => Resolution;
  readonly #texts: ImportTexts;
  readonly #clausesOf: NonNullable<ImportersOptions['clausesOf']>;
  readonly #importersOf = new Map<string, readonly string[]>();
  readonly #clauses = new Map<string, readonly ImportClause[]>();
  readonly #specifiers = new Map<string, readonly string[]>();
  #index: ImporterIndex | undefined;

  constructor({ files, textOf, resolve, texts, clausesOf }: ImportersOptions) {
    this.#texts = texts;
    this.#files = files;
    this.#textOf = textOf;
    this.#resolve = resolve;
    this.#clausesOf = clausesOf ?? ((_file, read) => read());
  }

  /** Records the imports of a file while its text is at hand, to avoid a second read. `latin1`: see `ReadResult`. */
  recordImports(file: string, latin1: string, decode: () => string): void {
    const specifiers = this.#texts.specifiersIn(latin1);
    this.#specifiers.set(
      file,
      specifiers.every((specifier) => /^[\x00-\x7f]*$/.test(specifier))
        ? specifiers
        : this.#texts.specifiersIn(decode()),
    );
  }

  /** Recorded imports of a file, if any. */
  recordedImports(file: string): readonly string[] | undefined {
    return this.#specifiers.get(file);
  }

  /** Records the known imports of a file. */
  recordSpecifiers(file: string, specifiers: readonly string[]): void {
    this.#specifiers.set(file, specifiers);
  }

  /** Files that import a file. */
  of(file: string): readonly string[] {
    let importers = this.#importersOf.get(file);
    if (importers === undefined) {
      importers = this.#find(file);
      this.#importersOf.set(file, importers);
    }
    return importers;
  }

  /** Clauses by which `importer` imports from `file`, according to its text. */
  clausesOf(importer: string, file: string): readonly ImportClause[] {
    return this.#clausesIn(importer).filter(({ specifier }) => this.#target(importer, specifier) === file);
  }

  /** Files from which a file may re-export all names. */
  reExportSources(file: string): readonly string[] {
    const sources = this.#clausesIn(file).flatMap(({ specifier, names, passesAll }) =>
      passesAll || names === 'all' ? (this.#target(file, specifier) ?? []) : [],
    );
    return [...new Set(sources)];
  }

  /** Specifiers that a file imports, as written. */
  specifiers(file: string): readonly string[] {
    let specifiers = this.#specifiers.get(file);
    if (specifiers === undefined) {
      specifiers = this.#texts.specifiersIn(this.#textOf(file) ?? '');
      this.#specifiers.set(file, specifiers);
    }
    return specifiers;
  }

  /** Files that a file imports, by its text. */
  importsOf(file: string): readonly string[] {
    const found = new Set<string>();
    for (const specifier of this.specifiers(file)) {
      const target = this.#target(file, specifier);
      if (target !== undefined) found.add(target);
    }
    return [...found];
  }

  #clausesIn(importer: string): readonly ImportClause[] {
    let clauses = this.#clauses.get(importer);
    if (clauses === undefined) {
      clauses = this.#clausesOf(importer, () => this.#texts.clausesIn(this.#textOf(importer) ?? ''));
      this.#clauses.set(importer, clauses);
    }
    return clauses;
  }

  #find(file: string): readonly string[] {
    this.#index ??= this.#build();
    const found = new Set(this.#index.byTarget.get(file));
    for (const key of this.#texts.fileKeys(file)) {
      for (const [specifier, importers] of this.#index.bySegment.get(key) ?? []) {
        for (const importer of importers) {
          if (!found.has(importer) && this.#target(importer, specifier) === file) found.add(importer);
        }
      }
    }
    found.delete(file);
    return [...found].sort();
  }

  #target(importer: string, specifier: string): string | undefined {
    return fileOf(this.#resolve(importer, specifier));
  }

  #build(): ImporterIndex {
    const index: ImporterIndex = { bySegment: new Map(), byTarget: new Map() };
    for (const file of this.#files) {
      for (const specifier of this.specifiers(file)) {
        if (this.#texts.isBare(specifier)) this.#addBare(index, file, specifier);
        else
          addOnce(
            getOrAdd(index.bySegment, this.#texts.importKey(specifier), () => new Map<string, string[]>()),
            specifier,
            file,
          );
      }
    }
    return index;
  }

  /** Indexes the name of a package or an alias. It may resolve to a file of any name, and is resolved immediately. */
  #addBare(index: ImporterIndex, file: string, specifier: string): void {
    const target = this.#target(file, specifier);
    if (target !== undefined) addOnce(index.byTarget, target, file);
  }
}

interface ImporterIndex {
  /** Last segment of a specifier, without extension → specifier → files with it. */
  readonly bySegment: Map<string, Map<string, string[]>>;
  /** File → files with a bare specifier for it. */
  readonly byTarget: Map<string, string[]>;
}

/** Appends a file unless it is the last one, because all imports of a file are added in a row. */
function addOnce(lists: Map<string, string[]>, key: string, file: string): void {
  const list = getOrAdd(lists, key, () => []);
  if (list.at(-1) !== file) list.push(file);
}

function getOrAdd<V>(map: Map<string, V>, key: string, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

/** Access to the texts of a program. */
export interface OpenTexts {
  /** See `ImportTexts`. */
  readonly declares: (name: string) => (text: string) => boolean;
  /** Undefined if the text is unknown. */
  readonly textOf: (file: string) => string | undefined;
  /** Files whose names a file may re-export, by its text. */
  readonly imports: (file: string) => readonly string[];
}

/** Maximum number of files whose texts are searched for one name; beyond it, the name counts as declared. */
const MAX_SEARCHED = 100;

/**
 * Finds by their texts whether a file, or one that it imports directly or indirectly, may declare a name for the files
 * that open it. Most names that a file does not declare are declared in no file, and texts prove that without parsing.
 */
export class OpenNames {
  readonly #texts: OpenTexts;
  /** Files that may declare a name, by the name. */
  readonly #declaring = new Map<string, Map<string, boolean>>();
  readonly #mayOffer = new Map<string, boolean>();
  readonly #imports: (file: string) => readonly string[];

  constructor(texts: OpenTexts) {
    this.#texts = texts;
    this.#imports = memoByText((file) => texts.imports(file));
  }

  /** Whether a file may declare a name. `ignored`: a file that has been searched, whose declarations do not count. */
  mayOffer(file: string, name: string, ignored = ''): boolean {
    const key = `${file}\n${name}\n${ignored}`;
    let isPossible = this.#mayOffer.get(key);
    if (isPossible === undefined) this.#mayOffer.set(key, (isPossible = this.#mayDeclare(file, name, ignored)));
    return isPossible;
  }

  #mayDeclare(file: string, name: string, ignored: string): boolean {
    const declaring = this.#declaring.get(name) ?? new Map<string, boolean>();
    this.#declaring.set(name, declaring);
    const isDeclaredIn = this.#texts.declares(name);
    const visited = new Set([file]);
    // Grows during the loop.
    for (const visitedFile of visited) {
      let isDeclared = declaring.get(visitedFile);
      if (isDeclared === undefined) {
        const text = this.#texts.textOf(visitedFile);
        declaring.set(visitedFile, (isDeclared = text === undefined || isDeclaredIn(text)));
      }
      if (isDeclared || visited.size > MAX_SEARCHED) return true;
      for (const target of this.#imports(visitedFile)) if (target !== ignored) visited.add(target);
    }
    return false;
  }
}

/** Exports of files with a mention that importers can use for a request. */
export type ReachSeeds = Readonly<Record<SeedKind, NamesByFile>>;

/** Files that are selected for their own text, and other files with a mention. */
interface MentionedFiles {
  /** Files that are selected for their own text. */
  readonly direct: ReadonlySet<string>;
  /** Exports of those files to follow. */
  readonly seeds: ReachSeeds;
  /** Files that access to the API reaches by names; computed only if it can matter. */
  readonly filesWithAccess: () => ReadonlySet<string>;
  /** Files with a mention that is not sufficient alone. */
  readonly weak: readonly MentioningFile[];
  /** Returns exports of such files to follow. */
  readonly seedsOf: (files: readonly MentioningFile[]) => ReachSeeds;
  /** Files in which a value of the API reaches a call. */
  readonly arrives: ReadonlySet<string>;
}

/** Files that are selected for their imports. */
export interface ImportingFiles {
  readonly files: readonly string[];
  /** False if the limit was reached. */
  readonly complete: boolean;
  /** By file, its exported names with access to the API or with words of a path. */
  readonly names: readonly NamesByFile[];
}

/** Maximum number of files that are selected for their imports. */
const MAX_FILES = 1500;

const NONE: ReadonlySet<string> = new Set();

/**
 * Files without a sufficient mention that can still make a deprecated request, as `send(PATHS.rules)` does: they import
 * both the access to the API and a value made of the words. Direct users of a client of the API are added, so that its
 * requests are resolved from its callers. Without seeds no file is read, and only files that use a followed name are
 * parsed. A file with common words alone is parsed only if one of its importers has access to the API or is selected.
 */
export function selectImporting(
  { direct, seeds, filesWithAccess, weak, seedsOf, arrives }: MentionedFiles,
  modules: Pick<ScanModuleReader, 'importers' | 'imports' | 'clausesOf' | 'exportLinks' | 'target'>,
  skip: (file: string) => boolean,
): ImportingFiles {
  const { imports } = modules;
  const api = reachByName(seeds.api, DISTANCES.api, modules);
  const paths = reachByName(seeds.paths, DISTANCES.paths, modules);
  const withAccess = seeds.words.size + weak.length === 0 ? NONE : filesWithAccess();
  // Words matter only if a file with access to the API imports them, directly or through another file.
  const nearFiles = filesReachedFrom([...withAccess, ...arrives], imports, DISTANCES.words.hops);
  const importingFiles = new Set(weak.length === 0 ? [] : [...nearFiles, ...direct, ...paths.users]);
  const importedFiles = new Set([...importingFiles].flatMap((file) => imports(file)));
  const wordSeeds = new Map([...seeds.words, ...seedsOf(weak.filter(({ file }) => importedFiles.has(file))).words]);
  const words = reachByName(wordSeeds, { ...DISTANCES.words, mayVisit: (file) => nearFiles.has(file) }, modules);
  const selected = new Set([
    ...api.users,
    ...paths.users,
    ...[...words.users].filter((file) => withAccess.has(file) || arrives.has(file)),
  ]);
  const files = [...selected].filter((file) => !skip(file)).sort();
  return {
    files: files.slice(0, MAX_FILES),
    complete: files.length <= MAX_FILES,
    names: [api.names, words.names, paths.names],
  };
}

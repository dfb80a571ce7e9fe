import { fileOf } from '../model/module-reader.js';
import type { Resolution } from '../model/module-reader.js';
import type { ImportClause, ImportTexts } from './import-text.js';

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
 * Importers of files. Answers come from the text of the listed files, without parsing any: one pass records every
 * specifier under its last segment, and a question resolves only those whose last segment can mean the file. Built on
 * the first question, so that a run without questions costs nothing.
 */
export class Importers {
  readonly #files: readonly string[];
  readonly #textOf: (file: string) => string | undefined;
  readonly #resolve: (fromFile: string, specifier: string) => Resolution;
  readonly #texts: ImportTexts;
  readonly #clausesOf: NonNullable<ImportersOptions['clausesOf']>;
  readonly #answers = new Map<string, readonly string[]>();
  readonly #clauses = new Map<string, readonly ImportClause[]>();
  readonly #noted = new Map<string, readonly string[]>();
  #index: Index | undefined;

  constructor({ files, textOf, resolve, texts, clausesOf }: ImportersOptions) {
    this.#texts = texts;
    this.#files = files;
    this.#textOf = textOf;
    this.#resolve = resolve;
    this.#clausesOf = clausesOf ?? ((_file, read) => read());
  }

  /** Records the imports of a file while its text is at hand, to avoid a second read. `latin1`: see `ReadResult`. */
  note(file: string, latin1: string, decode: () => string): void {
    const specifiers = this.#texts.specifiersIn(latin1);
    this.#noted.set(
      file,
      specifiers.every((specifier) => /^[\x00-\x7f]*$/.test(specifier))
        ? specifiers
        : this.#texts.specifiersIn(decode()),
    );
  }

  /** Recorded imports of a file, if any. */
  noted(file: string): readonly string[] | undefined {
    return this.#noted.get(file);
  }

  /** Records the known imports of a file. */
  take(file: string, specifiers: readonly string[]): void {
    this.#noted.set(file, specifiers);
  }

  of(file: string): readonly string[] {
    let answer = this.#answers.get(file);
    if (answer === undefined) {
      answer = this.#find(file);
      this.#answers.set(file, answer);
    }
    return answer;
  }

  /** Clauses by which `writer` imports from `file`, according to its text. */
  taken(writer: string, file: string): readonly ImportClause[] {
    return this.#clausesIn(writer).filter(({ specifier }) => this.#target(writer, specifier) === file);
  }

  /** Files whose names a file may all re-export. */
  opened(file: string): readonly string[] {
    const found = this.#clausesIn(file).flatMap(({ specifier, names, passesAll }) =>
      passesAll || names === 'all' ? (this.#target(file, specifier) ?? []) : [],
    );
    return [...new Set(found)];
  }

  /** Specifiers that a file imports, as written. */
  specifiers(file: string): readonly string[] {
    let specifiers = this.#noted.get(file);
    if (specifiers === undefined) {
      specifiers = this.#texts.specifiersIn(this.#textOf(file) ?? '');
      this.#noted.set(file, specifiers);
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

  #clausesIn(writer: string): readonly ImportClause[] {
    let clauses = this.#clauses.get(writer);
    if (clauses === undefined) {
      clauses = this.#clausesOf(writer, () => this.#texts.clausesIn(this.#textOf(writer) ?? ''));
      this.#clauses.set(writer, clauses);
    }
    return clauses;
  }

  #find(file: string): readonly string[] {
    this.#index ??= this.#build();
    const found = new Set(this.#index.byTarget.get(file));
    for (const key of this.#texts.fileKeys(file)) {
      for (const [specifier, writers] of this.#index.bySegment.get(key) ?? []) {
        for (const writer of writers) {
          if (!found.has(writer) && this.#target(writer, specifier) === file) found.add(writer);
        }
      }
    }
    found.delete(file);
    return [...found].sort();
  }

  #target(writer: string, specifier: string): string | undefined {
    return fileOf(this.#resolve(writer, specifier));
  }

  #build(): Index {
    const index: Index = { bySegment: new Map(), byTarget: new Map() };
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

  /** The name of a package or an alias may resolve to a file of any name: it is resolved at once. */
  #addBare(index: Index, file: string, specifier: string): void {
    const target = this.#target(file, specifier);
    if (target !== undefined) addOnce(index.byTarget, target, file);
  }
}

interface Index {
  /** Last segment of a specifier, without extension → specifier → files with it. */
  readonly bySegment: Map<string, Map<string, string[]>>;
  /** File → files with a bare specifier for it. */
  readonly byTarget: Map<string, string[]>;
}

/** Appends a file unless it is the last one: files come one after another, each with all its imports. */
function addOnce(lists: Map<string, string[]>, key: string, file: string): void {
  const list = getOrAdd(lists, key, () => []);
  if (list.at(-1) !== file) list.push(file);
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

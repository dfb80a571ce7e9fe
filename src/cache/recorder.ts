import type { ModuleReader, Shared } from '../model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';
import { digestOfNames } from './stored.js';

/** What was asked while something ran. */
export class Uses {
  readonly facts = new Set<string>();
  readonly texts = new Set<string>();
  /** By file and words: the answer's digest. */
  readonly importers = new Map<string, readonly [file: string, words: readonly string[] | null, digest: string]>();
  readonly versions = new Map<string, readonly [file: string, name: string, version: string | null]>();
  readonly imported = new Map<string, readonly [specifier: string, name: string, answer: boolean]>();

  add(other: Uses): void {
    for (const file of other.facts) this.facts.add(file);
    for (const file of other.texts) this.texts.add(file);
    for (const [key, entry] of other.importers) this.importers.set(key, entry);
    for (const [key, entry] of other.versions) this.versions.set(key, entry);
  }
}

/** A module reader that notes what is asked of it. */
export class Recorder {
  readonly modules: ModuleReader;
  #uses = new Uses();
  #last: string | undefined;

  constructor(inner: ModuleReader) {
    this.modules = {
      resolve: (from, specifier) => {
        this.#use(from);
        return inner.resolve(from, specifier);
      },
      facts: (file) => {
        this.#use(file);
        return inner.facts(file);
      },
      mentionsApi: (file) => {
        this.#uses.texts.add(file);
        return inner.mentionsApi(file);
      },
      importers: (file, words) => {
        const answer = inner.importers(file, words);
        const asked = words === undefined ? null : [...words].sort();
        this.#uses.importers.set([file, ...(asked ?? [])].join('\n'), [file, asked, digestOfNames(answer)]);
        return answer;
      },
      packageVersion: (file, name) => {
        const version = inner.packageVersion?.(file, name);
        this.#uses.versions.set(`${file}\n${name}`, [file, name, version ?? null]);
        return version;
      },
      uses: (file) => this.#use(file),
      recorded: (run) => this.#recorded(run),
    };
  }

  /** The selection as the recorder's file asks it. */
  selection(inner: CallSelection): CallSelection {
    return {
      text: inner.text,
      imported: (file, specifier, name) => {
        const answer = inner.imported(file, specifier, name);
        this.#uses.imported.set(`${specifier}\n${name}`, [specifier, name, answer]);
        return answer;
      },
    };
  }

  /** Runs the analysis of a file, and gives what it asked with what it came to. */
  during<T>(run: () => T): { readonly value: T; readonly uses: Uses } {
    const before = this.#begin();
    const uses = this.#uses;
    try {
      return { value: run(), uses };
    } finally {
      this.#uses = before;
      this.#last = undefined;
    }
  }

  #recorded<T>(run: () => T): Shared<T> {
    const before = this.#begin();
    const own = this.#uses;
    const again = (): void => {
      this.#uses.add(own);
    };
    try {
      return { value: run(), again };
    } finally {
      this.#uses = before;
      this.#last = undefined;
      again();
    }
  }

  #begin(): Uses {
    const before = this.#uses;
    this.#uses = new Uses();
    this.#last = undefined;
    return before;
  }

  /** Asked for the same file many times in a row. */
  #use(file: string): void {
    if (file === this.#last) return;
    this.#last = file;
    this.#uses.facts.add(file);
  }
}

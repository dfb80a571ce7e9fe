import type { Resolution } from '../model/module-reader.js';

const SPECIFIER = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]([^'"\n]{1,300})['"]/g;

/**
 * Who imports a file. Answers come from the text of the listed files, without parsing any: one pass
 * notes every specifier under its last segment, and a question resolves only those whose last segment
 * can mean the file. Built on the first question, so that a run without questions pays nothing.
 */
export class Importers {
  readonly #files: readonly string[];
  readonly #textOf: (file: string) => string | undefined;
  readonly #resolve: (fromFile: string, specifier: string) => Resolution;
  /** Last segment of a specifier, without extension → specifier → files that write it. */
  #index: Map<string, Map<string, string[]>> | undefined;
  readonly #answers = new Map<string, readonly string[]>();

  constructor(files: readonly string[], textOf: (file: string) => string | undefined, resolve: (fromFile: string, specifier: string) => Resolution) {
    this.#files = files;
    this.#textOf = textOf;
    this.#resolve = resolve;
  }

  of(file: string): readonly string[] {
    let answer = this.#answers.get(file);
    if (answer === undefined) {
      answer = this.#find(file);
      this.#answers.set(file, answer);
    }
    return answer;
  }

  #find(file: string): readonly string[] {
    this.#index ??= this.#build();
    const found = new Set<string>();
    for (const key of keysOf(file)) {
      for (const [specifier, writers] of this.#index.get(key) ?? []) {
        for (const writer of writers) {
          if (writer === file || found.has(writer)) continue;
          const target = this.#resolve(writer, specifier);
          if (target.kind === 'file' && target.file === file) found.add(writer);
        }
      }
    }
    return [...found].sort();
  }

  #build(): Map<string, Map<string, string[]>> {
    const index = new Map<string, Map<string, string[]>>();
    for (const file of this.#files) {
      const text = this.#textOf(file);
      if (text === undefined) continue;
      for (const match of text.matchAll(SPECIFIER)) {
        const specifier = match[1] ?? '';
        for (const key of keysOfSpecifier(specifier)) {
          const writers = index.get(key) ?? new Map<string, string[]>();
          index.set(key, writers);
          const list = writers.get(specifier) ?? [];
          writers.set(specifier, list);
          if (list.at(-1) !== file) list.push(file);
        }
      }
    }
    return index;
  }
}

/** Package names and aliases may lead to a file of any name: they are kept under this key. */
const ANY = '*';

function keysOfSpecifier(specifier: string): readonly string[] {
  const clean = specifier.replace(/\?.*$/, '').replace(/\/+$/, '');
  const last = clean.slice(clean.lastIndexOf('/') + 1);
  // `.`, `..` and bare names mean an index file or the entry of a package.
  if (last === '' || last === '.' || last === '..') return [ANY];
  const stem = last.replace(/\.[cm]?[jt]sx?$/, '');
  const bare = /^(?:@[^/]+\/)?[^./#~@][^/]*$/.test(clean);
  return bare ? [stem, ANY] : [stem];
}

function keysOf(file: string): readonly string[] {
  const parts = file.replace(/\.[cm]?[jt]sx?$/, '').split('/');
  const name = parts.at(-1) ?? '';
  // An index file stands for its folder, an entry file for its package.
  return /^(?:index|main|mod|lib)$/.test(name) ? [name, parts.at(-2) ?? ANY, ANY] : [name];
}

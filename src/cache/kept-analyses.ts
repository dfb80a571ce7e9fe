import type { FileAnalysis } from '../model/finding.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';
import type { KeptFiles } from './kept-files.js';
import { Uses } from './recorder.js';
import type { KeptResolutions } from './resolutions.js';
import { digestOfNames } from './stored.js';
import type { StoredAnalysis, StoredProgram } from './stored.js';

/** What analyses ask, as it is answered now. */
export interface Questions {
  readonly modules: ModuleReader;
  readonly selection: CallSelection;
}

interface Kept {
  readonly uses: Uses;
  readonly result: FileAnalysis;
}

/** Analyses of files with all that they rest on: they hold as long as each question has the answer it had. */
export class KeptAnalyses {
  readonly #files: KeptFiles;
  readonly #resolutions: KeptResolutions;
  readonly #stored: ReadonlyMap<string, Kept>;
  readonly #now = new Map<string, Kept>();
  readonly #unchanged = new Map<string, boolean>();
  readonly #importers = new Map<string, string>();

  constructor(stored: StoredProgram | undefined, files: KeptFiles, resolutions: KeptResolutions) {
    const names = (stored?.files ?? []).map(([file]) => file);
    this.#stored = new Map((stored?.analyses ?? []).map(([file, analysis]) => [file, readKept(analysis, names)]));
    this.#files = files;
    this.#resolutions = resolutions;
  }

  /** The analysis of an earlier run, where it still holds. */
  find(file: string, questions: Questions): FileAnalysis | undefined {
    const kept = this.#stored.get(file);
    if (kept === undefined || !this.#holds(file, kept.uses, questions)) return undefined;
    for (const used of kept.uses.facts) this.#files.countParsed(used);
    this.#now.set(file, kept);
    return kept.result;
  }

  keep(file: string, uses: Uses, result: FileAnalysis): void {
    if ([...uses.facts].some((used) => this.#files.isFailed(used))) return;
    for (const used of [...uses.facts, ...uses.texts]) this.#files.keep(used);
    this.#now.set(file, { uses, result });
  }

  /** Those of this run, and those before it that nobody asked for and that hold all the same. */
  toStored(place: (file: string) => number, questions: Questions): StoredProgram['analyses'] {
    const unasked = [...this.#stored].filter(
      ([file, { uses }]) => !this.#now.has(file) && this.#holds(file, uses, questions),
    );
    return [...unasked, ...this.#now].map(([file, { uses, result }]) => [file, writeKept(uses, result, place)]);
  }

  #holds(file: string, uses: Uses, { modules, selection }: Questions): boolean {
    const isText = (used: string): boolean => this.#files.isSame(used);
    return (
      every(uses.facts, (used) => this.#isUnchanged(used, modules)) &&
      every(uses.texts, isText) &&
      every(uses.importers.values(), ([of, words, digest]) => this.#digestOf(of, words, modules) === digest) &&
      every(uses.versions.values(), ([from, name, version]) => (modules.packageVersion?.(from, name) ?? null) === version) &&
      every(uses.imported.values(), ([specifier, name, answer]) => selection.imported(file, specifier, name) === answer)
    );
  }

  /** Whether a file says what it said, and its imports lead where they led. */
  #isUnchanged(file: string, modules: ModuleReader): boolean {
    let answer = this.#unchanged.get(file);
    if (answer === undefined) {
      answer =
        this.#files.isSame(file) &&
        !this.#resolutions.hasChanged(file, (specifier) => modules.resolve(file, specifier));
      this.#unchanged.set(file, answer);
    }
    return answer;
  }

  #digestOf(file: string, words: readonly string[] | null, modules: ModuleReader): string {
    const key = [file, ...(words ?? [])].join('\n');
    let digest = this.#importers.get(key);
    if (digest === undefined) {
      digest = digestOfNames(modules.importers(file, words === null ? undefined : new Set(words)));
      this.#importers.set(key, digest);
    }
    return digest;
  }
}

function every<T>(values: Iterable<T>, test: (value: T) => boolean): boolean {
  for (const value of values) if (!test(value)) return false;
  return true;
}

function readKept({ result, facts, texts, importers, versions, imported }: StoredAnalysis, names: readonly string[]): Kept {
  const uses = new Uses();
  for (const index of facts) uses.facts.add(names[index] ?? '');
  for (const index of texts) uses.texts.add(names[index] ?? '');
  for (const entry of importers) uses.importers.set(entry.slice(0, 2).flat().join('\n'), entry);
  for (const entry of versions) uses.versions.set(entry.slice(0, 2).join('\n'), entry);
  for (const entry of imported) uses.imported.set(entry.slice(0, 2).join('\n'), entry);
  return { uses, result };
}

function writeKept(uses: Uses, result: FileAnalysis, place: (file: string) => number): StoredAnalysis {
  return {
    result,
    facts: [...uses.facts].map(place),
    texts: [...uses.texts].map(place),
    importers: [...uses.importers.values()],
    versions: [...uses.versions.values()],
    imported: [...uses.imported.values()],
  };
}

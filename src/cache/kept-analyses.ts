import type { FileAnalysis } from '../model/finding.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';
import type { KeptFiles } from './kept-files.js';
import { writeKept } from './kept-part.js';
import type { KeptAnalysis, KeptPart } from './kept-part.js';
import { importersKey, importsDigest, settingsDigest } from './recorder.js';
import type { Uses } from './recorder.js';
import { digestOfNames } from '../lib/digest.js';
import type { StoredProgram } from './stored.js';

/** What analyses ask, as it is answered now. */
export interface Questions {
  readonly modules: ModuleReader;
  readonly selection: CallSelection;
}

/** Analyses of files with all that they rest on: they hold as long as each question has the answer it had. */
export class KeptAnalyses {
  readonly #parts: readonly KeptPart[];
  readonly #files: KeptFiles;
  readonly #now = new Map<string, KeptAnalysis>();
  readonly #unchanged = new Map<KeptPart, Map<string, boolean>>();
  readonly #importers = new Map<string, string>();
  /** Something was analysed anew. */
  isChanged = false;

  constructor(parts: readonly KeptPart[], files: KeptFiles) {
    this.#parts = parts;
    this.#files = files;
  }

  /** The analysis of an earlier run, where it still holds. */
  find(file: string, questions: Questions): FileAnalysis | undefined {
    for (const part of this.#parts) {
      const kept = part.analysis(file);
      if (kept === undefined || !this.#holds(file, part, questions)) continue;
      for (const used of kept.uses.facts) this.#files.countParsed(used);
      this.#now.set(file, kept);
      return kept.result;
    }
    return undefined;
  }

  keep(file: string, uses: Uses, result: FileAnalysis): void {
    this.isChanged = true;
    if ([...uses.facts].some((used) => this.#files.isFailed(used))) return;
    for (const used of [...uses.facts, ...uses.texts]) this.#files.keep(used);
    this.#now.set(file, { uses, result });
  }

  /** The analyses of this run, and earlier ones that nobody asked for, whose file `stays` and that are still valid. */
  toStored(
    place: (file: string) => number,
    questions: Questions,
    stays: (file: string) => boolean,
  ): StoredProgram['analyses'] {
    const kept = new Map(this.#now);
    for (const part of this.#parts)
      for (const [file, analysis] of part.analyses)
        if (!kept.has(file) && stays(file) && this.#holds(file, part, questions)) kept.set(file, analysis);
    return [...kept].filter(([file]) => stays(file)).map(([file, analysis]) => [file, writeKept(analysis, place)]);
  }

  #holds(file: string, part: KeptPart, { modules, selection }: Questions): boolean {
    const uses = part.analysis(file)?.uses;
    if (uses === undefined) return false;
    return (
      every(uses.facts, (used) => this.#isUnchanged(used, part, modules)) &&
      every(uses.texts, (used) => this.#files.isSame(used, part)) &&
      every(uses.importers.values(), ([of, words, digest]) => this.#digestOf(of, words, modules) === digest) &&
      every(uses.walked.values(), ([of, digest]) => importsDigest(modules.importsOf?.(of) ?? []) === digest) &&
      every(
        uses.versions.values(),
        ([from, name, version]) => (modules.packageVersion?.(from, name) ?? null) === version,
      ) &&
      every(
        uses.settings.values(),
        ([from, name, digest]) => settingsDigest(modules.settings?.(from, name) ?? []) === digest,
      ) &&
      every(
        uses.offers.values(),
        ([of, name, apart, answer]) => (modules.mayOffer?.(of, name, apart) ?? true) === answer,
      ) &&
      every(uses.imported.values(), ([specifier, name, answer]) => selection.imported(file, specifier, name) === answer)
    );
  }

  /** Whether a file says what it said, and its imports lead where they led. */
  #isUnchanged(file: string, part: KeptPart, modules: ModuleReader): boolean {
    const known = this.#unchanged.get(part) ?? new Map<string, boolean>();
    this.#unchanged.set(part, known);
    let answer = known.get(file);
    if (answer === undefined) {
      answer = this.#files.isSame(file, part) && !part.hasMoved(file, (specifier) => modules.resolve(file, specifier));
      known.set(file, answer);
    }
    return answer;
  }

  #digestOf(file: string, words: readonly string[] | null, modules: ModuleReader): string {
    const key = importersKey(file, words);
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

import type { FileAnalysis } from '../model/finding.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { CallSelection } from '../select/select-calls.js';
import type { KeptFiles } from './kept-files.js';
import { writeKept } from './kept-part.js';
import type { KeptAnalysis, KeptPart } from './kept-part.js';
import { hasSettings, hasVersion, importsDigest } from './recorder.js';
import { NumberedQuestions } from './uses.js';
import type { Uses } from './uses.js';
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
  /** Whether a question has the answer it had. */
  readonly #answered = new Map<object, boolean>();
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
    if (uses.facts.some((used) => this.#files.isLost(used))) return;
    // Data that nobody follows has no facts.
    const facts = uses.facts.filter((used) => this.#files.isParsed(used));
    const texts = [...uses.texts, ...uses.facts.filter((used) => !this.#files.isParsed(used))];
    for (const used of facts) this.#files.keep(used, 'facts');
    for (const used of texts) this.#files.keep(used, 'text');
    this.#now.set(file, { uses: { ...uses, facts, texts }, result });
  }

  /** The analysis of this run that is kept of a file. */
  kept(file: string): KeptAnalysis | undefined {
    return this.#now.get(file);
  }

  /** The analyses of this run, and earlier ones that nobody asked for, whose file `stays` and that are still valid. */
  toStored(
    place: (file: string) => number,
    questions: Questions,
    stays: (file: string) => boolean,
  ): Pick<StoredProgram, 'questions' | 'analyses'> {
    const kept = new Map(this.#now);
    for (const part of this.#parts)
      for (const [file, analysis] of part.analyses)
        if (!kept.has(file) && stays(file) && this.#holds(file, part, questions)) kept.set(file, analysis);
    const numbered = new NumberedQuestions();
    const analyses = [...kept]
      .filter(([file]) => stays(file))
      .map(([file, analysis]) => [file, writeKept(analysis, place, numbered)] as const);
    return { questions: numbered.all, analyses };
  }

  #holds(file: string, part: KeptPart, { modules, selection }: Questions): boolean {
    const uses = part.analysis(file)?.uses;
    if (uses === undefined) return false;
    return (
      uses.facts.every((used) => this.#isUnchanged(used, part, modules)) &&
      uses.texts.every((used) => this.#files.isSame(used, part)) &&
      this.#every(uses.importers, ([of, words, digest]) => importersDigest(modules, of, words) === digest) &&
      this.#every(uses.walked, ([of, digest]) => importsDigest(modules.importsOf?.(of) ?? []) === digest) &&
      this.#every(uses.versions, (one) => hasVersion(modules, one)) &&
      this.#every(uses.settings, (one) => hasSettings(modules, one)) &&
      this.#every(
        uses.offers,
        ([of, name, apart, answer]) => (modules.mayOffer?.(of, name, apart) ?? true) === answer,
      ) &&
      uses.imported.every(([specifier, name, answer]) => selection.imported(file, specifier, name) === answer)
    );
  }

  /** Whether all of some questions have the answers they had: each is asked once for all analyses. */
  #every<T extends object>(questions: readonly T[], test: (question: T) => boolean): boolean {
    return questions.every((question) => {
      let answer = this.#answered.get(question);
      if (answer === undefined) this.#answered.set(question, (answer = test(question)));
      return answer;
    });
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
}

function importersDigest(modules: ModuleReader, file: string, words: readonly string[] | null): string {
  return digestOfNames(modules.importers(file, words === null ? undefined : new Set(words)));
}

import { expectDefined } from '../lib/expect-defined.js';
import type { Resolver } from '../languages/language.js';
import type { FileAnalysis } from '../model/finding.js';
import type { ModuleReader } from '../model/module-reader.js';
import { HeldUses } from './held-uses.js';
import type { Questions } from './held-uses.js';
import { KeptAnalyses } from './kept-analyses.js';
import { KeptFiles } from './kept-files.js';
import type { KeptTexts } from './kept-files.js';
import { KeptPart } from './kept-part.js';
import type { KeptTree } from './kept-part.js';
import { KeptSearches } from './kept-searches.js';
import { isStanding, outcomeOf } from './outcome.js';
import type { ProgramSelection } from './outcome.js';
import { Recorder } from './recorder.js';
import { KeptResolutions } from './resolutions.js';
import type { StoredProgram } from './stored.js';
import type { StoredOutcome } from './stored-outcome.js';
import type { StoredResolutions } from './stored-resolutions.js';
import { NumberedQuestions } from './uses.js';

/**
 * Cache of one program between runs: import resolution, answers about its files, and their analyses. Results of earlier
 * runs are read with the first question.
 */
export class ProgramCache {
  readonly #load: () => readonly StoredProgram[];
  readonly #tree: KeptTree;
  readonly #texts: KeptTexts;
  #kept: Kept | undefined;
  #questions: Questions | undefined;
  #recorder: Recorder | undefined;
  #written: StoredProgram | undefined;
  #selected: ProgramSelection | undefined;
  /** Analyses of an earlier run over the same files. */
  #standing: ReadonlyMap<string, FileAnalysis> | undefined;

  constructor(load: () => readonly StoredProgram[], tree: KeptTree, texts: KeptTexts) {
    this.#load = load;
    this.#tree = tree;
    this.#texts = texts;
  }

  /** The resolver that `make` makes, which is asked only for what is not known any more. */
  resolver(make: (tree: { readonly files: readonly string[] }) => Resolver): Resolver {
    let made: Resolver | undefined;
    const kept = (): Resolver => (made ??= this.#parts.resolutions.around(make));
    return {
      resolve: (from, specifier) => kept().resolve(from, specifier),
      get broken() {
        return made?.broken ?? [];
      },
    };
  }

  /** See `KeptFiles`. */
  answer<T>(file: string, question: string, make: () => T): T {
    return this.#parts.files.answer(file, question, make);
  }

  /** See `KeptFiles`. */
  ofText<T>(file: string, question: string, make: () => T): T {
    return this.#parts.files.ofText(file, question, make);
  }

  /**
   * Selected files, where no file of the scan has changed since an earlier run selected them. `modules`: answers
   * questions about files outside the scan.
   */
  standing(modules: ModuleReader): ProgramSelection | undefined {
    const outcome = this.#tree.outcome?.();
    if (outcome === undefined || !isStanding(outcome, this.#tree, modules)) return undefined;
    const { analyses, isComplete, parsed } = outcome;
    const broken = new Set(outcome.broken);
    for (const file of parsed) this.#texts.countParsed(file, broken.has(file));
    this.#standing = new Map(analyses);
    return { candidates: [...this.#standing.keys()], isComplete };
  }

  /** Tells which files are analysed, where that had to be found out. */
  noteSelected(selected: ProgramSelection): void {
    this.#selected = selected;
  }

  /** Outcome of the program in this run, where it can be cached. */
  get outcome(): StoredOutcome | undefined {
    const { resolutions } = this;
    if (this.#selected === undefined || resolutions === undefined) return undefined;
    const { analyses, files } = this.#parts;
    return outcomeOf(this.#selected, (file) => analyses.kept(file), resolutions, files.parsed);
  }

  /**
   * Returns the analysis of a file: that of an earlier run where it is still valid, else a new one. `make` makes the
   * analyser for the given modules and selection, which record its questions.
   */
  analyser(
    questions: Questions,
    make: (questions: Questions) => (file: string) => FileAnalysis,
  ): (file: string) => FileAnalysis {
    this.#questions = questions;
    const recorder = new Recorder(questions.modules, (key) => this.#parts.searches.find(key, questions));
    this.#recorder = recorder;
    let analyse: ((file: string) => FileAnalysis) | undefined;
    return (file) => {
      const standing = this.#standing?.get(file);
      if (standing !== undefined) return standing;
      const { analyses } = this.#parts;
      const known = analyses.find(file, questions);
      if (known !== undefined) return known;
      analyse ??= make({ modules: recorder.modules, selection: recorder.selection(questions.selection) });
      const run = analyse;
      const { value, uses } = recorder.during(() => run(file));
      analyses.keep(file, uses, value);
      return value;
    };
  }

  /** Whether anything was asked. */
  get isUsed(): boolean {
    return this.#kept !== undefined;
  }

  /** Whether anything was learnt that earlier runs did not know. */
  get isChanged(): boolean {
    const { files, resolutions, analyses } = this.#parts;
    return files.isChanged || resolutions.isChanged || analyses.isChanged;
  }

  /** Import resolution, as cached after this run. */
  get resolutions(): StoredResolutions | undefined {
    if (this.#written !== undefined) return this.#written.resolutions;
    const [part, ...others] = this.#parts.parts;
    return others.length === 0 ? part?.heldResolutions : undefined;
  }

  /** All that is known; `stays`: of these files only, and of those that their analyses rest on. */
  toStored(stays?: (file: string) => boolean): StoredProgram {
    const known = new Set(this.#tree.files);
    const isKept = stays ?? ((file: string): boolean => known.has(file));
    const places = new Map<string, number>();
    const place = (file: string): number => {
      let index = places.get(file);
      if (index === undefined) places.set(file, (index = places.size));
      return index;
    };
    const { files: texts, resolutions: ways, analyses: kept, searches: all } = this.#parts;
    const numbered = new NumberedQuestions();
    const asked = this.#questions;
    const analyses = asked === undefined ? [] : kept.toStored(place, numbered, asked, isKept);
    // Of a part of the program only what its own files say is kept.
    const searches =
      asked === undefined || stays !== undefined
        ? []
        : all.toStored(this.#recorder?.learnt ?? [], place, numbered, asked);
    const files = new Map(texts.toStored(isKept));
    // The analyses name files by their place.
    const named = [...places.keys()].map(
      (file) => [file, expectDefined(files.get(file), 'a file that an analysis rests on')] as const,
    );
    const others = [...files].filter(([file]) => !places.has(file) && (stays === undefined || stays(file)));
    const resolutions = ways.toStored((file) => stays === undefined || places.has(file) || stays(file));
    this.#written = {
      files: [...named, ...others],
      questions: numbered.all,
      analyses,
      searches,
      ...(resolutions === undefined ? {} : { resolutions }),
    };
    return this.#written;
  }

  get #parts(): Kept {
    if (this.#kept === undefined) {
      const parts = this.#load().map((stored) => new KeptPart(stored, this.#tree));
      const files = new KeptFiles(parts, this.#texts);
      const resolutions = new KeptResolutions(parts, this.#tree, files);
      const held = new HeldUses(files);
      const analyses = new KeptAnalyses(parts, files, held);
      this.#kept = { parts, files, resolutions, analyses, searches: new KeptSearches(parts, files, held) };
    }
    return this.#kept;
  }
}

interface Kept {
  readonly parts: readonly KeptPart[];
  readonly files: KeptFiles;
  readonly resolutions: KeptResolutions;
  readonly analyses: KeptAnalyses;
  readonly searches: KeptSearches;
}

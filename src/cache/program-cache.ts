import { expectDefined, addTo } from '../core/lib/collections.js';
import type { Resolver } from '../languages/language.js';
import type { FileAnalysis } from '../core/model/finding.js';
import type { ModuleReader } from '../core/model/module-reader.js';
import { AnswersByText } from './answers-by-text.js';
import type { CallSelection } from '../select/select-calls.js';
import type { ProgramTexts } from './answers-by-text.js';
import { EarlierRun, writeUses } from './earlier-run.js';
import type { TreeState, KeptAnalysis, KeptSearch } from './earlier-run.js';
import { isOutcomeValid, outcomeOf } from './outcome.js';
import type { ProgramSelection } from './outcome.js';
import { isAnsweredAlike, isOwn, Numbered, proofOf } from './queries.js';
import type { Current, Question, Dependencies } from './queries.js';
import { Recorder } from './recorder.js';
import { ResolutionCache } from './resolution-cache.js';
import type { StoredProgram, StoredSearch } from './stored.js';
import type { StoredOutcome } from './stored-outcome.js';
import type { StoredResolutions } from './stored-resolutions.js';

/**
 * Cache of one program between runs: import resolution, answers about its files, and their analyses. Results of earlier
 * runs are read on the first question.
 */
export class ProgramCache {
  readonly #load: () => readonly StoredProgram[];
  readonly #tree: TreeState;
  readonly #texts: ProgramTexts;
  #kept: Kept | undefined;
  #questions: Questions | undefined;
  #recorder: Recorder | undefined;
  #written: StoredProgram | undefined;
  #selected: ProgramSelection | undefined;
  /** Analyses of an earlier run over the same files. */
  #unchanged: ReadonlyMap<string, FileAnalysis> | undefined;

  constructor(load: () => readonly StoredProgram[], tree: TreeState, texts: ProgramTexts) {
    this.#load = load;
    this.#tree = tree;
    this.#texts = texts;
  }

  /** Returns a resolver with cached results; `make` is called only if one is missing. */
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

  /** See `AnswersByText`. */
  answer<T>(file: string, question: string, make: () => T): T {
    return this.#parts.files.answer(file, question, make);
  }

  /** See `AnswersByText`. */
  ofText<T>(file: string, question: string, make: () => T): T {
    return this.#parts.files.ofText(file, question, make);
  }

  /**
   * Selected files of an earlier run, if no file of the scan has changed since. `modules`: answers questions about
   * files outside the scan.
   */
  unchangedSelection(modules: ModuleReader): ProgramSelection | undefined {
    const outcome = this.#tree.outcome?.();
    if (outcome === undefined || !isOutcomeValid(outcome, this.#tree, modules)) return undefined;
    const { analyses, isComplete, parsed } = outcome;
    const broken = new Set(outcome.broken);
    for (const file of parsed) this.#texts.countParsed(file, broken.has(file));
    this.#unchanged = new Map(analyses);
    return { candidates: [...this.#unchanged.keys()], isComplete };
  }

  /** Records the files that are analysed, if the selection had to be computed. */
  noteSelected(selected: ProgramSelection): void {
    this.#selected = selected;
  }

  /** Outcome of the program in this run, if it can be cached. */
  get outcome(): StoredOutcome | undefined {
    const { resolutions } = this;
    if (this.#selected === undefined || resolutions === undefined) return undefined;
    const { analyses, files } = this.#parts;
    return outcomeOf(this.#selected, (file) => analyses.kept(file), resolutions, files.parsed);
  }

  /**
   * Returns the analysis of a file: that of an earlier run if it is still valid, else a new one. `make` creates the
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
      const unchanged = this.#unchanged?.get(file);
      if (unchanged !== undefined) return unchanged;
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

  /** Whether the cache was used. */
  get isUsed(): boolean {
    return this.#kept !== undefined;
  }

  /** Whether there are results that earlier runs did not have. */
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

  /** All results; with `isRetained`, only those of accepted files and of the dependencies of their analyses. */
  toStored(isRetained?: (file: string) => boolean): StoredProgram {
    const known = new Set(this.#tree.files);
    const isKept = isRetained ?? ((file: string): boolean => known.has(file));
    const places = new Map<string, number>();
    const place = (file: string): number => {
      let index = places.get(file);
      if (index === undefined) places.set(file, (index = places.size));
      return index;
    };
    const { files: texts, resolutions: resolutionCache, analyses: kept, searches: all } = this.#parts;
    const numbered = new Numbered<Question>();
    const asked = this.#questions;
    const analyses = asked === undefined ? [] : kept.toStored(place, numbered, asked, isKept);
    // For a part of the program only the results of its own files are stored.
    const searches =
      asked === undefined || isRetained !== undefined
        ? []
        : all.toStored(this.#recorder?.learnt ?? [], place, numbered, asked);
    const files = new Map(texts.toStored(isKept));
    // The analyses name files by their index.
    const named = [...places.keys()].map(
      (file) => [file, expectDefined(files.get(file), 'a file that an analysis rests on')] as const,
    );
    const others = [...files].filter(([file]) => !places.has(file) && (isRetained === undefined || isRetained(file)));
    const resolutions = resolutionCache.toStored(
      (file) => isRetained === undefined || places.has(file) || isRetained(file),
    );
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
      const parts = this.#load().map((stored) => new EarlierRun(stored, this.#tree));
      const files = new AnswersByText(parts, this.#texts);
      const resolutions = new ResolutionCache(parts, this.#tree, files);
      const validator = new Validator(files);
      const analyses = new KeptAnalyses(parts, files, validator);
      this.#kept = { parts, files, resolutions, analyses, searches: new KeptSearches(parts, files, validator) };
    }
    return this.#kept;
  }
}

interface Kept {
  readonly parts: readonly EarlierRun[];
  readonly files: AnswersByText;
  readonly resolutions: ResolutionCache;
  readonly analyses: KeptAnalyses;
  readonly searches: KeptSearches;
}

/** Analyses of files with all their dependencies: they are valid as long as each question has the same answer. */
class KeptAnalyses {
  readonly #parts: readonly EarlierRun[];
  readonly #files: AnswersByText;
  readonly #validator: Validator;
  readonly #now = new Map<string, KeptAnalysis>();
  /** Whether there is a new analysis. */
  isChanged = false;

  constructor(parts: readonly EarlierRun[], files: AnswersByText, validator: Validator) {
    this.#parts = parts;
    this.#files = files;
    this.#validator = validator;
  }

  /** The analysis of an earlier run, if it is still valid. */
  find(file: string, questions: Questions): FileAnalysis | undefined {
    for (const part of this.#parts) {
      const kept = part.analysis(file);
      if (kept === undefined || !this.#validator.areUnchanged(kept.uses, file, part, questions)) continue;
      this.#files.countParsed(kept.uses);
      this.#now.set(file, kept);
      return kept.result;
    }
    return undefined;
  }

  keep(file: string, uses: Dependencies, result: FileAnalysis): void {
    this.isChanged = true;
    const kept = this.#files.keep(uses);
    if (kept !== undefined) this.#now.set(file, { uses: kept, result });
  }

  /** The cached analysis of a file in this run. */
  kept(file: string): KeptAnalysis | undefined {
    return this.#now.get(file);
  }

  /**
   * The analyses of this run, and earlier ones that are unused and still valid, of the files that `isRetained` accepts.
   */
  toStored(
    place: (file: string) => number,
    numbered: Numbered<Question>,
    questions: Questions,
    isRetained: (file: string) => boolean,
  ): StoredProgram['analyses'] {
    const kept = new Map(this.#now);
    for (const part of this.#parts)
      for (const [file, analysis] of part.analyses)
        if (!kept.has(file) && isRetained(file) && this.#validator.areUnchanged(analysis.uses, file, part, questions))
          kept.set(file, analysis);
    return [...kept]
      .filter(([file]) => isRetained(file))
      .map(([file, { uses, result }]) => [file, { result, ...writeUses(uses, place, numbered) }]);
  }
}

/** Results of searches for functions, with all their dependencies: see `QueryLog`. */
class KeptSearches {
  readonly #parts: readonly EarlierRun[];
  readonly #files: AnswersByText;
  readonly #validator: Validator;
  /** Searches of earlier runs that settled a function, with their parts. */
  #known: ReadonlyMap<string, readonly (readonly [KeptSearch, EarlierRun])[]> | undefined;

  constructor(parts: readonly EarlierRun[], files: AnswersByText, validator: Validator) {
    this.#parts = parts;
    this.#files = files;
    this.#validator = validator;
  }

  /** A search of an earlier run that settled a function, if it is still valid. */
  find(key: string, questions: Questions): KeptSearch | undefined {
    this.#known ??= this.#byFunction();
    const [search] = this.#known.get(key)?.find(([{ uses }, part]) => this.#areUnchanged(uses, part, questions)) ?? [];
    if (search !== undefined) this.#files.countParsed(search.uses);
    return search;
  }

  /** New searches of this run, and all earlier ones that are still valid. */
  toStored(
    learnt: readonly KeptSearch[],
    place: (file: string) => number,
    numbered: Numbered<Question>,
    questions: Questions,
  ): readonly StoredSearch[] {
    const earlier = this.#parts.flatMap((part) =>
      part.searches.filter(({ uses }) => this.#areUnchanged(uses, part, questions)),
    );
    const now = learnt.flatMap(({ settled, uses }) => {
      const kept = this.#files.keep(uses);
      return kept === undefined ? [] : [{ settled, uses: kept }];
    });
    return [...earlier, ...now].map(({ settled, uses }) => ({ settled, ...writeUses(uses, place, numbered) }));
  }

  #areUnchanged(uses: KeptSearch['uses'], part: EarlierRun, questions: Questions): boolean {
    return this.#validator.areUnchanged(uses, undefined, part, questions);
  }

  #byFunction(): ReadonlyMap<string, readonly (readonly [KeptSearch, EarlierRun])[]> {
    const known = new Map<string, (readonly [KeptSearch, EarlierRun])[]>();
    for (const part of this.#parts)
      for (const search of part.searches)
        for (const [key] of search.settled) addTo(known, key, [search, part] as const);
    return known;
  }
}

/** Sources of current answers to the questions of all analyses. */
interface Questions {
  readonly modules: ModuleReader;
  readonly selection: CallSelection;
}

/** Validates results: each question that a result depends on must have the same answer. */
class Validator {
  readonly #files: AnswersByText;
  readonly #unchanged = new Map<EarlierRun, Map<string, boolean>>();
  readonly #answered = new Map<Question, boolean>();

  constructor(files: AnswersByText) {
    this.#files = files;
  }

  /** Whether all dependencies of a result are unchanged. `file`: the analysed file, if the result is an analysis. */
  areUnchanged(
    { facts, texts, questions }: Dependencies,
    file: string | undefined,
    part: EarlierRun,
    { modules, selection }: Questions,
  ): boolean {
    const current: Current = { modules, ...(file === undefined ? {} : { analysed: { file, selection } }) };
    return (
      facts.every((used) => this.#isUnchanged(used, part, modules)) &&
      texts.every((used) => this.#files.isSame(used, part)) &&
      questions.every((question) => this.#isAnsweredAlike(question, part, current))
    );
  }

  /** Whether a question still has the same answer. Evaluated once for all dependents. */
  #isAnsweredAlike(question: Question, part: EarlierRun, current: Current): boolean {
    if (isOwn(question[0])) return isAnsweredAlike(question, current);
    let answer = this.#answered.get(question);
    if (answer === undefined) {
      answer =
        proofOf(question)?.every((used) => this.#files.isSame(used, part)) === true ||
        isAnsweredAlike(question, current);
      this.#answered.set(question, answer);
    }
    return answer;
  }

  /** Whether a file has the same text and imports with the same targets. */
  #isUnchanged(file: string, part: EarlierRun, modules: ModuleReader): boolean {
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

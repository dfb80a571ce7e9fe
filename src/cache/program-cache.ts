import { expectDefined, addTo } from '../core/lib/collections.js';
import type { Resolver } from '../languages/language.js';
import type { FileAnalysis } from '../core/model/finding.js';
import type { ModuleReader } from '../core/model/module-reader.js';
import { AnswersByText } from './answers-by-text.js';
import type { CallSelection } from '../select/select-calls.js';
import type { ProgramTexts } from './answers-by-text.js';
import { EarlierRun, encodeDependencies } from './earlier-run.js';
import type { TreeState, CachedAnalysis, CachedSearch } from './earlier-run.js';
import { isOutcomeValid, outcomeOf } from './outcome.js';
import type { ProgramSelection } from './outcome.js';
import { isAnsweredAlike, isFileSpecific, Numbering, proofOf } from './queries.js';
import type { ProgramState, Question, Dependencies } from './queries.js';
import { Recorder } from './recorder.js';
import { ResolutionCache } from './resolution-cache.js';
import type { StoredProgram, StoredSearch } from './stored.js';
import type { StoredOutcome } from './stored-outcome.js';
import type { StoredResolutions } from './stored-resolutions.js';

/** Cache of one program: import resolution, answers about its files, and their analyses. It is loaded on first use. */
export class ProgramCache {
  readonly #load: () => readonly StoredProgram[];
  readonly #tree: TreeState;
  readonly #texts: ProgramTexts;
  #loadedParts: CacheParts | undefined;
  #sources: AnswerSources | undefined;
  #recorder: Recorder | undefined;
  #storedProgram: StoredProgram | undefined;
  #selection: ProgramSelection | undefined;
  /** Analyses of an earlier run over the same files. */
  #unchangedAnalyses: ReadonlyMap<string, FileAnalysis> | undefined;

  constructor(load: () => readonly StoredProgram[], tree: TreeState, texts: ProgramTexts) {
    this.#load = load;
    this.#tree = tree;
    this.#texts = texts;
  }

  /** Returns a resolver with cached results; `createResolver` is called only if one is missing. */
  resolver(createResolver: (tree: { readonly files: readonly string[] }) => Resolver): Resolver {
    let resolver: Resolver | undefined;
    const getResolver = (): Resolver => (resolver ??= this.#parts.resolutions.around(createResolver));
    return {
      resolve: (from, specifier) => getResolver().resolve(from, specifier),
      get broken() {
        return resolver?.broken ?? [];
      },
    };
  }

  /** See `AnswersByText`. */
  answer<T>(file: string, question: string, compute: () => T): T {
    return this.#parts.files.answer(file, question, compute);
  }

  /** See `AnswersByText`. */
  ofText<T>(file: string, question: string, compute: () => T): T {
    return this.#parts.files.ofText(file, question, compute);
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
    for (const file of parsed) this.#texts.noteParsed(file, broken.has(file));
    this.#unchangedAnalyses = new Map(analyses);
    return { candidates: [...this.#unchangedAnalyses.keys()], isComplete };
  }

  /** Records the files that are analysed, if the selection had to be computed. */
  noteSelection(selection: ProgramSelection): void {
    this.#selection = selection;
  }

  /** Outcome of the program in this run, if it can be cached. */
  get outcome(): StoredOutcome | undefined {
    const { resolutions } = this;
    if (this.#selection === undefined || resolutions === undefined) return undefined;
    const { analyses, files } = this.#parts;
    return outcomeOf(this.#selection, (file) => analyses.get(file), resolutions, files.parsed);
  }

  /**
   * Returns a function that analyses a file, or returns its analysis of an earlier run if that is still valid.
   * `createAnalyser` is called with modules and a selection that record the questions to them.
   */
  analyser(
    sources: AnswerSources,
    createAnalyser: (sources: AnswerSources) => (file: string) => FileAnalysis,
  ): (file: string) => FileAnalysis {
    this.#sources = sources;
    const recorder = new Recorder(sources.modules, (key) => this.#parts.searches.find(key, sources));
    this.#recorder = recorder;
    let analyse: ((file: string) => FileAnalysis) | undefined;
    return (file) => {
      const unchanged = this.#unchangedAnalyses?.get(file);
      if (unchanged !== undefined) return unchanged;
      const { analyses } = this.#parts;
      const cached = analyses.find(file, sources);
      if (cached !== undefined) return cached;
      analyse ??= createAnalyser({ modules: recorder.modules, selection: recorder.selection(sources.selection) });
      const run = analyse;
      const { value, uses } = recorder.record(() => run(file));
      analyses.add(file, uses, value);
      return value;
    };
  }

  /** Whether the cache was used. */
  get isUsed(): boolean {
    return this.#loadedParts !== undefined;
  }

  /** Whether there are results that earlier runs did not have. */
  get isChanged(): boolean {
    const { files, resolutions, analyses } = this.#parts;
    return files.isChanged || resolutions.isChanged || analyses.isChanged;
  }

  /** Import resolution, as cached after this run. */
  get resolutions(): StoredResolutions | undefined {
    if (this.#storedProgram !== undefined) return this.#storedProgram.resolutions;
    const [run, ...others] = this.#parts.earlierRuns;
    return others.length === 0 ? run?.validResolutions : undefined;
  }

  /** All results; with `isRetained`, only those of accepted files and of the dependencies of their analyses. */
  toStored(isRetained?: (file: string) => boolean): StoredProgram {
    const programFiles = new Set(this.#tree.files);
    const isIncluded = isRetained ?? ((file: string): boolean => programFiles.has(file));
    const indexes = new Map<string, number>();
    const indexOf = (file: string): number => {
      let index = indexes.get(file);
      if (index === undefined) indexes.set(file, (index = indexes.size));
      return index;
    };
    const {
      files: fileAnswers,
      resolutions: resolutionCache,
      analyses: analysisCache,
      searches: searchCache,
    } = this.#parts;
    const questionNumbers = new Numbering<Question>();
    const sources = this.#sources;
    const analyses = sources === undefined ? [] : analysisCache.toStored(indexOf, questionNumbers, sources, isIncluded);
    // For a part of the program only the results of its own files are stored.
    const searches =
      sources === undefined || isRetained !== undefined
        ? []
        : searchCache.toStored(this.#recorder?.settledSearches ?? [], indexOf, questionNumbers, sources);
    const files = new Map(fileAnswers.toStored(isIncluded));
    // The analyses refer to files by index.
    const referencedFiles = [...indexes.keys()].map(
      (file) => [file, expectDefined(files.get(file), 'a file that an analysis depends on')] as const,
    );
    const otherFiles = [...files].filter(
      ([file]) => !indexes.has(file) && (isRetained === undefined || isRetained(file)),
    );
    const resolutions = resolutionCache.toStored(
      (file) => isRetained === undefined || indexes.has(file) || isRetained(file),
    );
    this.#storedProgram = {
      files: [...referencedFiles, ...otherFiles],
      questions: questionNumbers.items,
      analyses,
      searches,
      ...(resolutions === undefined ? {} : { resolutions }),
    };
    return this.#storedProgram;
  }

  get #parts(): CacheParts {
    if (this.#loadedParts === undefined) {
      const earlierRuns = this.#load().map((stored) => new EarlierRun(stored, this.#tree));
      const files = new AnswersByText(earlierRuns, this.#texts);
      const resolutions = new ResolutionCache(earlierRuns, this.#tree, files);
      const validator = new Validator(files);
      const analyses = new AnalysisCache(earlierRuns, files, validator);
      this.#loadedParts = {
        earlierRuns,
        files,
        resolutions,
        analyses,
        searches: new SearchCache(earlierRuns, files, validator),
      };
    }
    return this.#loadedParts;
  }
}

interface CacheParts {
  readonly earlierRuns: readonly EarlierRun[];
  readonly files: AnswersByText;
  readonly resolutions: ResolutionCache;
  readonly analyses: AnalysisCache;
  readonly searches: SearchCache;
}

/** Analyses of files with all their dependencies: they are valid as long as each question has the same answer. */
class AnalysisCache {
  readonly #earlierRuns: readonly EarlierRun[];
  readonly #files: AnswersByText;
  readonly #validator: Validator;
  readonly #current = new Map<string, CachedAnalysis>();
  /** Whether there is a new analysis. */
  isChanged = false;

  constructor(earlierRuns: readonly EarlierRun[], files: AnswersByText, validator: Validator) {
    this.#earlierRuns = earlierRuns;
    this.#files = files;
    this.#validator = validator;
  }

  /** The analysis of an earlier run, if it is still valid. */
  find(file: string, sources: AnswerSources): FileAnalysis | undefined {
    for (const run of this.#earlierRuns) {
      const cached = run.analysis(file);
      if (cached === undefined || !this.#validator.areUnchanged(cached.uses, file, run, sources)) continue;
      this.#files.countParsed(cached.uses);
      this.#current.set(file, cached);
      return cached.result;
    }
    return undefined;
  }

  add(file: string, uses: Dependencies, result: FileAnalysis): void {
    this.isChanged = true;
    const storedUses = this.#files.recordDependencies(uses);
    if (storedUses !== undefined) this.#current.set(file, { uses: storedUses, result });
  }

  /** Cached analysis of a file in this run. */
  get(file: string): CachedAnalysis | undefined {
    return this.#current.get(file);
  }

  /**
   * The analyses of this run, and earlier ones that are unused and still valid, of the files that `isRetained` accepts.
   */
  toStored(
    indexOf: (file: string) => number,
    questionNumbers: Numbering<Question>,
    sources: AnswerSources,
    isRetained: (file: string) => boolean,
  ): StoredProgram['analyses'] {
    const analyses = new Map(this.#current);
    for (const run of this.#earlierRuns)
      for (const [file, analysis] of run.analyses)
        if (!analyses.has(file) && isRetained(file) && this.#validator.areUnchanged(analysis.uses, file, run, sources))
          analyses.set(file, analysis);
    return [...analyses]
      .filter(([file]) => isRetained(file))
      .map(([file, { uses, result }]) => [file, { result, ...encodeDependencies(uses, indexOf, questionNumbers) }]);
  }
}

/** Results of searches for functions, with all their dependencies: see `QueryLog`. */
class SearchCache {
  readonly #earlierRuns: readonly EarlierRun[];
  readonly #files: AnswersByText;
  readonly #validator: Validator;
  /** Searches of earlier runs by the functions that they settled, each with its run. */
  #searchesByFunction: ReadonlyMap<string, readonly (readonly [CachedSearch, EarlierRun])[]> | undefined;

  constructor(earlierRuns: readonly EarlierRun[], files: AnswersByText, validator: Validator) {
    this.#earlierRuns = earlierRuns;
    this.#files = files;
    this.#validator = validator;
  }

  /** A search of an earlier run that settled a function, if it is still valid. */
  find(key: string, sources: AnswerSources): CachedSearch | undefined {
    this.#searchesByFunction ??= this.#indexByFunction();
    const [search] =
      this.#searchesByFunction.get(key)?.find(([{ uses }, run]) => this.#areUnchanged(uses, run, sources)) ?? [];
    if (search !== undefined) this.#files.countParsed(search.uses);
    return search;
  }

  /** New searches of this run, and all earlier ones that are still valid. */
  toStored(
    newSearches: readonly CachedSearch[],
    indexOf: (file: string) => number,
    questionNumbers: Numbering<Question>,
    sources: AnswerSources,
  ): readonly StoredSearch[] {
    const validSearches = this.#earlierRuns.flatMap((run) =>
      run.searches.filter(({ uses }) => this.#areUnchanged(uses, run, sources)),
    );
    const cacheableSearches = newSearches.flatMap(({ settled, uses }) => {
      const storedUses = this.#files.recordDependencies(uses);
      return storedUses === undefined ? [] : [{ settled, uses: storedUses }];
    });
    return [...validSearches, ...cacheableSearches].map(({ settled, uses }) => ({
      settled,
      ...encodeDependencies(uses, indexOf, questionNumbers),
    }));
  }

  #areUnchanged(uses: CachedSearch['uses'], run: EarlierRun, sources: AnswerSources): boolean {
    return this.#validator.areUnchanged(uses, undefined, run, sources);
  }

  #indexByFunction(): ReadonlyMap<string, readonly (readonly [CachedSearch, EarlierRun])[]> {
    const searches = new Map<string, (readonly [CachedSearch, EarlierRun])[]>();
    for (const run of this.#earlierRuns)
      for (const search of run.searches)
        for (const [key] of search.settled) addTo(searches, key, [search, run] as const);
    return searches;
  }
}

/** Sources of current answers to the questions of all analyses. */
interface AnswerSources {
  readonly modules: ModuleReader;
  readonly selection: CallSelection;
}

/** Validates results: each question that a result depends on must have the same answer. */
class Validator {
  readonly #files: AnswersByText;
  readonly #fileMemos = new Map<EarlierRun, Map<string, boolean>>();
  readonly #questionMemo = new Map<Question, boolean>();

  constructor(files: AnswersByText) {
    this.#files = files;
  }

  /** Whether all dependencies of a result are unchanged. `file`: the analysed file, if the result is an analysis. */
  areUnchanged(
    { facts, texts, questions }: Dependencies,
    file: string | undefined,
    run: EarlierRun,
    { modules, selection }: AnswerSources,
  ): boolean {
    const current: ProgramState = { modules, ...(file === undefined ? {} : { analysed: { file, selection } }) };
    return (
      facts.every((used) => this.#isUnchanged(used, run, modules)) &&
      texts.every((used) => this.#files.isSame(used, run)) &&
      questions.every((question) => this.#isAnsweredAlike(question, run, current))
    );
  }

  /** Whether a question still has the same answer. Each question is compared once for all results that depend on it. */
  #isAnsweredAlike(question: Question, run: EarlierRun, current: ProgramState): boolean {
    if (isFileSpecific(question[0])) return isAnsweredAlike(question, current);
    let answer = this.#questionMemo.get(question);
    if (answer === undefined) {
      answer =
        proofOf(question)?.every((used) => this.#files.isSame(used, run)) === true ||
        isAnsweredAlike(question, current);
      this.#questionMemo.set(question, answer);
    }
    return answer;
  }

  /** Whether a file has the same text and imports with the same targets. */
  #isUnchanged(file: string, run: EarlierRun, modules: ModuleReader): boolean {
    const memo = this.#fileMemos.get(run) ?? new Map<string, boolean>();
    this.#fileMemos.set(run, memo);
    let answer = memo.get(file);
    if (answer === undefined) {
      answer =
        this.#files.isSame(file, run) && !run.hasMovedImport(file, (specifier) => modules.resolve(file, specifier));
      memo.set(file, answer);
    }
    return answer;
  }
}

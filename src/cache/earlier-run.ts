import { relative, resolve, sep } from 'node:path';
import type { FileAnalysis } from '../core/model/finding.js';
import type { Resolution } from '../core/model/module-reader.js';
import type { SettledFunctions } from '../core/model/query-log.js';
import type { FileProbe } from '../files/file-probe.js';
import { findWorkspaces } from '../files/workspaces.js';
import { digestOfNames } from '../core/lib/identity.js';
import { withAbsolutePaths } from './resolution-inputs.js';
import { encodeResolution } from './stored.js';
import type { StoredFile, StoredProgram, StoredDependencies } from './stored.js';
import type { StoredOutcome } from './stored-outcome.js';
import type { StoredResolutionSummary, StoredResolutions } from './stored-resolutions.js';
import { proofOf } from './queries.js';
import type { Numbering, Question, Dependencies } from './queries.js';

/** Files and state of a program. */
export interface TreeState {
  /** Absolute path that names are relative to. */
  readonly root: string;
  readonly probe: FileProbe;
  /** Names of all its files. */
  readonly files: readonly string[];
  /** Whether answers of the disk are known to be unchanged, by their `id`; otherwise the disk is queried again. */
  readonly isSame?: ((id: string, probe: FileProbe) => boolean) | undefined;
  /** Outcome of the program in an earlier run, if no file of the scan has changed since. */
  readonly outcome?: (() => StoredOutcome | undefined) | undefined;
}

/** Results of a search for several functions, with all their dependencies. */
export interface CachedSearch {
  readonly uses: Dependencies;
  readonly settled: SettledFunctions;
}

/** An analysis with all its dependencies. */
export interface CachedAnalysis {
  readonly uses: Dependencies;
  readonly result: FileAnalysis;
}

/** Results of an earlier run for a program, with their validity. */
export class EarlierRun {
  readonly #files: ReadonlyMap<string, StoredFile>;
  readonly #storedResolutions: StoredResolutions | undefined;
  readonly #targetsByFile: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly #analyses: ReadonlyMap<string, CachedAnalysis>;
  /** Results of searches for functions. */
  readonly searches: readonly CachedSearch[];
  readonly #tree: TreeState;
  #isValid: boolean | undefined;

  constructor({ files, resolutions, questions, analyses, searches }: StoredProgram, tree: TreeState) {
    const names = files.map(([file]) => file);
    this.#files = new Map(files);
    this.#storedResolutions = resolutions;
    this.#targetsByFile = new Map((resolutions?.answers ?? []).map(([file, answers]) => [file, new Map(answers)]));
    // Without resolved imports, the dependencies of these results are unknown.
    const hasResolutions = resolutions !== undefined;
    const decode = (uses: StoredDependencies): Dependencies => decodeDependencies(uses, names, questions);
    this.#analyses = new Map(
      (hasResolutions ? analyses : []).map(([file, stored]) => [file, { uses: decode(stored), result: stored.result }]),
    );
    this.searches = (hasResolutions ? searches : []).map((stored) => ({
      uses: decode(stored),
      settled: stored.settled,
    }));
    this.#tree = tree;
  }

  get files(): Iterable<readonly [string, StoredFile]> {
    return this.#files;
  }

  get analyses(): Iterable<readonly [string, CachedAnalysis]> {
    return this.#analyses;
  }

  file(name: string): StoredFile | undefined {
    return this.#files.get(name);
  }

  analysis(file: string): CachedAnalysis | undefined {
    return this.#analyses.get(file);
  }

  /** Whether the language resolves modules by the names of all files. */
  get usesFileList(): boolean {
    return this.#storedResolutions?.list !== undefined;
  }

  /** Stored target of a specifier, if it is still valid. */
  resolution(from: string, specifier: string): string | undefined {
    return this.isValid ? this.#targetsByFile.get(from)?.get(specifier) : undefined;
  }

  /** Stored targets of specifiers by file, if they are still valid. */
  get resolutions(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    return this.isValid ? this.#targetsByFile : new Map();
  }

  /** Import resolution of the earlier run, if it is still valid. */
  get validResolutions(): StoredResolutions | undefined {
    return this.isValid ? this.#storedResolutions : undefined;
  }

  /** Whether an import of the file has another target than in the earlier run. */
  hasMovedImport(file: string, resolveNow: (specifier: string) => Resolution): boolean {
    if (this.isValid) return false;
    return [...(this.#targetsByFile.get(file) ?? [])].some(
      ([specifier, answer]) => encodeResolution(resolveNow(specifier)) !== answer,
    );
  }

  /**
   * Whether all dependencies of the resolved imports are unchanged. If resolution recorded notes, it is repeated: other
   * questions in this run may not produce the same notes.
   */
  get isValid(): boolean {
    if (this.#isValid !== undefined) return this.#isValid;
    const stored = this.#storedResolutions;
    const { root } = this.#tree;
    this.#isValid =
      stored !== undefined &&
      stored.notes.length + stored.unread.length === 0 &&
      areResolutionsValid(stored, this.#tree, (probe) => probe.areAnswersUnchanged(withAbsolutePaths(stored, root)));
    return this.#isValid;
  }
}

/**
 * Whether all dependencies of the resolved imports are unchanged. `areAnswersUnchanged`: compares the answers
 * of the disk if they are not known to be unchanged.
 */
export function areResolutionsValid(
  { id, list, sums }: StoredResolutionSummary,
  { root, files, probe, isSame }: TreeState,
  areAnswersUnchanged: (probe: FileProbe) => boolean,
): boolean {
  if (list !== undefined && list !== digestOfNames(files)) return false;
  const comparisonProbe = probe.comparisonProbe;
  if (isSame?.(id, comparisonProbe) !== true && !areAnswersUnchanged(comparisonProbe)) return false;
  return sums.every(([name, digest]) => {
    const folder = resolve(root, name);
    findWorkspaces(folder, comparisonProbe);
    return comparisonProbe.summaryDigest(folder) === digest;
  });
}

/** Name of a path in stored results: relative to the root. */
export function storedName(root: string, path: string): string {
  return path.startsWith(root + sep) ? path.slice(root.length + 1) : relative(root, path);
}

function decodeDependencies(
  { facts, texts, questions }: StoredDependencies,
  names: readonly string[],
  allQuestions: readonly Question[],
): Dependencies {
  return { facts: itemsAt(names, facts), texts: itemsAt(names, texts), questions: itemsAt(allQuestions, questions) };
}

/** Items at indexes, which the check of the stored shape has shown to be in the list. */
function itemsAt<T>(all: readonly T[], indexes: readonly number[] = []): readonly T[] {
  return indexes.map((index) => all[index] as T);
}

/** Dependencies in stored form. `indexOf`: index of a file in the program of the analysis. */
export function encodeDependencies(
  { facts, texts, questions }: Dependencies,
  indexOf: (file: string) => number,
  questionNumbers: Numbering<Question>,
): StoredDependencies {
  // The digests of these files prove the answers.
  for (const question of questions) proofOf(question)?.forEach(indexOf);
  const indexes: Required<StoredDependencies> = {
    facts: facts.map(indexOf),
    texts: texts.map(indexOf),
    questions: questions.map(questionNumbers.numberOf),
  };
  return Object.fromEntries(Object.entries(indexes).filter(([, list]) => list.length > 0));
}

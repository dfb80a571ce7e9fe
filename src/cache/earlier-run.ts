import { relative, resolve, sep } from 'node:path';
import type { FileAnalysis } from '../core/model/finding.js';
import type { Resolution } from '../core/model/module-reader.js';
import type { SettledFunctions } from '../core/model/query-log.js';
import type { FileProbe } from '../files/file-probe.js';
import { findWorkspaces } from '../files/workspaces.js';
import { digestOfNames } from '../core/lib/identity.js';
import { absolute } from './resolution-inputs.js';
import { encodeResolution } from './stored.js';
import type { StoredFile, StoredProgram, StoredDependencies } from './stored.js';
import type { StoredOutcome } from './stored-outcome.js';
import type { StoredGist, StoredResolutions } from './stored-resolutions.js';
import { proofOf } from './queries.js';
import type { Numbered, Question, Dependencies } from './queries.js';

/** Files and state of a program. */
export interface TreeState {
  /** Absolute path that names are relative to. */
  readonly root: string;
  readonly probe: FileProbe;
  /** Names of all its files. */
  readonly files: readonly string[];
  /** Whether answers of the disk are known to be unchanged, by their `id`; otherwise the disk is asked again. */
  readonly isSame?: ((id: string, probe: FileProbe) => boolean) | undefined;
  /** Outcome of the program in an earlier run, if no file of the scan has changed since. */
  readonly outcome?: (() => StoredOutcome | undefined) | undefined;
}

/** Results of a search for several functions, with all their dependencies. */
export interface KeptSearch {
  readonly uses: Dependencies;
  readonly settled: SettledFunctions;
}

/** An analysis with all its dependencies. */
export interface KeptAnalysis {
  readonly uses: Dependencies;
  readonly result: FileAnalysis;
}

/** Results of an earlier run for a program, with their validity. */
export class EarlierRun {
  readonly #files: ReadonlyMap<string, StoredFile>;
  readonly #resolutions: StoredResolutions | undefined;
  readonly #answers: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly #analyses: ReadonlyMap<string, KeptAnalysis>;
  /** Results of searches for functions. */
  readonly searches: readonly KeptSearch[];
  readonly #tree: TreeState;
  #isValid: boolean | undefined;

  constructor({ files, resolutions, questions, analyses, searches }: StoredProgram, tree: TreeState) {
    const names = files.map(([file]) => file);
    this.#files = new Map(files);
    this.#resolutions = resolutions;
    this.#answers = new Map((resolutions?.answers ?? []).map(([file, answers]) => [file, new Map(answers)]));
    // Without resolved imports, the dependencies of these results are unknown.
    const isKnown = resolutions !== undefined;
    const read = (uses: StoredDependencies): Dependencies => readUses(uses, names, questions);
    this.#analyses = new Map(
      (isKnown ? analyses : []).map(([file, stored]) => [file, { uses: read(stored), result: stored.result }]),
    );
    this.searches = (isKnown ? searches : []).map((stored) => ({ uses: read(stored), settled: stored.settled }));
    this.#tree = tree;
  }

  get files(): Iterable<readonly [string, StoredFile]> {
    return this.#files;
  }

  get analyses(): Iterable<readonly [string, KeptAnalysis]> {
    return this.#analyses;
  }

  file(name: string): StoredFile | undefined {
    return this.#files.get(name);
  }

  analysis(file: string): KeptAnalysis | undefined {
    return this.#analyses.get(file);
  }

  /** Whether the language resolves modules by the names of all files. */
  get usesList(): boolean {
    return this.#resolutions?.list !== undefined;
  }

  /** Stored target of a specifier, if it is still valid. */
  resolution(from: string, specifier: string): string | undefined {
    return this.isValid ? this.#answers.get(from)?.get(specifier) : undefined;
  }

  /** Answers that are still valid, by file. */
  get resolutions(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    return this.isValid ? this.#answers : new Map();
  }

  /** Import resolution of the earlier run, if it is still valid. */
  get heldResolutions(): StoredResolutions | undefined {
    return this.isValid ? this.#resolutions : undefined;
  }

  /** Whether an import of the file has another target than before. */
  hasMoved(file: string, ask: (specifier: string) => Resolution): boolean {
    if (this.isValid) return false;
    return [...(this.#answers.get(file) ?? [])].some(
      ([specifier, answer]) => encodeResolution(ask(specifier)) !== answer,
    );
  }

  /**
   * Whether all dependencies of the resolved imports are unchanged. If resolution recorded notes, it is repeated: other
   * questions in this run may not produce the same notes.
   */
  get isValid(): boolean {
    if (this.#isValid !== undefined) return this.#isValid;
    const stored = this.#resolutions;
    const { root } = this.#tree;
    this.#isValid =
      stored !== undefined &&
      stored.notes.length + stored.unread.length === 0 &&
      areResolutionsValid(stored, this.#tree, (probe) => probe.areAnswersUnchanged(absolute(stored, root)));
    return this.#isValid;
  }
}

/**
 * Whether all dependencies of the resolved imports are unchanged. `areAnswersUnchanged`: asks the disk again if its
 * answers are not known to be unchanged.
 */
export function areResolutionsValid(
  { id, list, sums }: StoredGist,
  { root, files, probe, isSame }: TreeState,
  areAnswersUnchanged: (probe: FileProbe) => boolean,
): boolean {
  if (list !== undefined && list !== digestOfNames(files)) return false;
  const compared = probe.comparisonProbe;
  if (isSame?.(id, compared) !== true && !areAnswersUnchanged(compared)) return false;
  return sums.every(([name, digest]) => {
    const folder = resolve(root, name);
    findWorkspaces(folder, compared);
    return compared.sumOf(folder) === digest;
  });
}

/** The name of a path in a part. */
export function keptName(root: string, path: string): string {
  return path.startsWith(root + sep) ? path.slice(root.length + 1) : relative(root, path);
}

function readUses(
  { facts, texts, questions }: StoredDependencies,
  names: readonly string[],
  asked: readonly Question[],
): Dependencies {
  return { facts: pick(names, facts), texts: pick(names, texts), questions: pick(asked, questions) };
}

/** The stored shape guarantees that each place is one of the list. */
function pick<T>(all: readonly T[], places: readonly number[] = []): readonly T[] {
  return places.map((place) => all[place] as T);
}

/** `place`: index of a file in the program of the analysis. */
export function writeUses(
  { facts, texts, questions }: Dependencies,
  place: (file: string) => number,
  numbered: Numbered<Question>,
): StoredDependencies {
  // The digests of these files prove the answers.
  for (const question of questions) proofOf(question)?.forEach(place);
  const all: Required<StoredDependencies> = {
    facts: facts.map(place),
    texts: texts.map(place),
    questions: questions.map(numbered.place),
  };
  return Object.fromEntries(Object.entries(all).filter(([, places]) => places.length > 0));
}

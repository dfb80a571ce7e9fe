import { count } from '../core/lib/wording.js';
import { LineIndex } from '../core/lib/line-index.js';
import type { CallSelection } from '../select/select-calls.js';
import type { ClientModel } from '../core/model/client-model.js';
import type { Catalogue } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import { NOTHING_ANALYSED } from '../core/model/finding.js';
import type { SkippedCalls, FileAnalysis, Finding, SentCall, UnresolvedSite } from '../core/model/finding.js';
import type { ModuleReader } from '../core/model/module-reader.js';
import type { Place } from '../core/model/span.js';
import type { LanguageProgram } from './language-program.js';
import type { PreparedScan } from './prepare-scan.js';
import type { ScanProgress } from './scan-options.js';
import type { SourceStore } from './source-store.js';
import { setCurrentFile } from './steps.js';
import type { Steps } from './steps.js';

interface AnalyseContext {
  readonly catalogue: Catalogue;
  readonly modules: ModuleReader;
  readonly language: LanguageId;
  readonly clients?: readonly ClientModel[];
  readonly selection?: CallSelection;
  /** Polled during an analysis, which ends early on true. */
  readonly isStopped?: () => boolean;
}

/** Creates a function that analyses the files of one program, by name. */
export type CreateAnalyser = (context: AnalyseContext) => (file: string) => FileAnalysis;

export interface AnalyseInput {
  readonly createAnalyser: CreateAnalyser;
  readonly catalogue: Catalogue;
  readonly clients?: readonly ClientModel[] | undefined;
  /** Files to analyse; default all candidates. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Results that are still valid, by file. */
  readonly known?: ReadonlyMap<string, FileAnalysis> | undefined;
  /** Whether only findings are wanted, so that callers in other files need not complete unresolved requests. */
  readonly onlyFindings?: boolean | undefined;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

export interface Analysed {
  /** Analyses by file, sorted by file name. */
  readonly byFile: ReadonlyMap<string, FileAnalysis>;
  /** Analyses before requests in other files remove findings; a later scan can reuse them. */
  readonly reusableAnalyses: ReadonlyMap<string, FileAnalysis>;
  /** Requests to the API whose operation no caller in any file completes. */
  readonly unresolved: readonly UnresolvedSite[];
}

/** Analyses the wanted files of a prepared scan, and yields after each file. */
export function* analyseEach(prepared: PreparedScan, input: AnalyseInput): Steps<ReadonlyMap<string, FileAnalysis>> {
  return yield* analyseWanted(prepared, input, createFileAnalyser(prepared, input));
}

type FileAnalyser = (file: string) => FileAnalysis;

function createFileAnalyser(prepared: PreparedScan, input: AnalyseInput): FileAnalyser {
  const analysers = prepared.programs.map((program) => createProgramAnalyser(program, prepared, input));
  return (file) => input.known?.get(file) ?? mergeAnalyses(analysers.flatMap((analyse) => analyse(file) ?? []));
}

function isWanted(file: string, { isInShard }: PreparedScan, { only }: AnalyseInput): boolean {
  return isInShard(file) && (only === undefined || only.has(file));
}

function* analyseWanted(
  prepared: PreparedScan,
  input: AnalyseInput,
  analyseFile: FileAnalyser,
): Steps<ReadonlyMap<string, FileAnalysis>> {
  const { allowance, skips } = prepared;
  const wantedFiles = prepared.candidates.filter((file) => isWanted(file, prepared, input));
  const byFile = new Map<string, FileAnalysis>();
  for (const [index, file] of wantedFiles.entries()) {
    input.onProgress?.({ phase: 'analyse', done: index, total: wantedFiles.length });
    if (!allowance.isSpent()) byFile.set(file, analyseFile(file));
    // If the allowance ran out during the analysis, its result is partial.
    if (allowance.stopped !== undefined) skips.add('stopped', file);
    yield;
  }
  return byFile;
}

/** Analyses the wanted files, and completes their requests by callers in other files. */
export function* analyseFiles(prepared: PreparedScan, input: AnalyseInput): Steps<Analysed> {
  const { allowance } = prepared;
  const analyseFile = createFileAnalyser(prepared, input);
  const byFile = yield* analyseWanted(prepared, input, analyseFile);
  const completedPlaces = new Set<string>();
  const noteCompleted = (analysis: FileAnalysis): void => {
    for (const place of analysis.completed) completedPlaces.add(placeKey(place));
  };
  for (const analysis of byFile.values()) noteCompleted(analysis);
  const sites = [...byFile.values()].flatMap((analysis) => analysis.unresolved);
  const isOpen = (site: UnresolvedSite): boolean => !completedPlaces.has(placeKey(site.at));
  const otherAnalyses = new Map<string, FileAnalysis>();
  if (prepared.candidates.some((file) => !isWanted(file, prepared, input))) {
    // A call in a candidate that is not wanted may complete a request in a wrapper, or use an address.
    const openFiles = input.onlyFindings === true ? [] : sites.filter(isOpen).map((site) => site.at.file);
    const addressFiles = [...byFile].flatMap(([file, { findings }]) => (findings.some(isUnusedAddress) ? [file] : []));
    const incomplete = new Set([...openFiles, ...addressFiles]);
    const callers: ReadonlySet<string> = incomplete.size === 0 ? incomplete : prepared.affectedBy([...incomplete]);
    for (const file of prepared.candidates) {
      if (byFile.has(file) || !callers.has(file) || allowance.isSpent()) continue;
      const analysis = analyseFile(file);
      otherAnalyses.set(file, analysis);
      noteCompleted(analysis);
      yield;
    }
  }
  const remainingAnalyses = withoutUsedAddresses(byFile, otherAnalyses, prepared.store);
  return { byFile: remainingAnalyses, reusableAnalyses: byFile, unresolved: sites.filter(isOpen) };
}

/** Whether a finding is of an address that no request in its file uses. */
function isUnusedAddress({ evidence }: Finding): boolean {
  return evidence.site === 'loose';
}

/**
 * Removes findings of an address that a request in another file uses, so that only the finding of the request remains.
 * A possible request, or one in a test, removes nothing.
 */
function withoutUsedAddresses(
  byFile: ReadonlyMap<string, FileAnalysis>,
  otherAnalyses: ReadonlyMap<string, FileAnalysis>,
  { kinds }: SourceStore,
): ReadonlyMap<string, FileAnalysis> {
  const analysesWithAddresses = [...byFile].filter(([, { findings }]) => findings.some(isUnusedAddress));
  if (analysesWithAddresses.length === 0) return byFile;
  const addressFiles = new Set(analysesWithAddresses.map(([file]) => file));
  const usedAddresses = new Set<string>();
  for (const { findings } of [...byFile.values(), ...otherAnalyses.values()])
    for (const { at, causedAt, confidence, deprecation, evidence } of findings) {
      if (evidence.site === 'loose' || confidence === 'possible' || kinds.isTest(at.file)) continue;
      for (const place of [...(causedAt === undefined ? [] : [causedAt]), ...evidence.steps.map((step) => step.at)])
        if (place.file !== at.file && addressFiles.has(place.file))
          usedAddresses.add(`${deprecation} ${placeKey(place)}`);
    }
  if (usedAddresses.size === 0) return byFile;
  const isUsed = (finding: Finding): boolean =>
    isUnusedAddress(finding) &&
    finding.evidence.steps.some(
      ({ kind, at }) =>
        (kind === 'literal' || kind === 'constant') && usedAddresses.has(`${finding.deprecation} ${placeKey(at)}`),
    );
  const remaining = new Map(byFile);
  for (const [file, analysis] of analysesWithAddresses) {
    const findings = analysis.findings.filter((finding) => !isUsed(finding));
    if (findings.length < analysis.findings.length) remaining.set(file, { ...analysis, findings });
  }
  return remaining;
}

/** Returns an analyser of the files of one program, created on first use; it returns undefined for other files. */
function createProgramAnalyser(
  program: LanguageProgram,
  { allowance, store }: PreparedScan,
  { createAnalyser, catalogue, clients }: AnalyseInput,
): (file: string) => FileAnalysis | undefined {
  const { language, cache } = program;
  const candidates = new Set(program.candidates);
  const createWith = (inputs: Pick<AnalyseContext, 'modules' | 'selection'>): ReturnType<CreateAnalyser> =>
    withLines(
      createAnalyser({
        catalogue,
        language: language.id,
        isStopped: () => allowance.isSpent(),
        ...inputs,
        ...(clients === undefined ? {} : { clients }),
      }),
      store,
    );
  let analyse: ReturnType<CreateAnalyser> | undefined;
  const createUncached = (): ReturnType<CreateAnalyser> => {
    const { modules, selection } = program;
    return createWith({ modules, selection });
  };
  const memoisedAnalyser = (): ReturnType<CreateAnalyser> =>
    (analyse ??= cache?.analyser(program, createWith) ?? createUncached());
  return (file) => {
    if (!candidates.has(file)) return undefined;
    setCurrentFile(file);
    const analysis = analyseSafely(file, () => memoisedAnalyser()(file), store);
    store.release(file, language.id);
    return analysis;
  };
}

/** Adds the lines of sent calls to each analysis, so that a cached analysis needs no text. */
function withLines(analyse: (file: string) => FileAnalysis, store: SourceStore): (file: string) => FileAnalysis {
  return (file) => {
    const analysis = analyse(file);
    if (analysis.sent === undefined) return analysis;
    const index = new LineIndex(store.text(file) ?? '');
    const sent = analysis.sent.map(([span, destination, client]): SentCall => {
      const { start, end } = index.range(span);
      return [span, destination, client, [start.line, end.line]];
    });
    return { ...analysis, sent };
  };
}

type Mergers<T> = { readonly [K in keyof T]-?: (left: T[K], right: T[K]) => T[K] };

/** Merges each result of a file with the same result for another language of the file. */
const MERGERS: Mergers<FileAnalysis> = {
  findings: concatLists,
  unresolved: concatLists,
  completed: concatLists,
  sites: add,
  resolved: add,
  deprecated: add,
  unknownTarget: add,
  sent: concatLists,
  withheld: add,
  lost: concatLists,
  unknownSdks: concatLists,
  sdkCalls: concatLists,
  limits: concatLists,
  cut: mergeSkippedCalls,
  left: mergeSkippedCalls,
};

/** Merges the analyses of one file in each of its languages. */
function mergeAnalyses(analyses: readonly FileAnalysis[]): FileAnalysis {
  const [first, ...others] = analyses;
  if (first === undefined) return NOTHING_ANALYSED;
  return others.reduce((merged, next) => mergeFields(MERGERS, merged, next), first);
}

function mergeFields<T extends object>(mergers: Mergers<T>, a: T, b: T): T {
  const keys = Object.keys(mergers) as (keyof T & string)[];
  return Object.fromEntries(keys.map((key) => [key, mergers[key](a[key], b[key])])) as T;
}

function concatLists<T>(a: readonly T[] = [], b: readonly T[] = []): readonly T[] {
  return [...a, ...b];
}

function add(a = 0, b = 0): number {
  return a + b;
}

/** Merges the calls that were cut off or left out in two languages of a file. */
function mergeSkippedCalls<T extends SkippedCalls>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { ...a, calls: a.calls + b.calls, from: Math.min(a.from, b.from) };
}

function placeKey(place: Place): string {
  return `${place.span[0]}:${place.span[1]}:${place.file}`;
}

/** Sentence with the reason, the number and the first line of the calls that were left out. */
function leftOutSentence({ calls, from, why }: NonNullable<FileAnalysis['left']>, text: string): string {
  if (calls === 0) return why;
  const { line } = new LineIndex(text).range([from, from]).start;
  const were = calls === 1 ? 'was' : 'were';
  return `${why}; ${count(calls, 'call')} from line ${String(line)} on ${were} not looked at`;
}

function analyseSafely(file: string, analyse: () => FileAnalysis, store: SourceStore): FileAnalysis {
  try {
    const analysis = analyse();
    if (analysis.left !== undefined)
      store.recordFailure(file, new Error(leftOutSentence(analysis.left, store.text(file) ?? '')));
    return analysis;
  } catch (error) {
    store.recordFailure(file, error);
    return NOTHING_ANALYSED;
  }
}

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
import { workOn } from './steps.js';
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
  readonly isFindingsOnly?: boolean | undefined;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

export interface Analysed {
  /** Analyses by file, sorted by name. */
  readonly byFile: ReadonlyMap<string, FileAnalysis>;
  /** Analyses of each file, unaffected by other files, which a later scan can reuse. */
  readonly ownResults: ReadonlyMap<string, FileAnalysis>;
  /** Requests to the API whose operation no caller in any file completes. */
  readonly unresolved: readonly UnresolvedSite[];
}

/** Analyses the wanted files of a prepared scan. Yields after each. */
export function* analyseEach(prepared: PreparedScan, input: AnalyseInput): Steps<ReadonlyMap<string, FileAnalysis>> {
  return yield* analyseWanted(prepared, input, runnerOf(prepared, input));
}

type Run = (file: string) => FileAnalysis;

function runnerOf(prepared: PreparedScan, input: AnalyseInput): Run {
  const analysers = prepared.programs.map((program) => analyserOf(program, prepared, input));
  return (file) => input.known?.get(file) ?? mergeAnalyses(analysers.flatMap((analyse) => analyse(file) ?? []));
}

function isWanted(file: string, { inShard }: PreparedScan, { only }: AnalyseInput): boolean {
  return inShard(file) && (only === undefined || only.has(file));
}

function* analyseWanted(
  prepared: PreparedScan,
  input: AnalyseInput,
  run: Run,
): Steps<ReadonlyMap<string, FileAnalysis>> {
  const { allowance, skips } = prepared;
  const wanted = prepared.candidates.filter((file) => isWanted(file, prepared, input));
  const byFile = new Map<string, FileAnalysis>();
  for (const [index, file] of wanted.entries()) {
    input.onProgress?.({ phase: 'analyse', done: index, total: wanted.length });
    if (!allowance.isSpent()) byFile.set(file, run(file));
    // If the allowance ran out meanwhile, the result is partial.
    if (allowance.stopped !== undefined) skips.add('stopped', file);
    yield;
  }
  return byFile;
}

/** Analyses the wanted files, and completes their requests by callers in other files. */
export function* analyseFiles(prepared: PreparedScan, input: AnalyseInput): Steps<Analysed> {
  const { allowance } = prepared;
  const run = runnerOf(prepared, input);
  const byFile = yield* analyseWanted(prepared, input, run);
  const completed = new Set<string>();
  const complete = (analysis: FileAnalysis): void => {
    for (const place of analysis.completed) completed.add(placeKey(place));
  };
  for (const analysis of byFile.values()) complete(analysis);
  const sites = [...byFile.values()].flatMap((analysis) => analysis.unresolved);
  const isOpen = (site: UnresolvedSite): boolean => !completed.has(placeKey(site.at));
  const outside = new Map<string, FileAnalysis>();
  if (prepared.candidates.some((file) => !isWanted(file, prepared, input))) {
    // A request in a wrapper may be completed, and an address may be used, by a call in a file outside of the scan.
    const open = input.isFindingsOnly === true ? [] : sites.filter(isOpen).map((site) => site.at.file);
    const unused = [...byFile].flatMap(([file, { findings }]) => (findings.some(isUnusedAddress) ? [file] : []));
    const incomplete = new Set([...open, ...unused]);
    const callers: ReadonlySet<string> = incomplete.size === 0 ? incomplete : prepared.affectedBy([...incomplete]);
    for (const file of prepared.candidates) {
      if (byFile.has(file) || !callers.has(file) || allowance.isSpent()) continue;
      const analysis = run(file);
      outside.set(file, analysis);
      complete(analysis);
      yield;
    }
  }
  const remaining = withoutUsedAddresses(byFile, outside, prepared.store);
  return { byFile: remaining, ownResults: byFile, unresolved: sites.filter(isOpen) };
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
  outside: ReadonlyMap<string, FileAnalysis>,
  { kinds }: SourceStore,
): ReadonlyMap<string, FileAnalysis> {
  const unused = [...byFile].filter(([, { findings }]) => findings.some(isUnusedAddress));
  if (unused.length === 0) return byFile;
  const addressFiles = new Set(unused.map(([file]) => file));
  const used = new Set<string>();
  for (const { findings } of [...byFile.values(), ...outside.values()])
    for (const { at, causedAt, confidence, deprecation, evidence } of findings) {
      if (evidence.site === 'loose' || confidence === 'possible' || kinds.isTest(at.file)) continue;
      for (const place of [...(causedAt === undefined ? [] : [causedAt]), ...evidence.steps.map((step) => step.at)])
        if (place.file !== at.file && addressFiles.has(place.file)) used.add(`${deprecation} ${placeKey(place)}`);
    }
  if (used.size === 0) return byFile;
  const isUsed = (finding: Finding): boolean =>
    isUnusedAddress(finding) &&
    finding.evidence.steps.some(
      ({ kind, at }) =>
        (kind === 'literal' || kind === 'constant') && used.has(`${finding.deprecation} ${placeKey(at)}`),
    );
  const remaining = new Map(byFile);
  for (const [file, analysis] of unused) {
    const findings = analysis.findings.filter((finding) => !isUsed(finding));
    if (findings.length < analysis.findings.length) remaining.set(file, { ...analysis, findings });
  }
  return remaining;
}

/** Returns an analyser of the files of one program, created with the first file; undefined for other files. */
function analyserOf(
  program: LanguageProgram,
  { allowance, store }: PreparedScan,
  { createAnalyser, catalogue, clients }: AnalyseInput,
): (file: string) => FileAnalysis | undefined {
  const { language, cache } = program;
  const candidates = new Set(program.candidates);
  const make = (inputs: Pick<AnalyseContext, 'modules' | 'selection'>): ReturnType<CreateAnalyser> =>
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
  const create = (): ReturnType<CreateAnalyser> => {
    const { modules, selection } = program;
    return make({ modules, selection });
  };
  const analyser = (): ReturnType<CreateAnalyser> => (analyse ??= cache?.analyser(program, make) ?? create());
  return (file) => {
    if (!candidates.has(file)) return undefined;
    workOn(file);
    const analysis = analyseSafely(file, () => analyser()(file), store);
    store.release(file, language.id);
    return analysis;
  };
}

/** Adds the lines of sent calls to each analysis, so that a cached one needs no text. */
function withLines(analyse: (file: string) => FileAnalysis, store: SourceStore): (file: string) => FileAnalysis {
  return (file) => {
    const analysis = analyse(file);
    if (analysis.sent === undefined) return analysis;
    const index = new LineIndex(store.text(file) ?? '');
    const sent = analysis.sent.map(([span, to, client]): SentCall => {
      const { start, end } = index.range(span);
      return [span, to, client, [start.line, end.line]];
    });
    return { ...analysis, sent };
  };
}

type Mergers<T> = { readonly [K in keyof T]-?: (left: T[K], right: T[K]) => T[K] };

/** Merges each result of a file with that for another language of the file. */
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
  const [only, ...others] = analyses;
  if (only === undefined) return NOTHING_ANALYSED;
  return others.reduce((sum, more) => mergeFields(MERGERS, sum, more), only);
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

/** Calls that were cut off or left out in one of the languages of a file, or in both. */
function mergeSkippedCalls<T extends SkippedCalls>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { ...a, calls: a.calls + b.calls, from: Math.min(a.from, b.from) };
}

function placeKey(place: Place): string {
  return `${place.span[0]}:${place.span[1]}:${place.file}`;
}

/** Number and places of the calls that were left out, and the reason. */
function sentenceOf({ calls, from, why }: NonNullable<FileAnalysis['left']>, text: string): string {
  if (calls === 0) return why;
  const { line } = new LineIndex(text).range([from, from]).start;
  const were = calls === 1 ? 'was' : 'were';
  return `${why}; ${count(calls, 'call')} from line ${String(line)} on ${were} not looked at`;
}

function analyseSafely(file: string, run: () => FileAnalysis, store: SourceStore): FileAnalysis {
  try {
    const analysis = run();
    if (analysis.left !== undefined) store.giveUp(file, new Error(sentenceOf(analysis.left, store.text(file) ?? '')));
    return analysis;
  } catch (error) {
    store.giveUp(file, error);
    return NOTHING_ANALYSED;
  }
}

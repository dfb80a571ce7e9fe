import { count } from '../core/lib/wording.js';
import { LineIndex } from '../core/lib/line-index.js';
import type { CallSelection } from '../select/select-calls.js';
import type { ClientModel } from '../core/model/client-model.js';
import type { Catalogue } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import { NOTHING_ANALYSED } from '../core/model/finding.js';
import type { CallsApart, FileAnalysis, Finding, SentCall, UnresolvedSite } from '../core/model/finding.js';
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
  /** Called now and then inside an analysis, which ends early on true. */
  readonly isStopped?: () => boolean;
}

/** Creates the analyser of the files of one program, by their names. */
export type CreateAnalyser = (context: AnalyseContext) => (file: string) => FileAnalysis;

export interface AnalyseInput {
  readonly createAnalyser: CreateAnalyser;
  readonly catalogue: Catalogue;
  readonly clients?: readonly ClientModel[] | undefined;
  /** Only these files; default all that can give something. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Results that are still valid, by file. */
  readonly known?: ReadonlyMap<string, FileAnalysis> | undefined;
  /** Whether only findings are wanted: callers elsewhere need not complete unresolved requests. */
  readonly isFindingsOnly?: boolean | undefined;
  readonly onProgress?: ((progress: ScanProgress) => void) | undefined;
}

export interface Analysed {
  /** By file, in the order of names. */
  readonly byFile: ReadonlyMap<string, FileAnalysis>;
  /** The results of each file without other files: the part that a later scan can reuse. */
  readonly alone: ReadonlyMap<string, FileAnalysis>;
  /** Requests to the API whose operation no file completes. */
  readonly unresolved: readonly UnresolvedSite[];
}

/** Analyses the wanted files of a prepared scan. Yields after each. */
export function* analyseEach(prepared: PreparedScan, input: AnalyseInput): Steps<ReadonlyMap<string, FileAnalysis>> {
  return yield* analyseWanted(prepared, input, runnerOf(prepared, input));
}

type Run = (file: string) => FileAnalysis;

function runnerOf(prepared: PreparedScan, input: AnalyseInput): Run {
  const analysers = prepared.programs.map((program) => analyserOf(program, prepared, input));
  return (file) => input.known?.get(file) ?? together(analysers.flatMap((analyse) => analyse(file) ?? []));
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
  const beside = new Map<string, FileAnalysis>();
  if (prepared.candidates.some((file) => !isWanted(file, prepared, input))) {
    // A request in a wrapper may be completed, and an address may be used, by a call in a file outside of the scan.
    const open = input.isFindingsOnly === true ? [] : sites.filter(isOpen).map((site) => site.at.file);
    const loose = [...byFile].flatMap(([file, { findings }]) => (findings.some(isLoose) ? [file] : []));
    const asked = new Set([...open, ...loose]);
    const callers: ReadonlySet<string> = asked.size === 0 ? asked : prepared.affectedBy([...asked]);
    for (const file of prepared.candidates) {
      if (byFile.has(file) || !callers.has(file) || allowance.isSpent()) continue;
      const analysis = run(file);
      beside.set(file, analysis);
      complete(analysis);
      yield;
    }
  }
  const left = withoutUsedAddresses(byFile, beside, prepared.store);
  return { byFile: left, alone: byFile, unresolved: sites.filter(isOpen) };
}

/** Whether an address is only written: no request with it was found in its file. */
function isLoose({ evidence }: Finding): boolean {
  return evidence.site === 'loose';
}

/**
 * The analyses without findings on an address that a request in another file uses: only the finding of the request
 * remains. A request that is less sure, or in a test alone, removes nothing.
 */
function withoutUsedAddresses(
  byFile: ReadonlyMap<string, FileAnalysis>,
  beside: ReadonlyMap<string, FileAnalysis>,
  { kinds }: SourceStore,
): ReadonlyMap<string, FileAnalysis> {
  const loose = [...byFile].filter(([, { findings }]) => findings.some(isLoose));
  if (loose.length === 0) return byFile;
  const meant = new Set(loose.map(([file]) => file));
  const used = new Set<string>();
  for (const { findings } of [...byFile.values(), ...beside.values()])
    for (const { at, causedAt, confidence, deprecation, evidence } of findings) {
      if (evidence.site === 'loose' || confidence === 'possible' || kinds.isTest(at.file)) continue;
      for (const place of [...(causedAt === undefined ? [] : [causedAt]), ...evidence.steps.map((step) => step.at)])
        if (place.file !== at.file && meant.has(place.file)) used.add(`${deprecation} ${placeKey(place)}`);
    }
  if (used.size === 0) return byFile;
  const isUsed = (finding: Finding): boolean =>
    isLoose(finding) &&
    finding.evidence.steps.some(
      ({ kind, at }) =>
        (kind === 'literal' || kind === 'constant') && used.has(`${finding.deprecation} ${placeKey(at)}`),
    );
  const left = new Map(byFile);
  for (const [file, analysis] of loose) {
    const findings = analysis.findings.filter((finding) => !isUsed(finding));
    if (findings.length < analysis.findings.length) left.set(file, { ...analysis, findings });
  }
  return left;
}

/** Analyses the files of one program; undefined for files of another. Created with the first file. */
function analyserOf(
  program: LanguageProgram,
  { allowance, store }: PreparedScan,
  { createAnalyser, catalogue, clients }: AnalyseInput,
): (file: string) => FileAnalysis | undefined {
  const { language, cache } = program;
  const own = new Set(program.candidates);
  const make = (asked: Pick<AnalyseContext, 'modules' | 'selection'>): ReturnType<CreateAnalyser> =>
    withLines(
      createAnalyser({
        catalogue,
        language: language.id,
        isStopped: () => allowance.isSpent(),
        ...asked,
        ...(clients === undefined ? {} : { clients }),
      }),
      store,
    );
  let analyse: ReturnType<CreateAnalyser> | undefined;
  const made = (): ReturnType<CreateAnalyser> => {
    const { modules, selection } = program;
    return make({ modules, selection });
  };
  const analyser = (): ReturnType<CreateAnalyser> => (analyse ??= cache?.analyser(program, make) ?? made());
  return (file) => {
    if (!own.has(file)) return undefined;
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

type Joins<T> = { readonly [K in keyof T]-?: (one: T[K], other: T[K]) => T[K] };

/** Each result of a file, joined with that of another of its languages. */
const JOINS: Joins<FileAnalysis> = {
  findings: lists,
  unresolved: lists,
  completed: lists,
  sites: numbers,
  resolved: numbers,
  deprecated: numbers,
  unknownTarget: numbers,
  sent: lists,
  withheld: numbers,
  lost: lists,
  unknownSdks: lists,
  sdkCalls: lists,
  limits: lists,
  cut: callsApart,
  left: callsApart,
};

/** Merges the analyses of one file in each of its languages. */
function together(analyses: readonly FileAnalysis[]): FileAnalysis {
  const [only, ...others] = analyses;
  if (only === undefined) return NOTHING_ANALYSED;
  return others.reduce((sum, more) => joined(JOINS, sum, more), only);
}

function joined<T extends object>(joins: Joins<T>, one: T, other: T): T {
  const keys = Object.keys(joins) as (keyof T & string)[];
  return Object.fromEntries(keys.map((key) => [key, joins[key](one[key], other[key])])) as T;
}

function lists<T>(one: readonly T[] = [], other: readonly T[] = []): readonly T[] {
  return [...one, ...other];
}

function numbers(one = 0, other = 0): number {
  return one + other;
}

/** Calls that were cut off or left out in one of the languages of a file, or in both. */
function callsApart<T extends CallsApart>(one: T | undefined, other: T | undefined): T | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { ...one, calls: one.calls + other.calls, from: Math.min(one.from, other.from) };
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

import { isOverflow, TOO_DEEP } from '../core/lib/bounds.js';
import { work } from '../core/lib/work.js';
import { NOTHING_ANALYSED } from '../core/model/finding.js';
import type { SkippedCalls, FileAnalysis, Finding, UnresolvedSite } from '../core/model/finding.js';
import { MISSING_SOURCE } from '../core/model/module-reader.js';
import type { Place } from '../core/model/span.js';
import { selectCalls } from '../select/select-calls.js';
import { CHECKS } from './all-checks.js';
import type { CheckOptions, FileCheck, FileView } from './checks/check.js';
import { createFinder } from './finder.js';
import type { FinderParts } from './finder.js';
import { MockedRequests, lowerIfCallersUnknown, neverRun, lowerIfChanged } from './judge/after-checks.js';
import { lowerIfWrittenElsewhere } from './judge/written-elsewhere.js';
import { Coverage, sdkCalls, unknownSdks } from './judge/coverage.js';
import { withFingerprints, withoutForwardingCalls, siteWithoutSecrets, withoutSecrets } from './judge/finding.js';
import { CallSite, SiteView } from './judge/site-view.js';
import { traceOf } from './judge/trace.js';
import { passedObjects } from './requests/calling/site.js';
import type { SiteFinder } from './requests/calling/site.js';
import { REASON } from './values/reasons.js';
import type { Part } from './values/value.js';
import { testDoubleSites } from './requests/unknown/test-doubles.js';

export interface AnalyseOptions extends FinderParts, CheckOptions {}

/** Finds the requests of deprecated operations in a file, by its name. */
export type Analyser = (file: string) => FileAnalysis;

/**
 * Analyses files of one program, which share memoised results about its modules. The result of a file depends on facts,
 * module answers, catalogue, clients and options alone, not on the files analysed before it.
 */
export function createAnalyser(options: AnalyseOptions): Analyser {
  return analyserOf(createFinder(options, options.completesAll === true ? dependsOnCallers : mayComplete), options);
}

/** Analyses files with an existing site finder. */
export function analyserOf(finder: SiteFinder, options: CheckOptions): Analyser {
  const { program } = finder.evaluator;
  return (file) => {
    const context = program.context(file);
    if (context === undefined) return NOTHING_ANALYSED;
    work.filesAnalysed++;
    program.begin(context.length);
    finder.releaseFileData();
    const selected =
      options.selection === undefined
        ? undefined
        : selectCalls(context.facts, options.selection, program.modules.reached?.(file)?.calls.keys());
    return analyseFile({ finder, context, options, selected, used: new Set(), sent: new Set() });
  };
}

/** Whether callers decide a part of a request that one of the checks examines. */
export function mayComplete(site: SiteView): boolean {
  return CHECKS.some((check) => check.mayComplete?.(site) === true);
}

/** Whether callers decide a piece of the URL of a request, even if no check examines it. */
function dependsOnCallers(site: SiteView): boolean {
  const isOpenParameter = (part: Part): boolean => part.kind === 'hole' && part.parameter !== undefined;
  return site.site.urls.some((url) => url.some(isOpenParameter)) || mayComplete(site);
}

function analyseFile(file: FileView): FileAnalysis {
  const checks = CHECKS.flatMap((check) => check.begin(file) ?? []);
  const { program } = file.finder.evaluator;
  const coverage = file.options.findingsOnly === true ? undefined : new Coverage(file.finder, file.options.onAddress);
  const findings: Finding[] = [];
  const neverSent: UnresolvedSite[] = [];
  const testDoubleAnswers = new MockedRequests();
  const addFindings = (found: Iterable<Finding> = []): void => {
    for (const finding of found) {
      if (program.isOver(STEPS_OF.finding)) return;
      const unsentSite = neverRun(file.finder, finding);
      if (unsentSite === undefined)
        findings.push(lowerIfWrittenElsewhere(file.finder, lowerIfCallersUnknown(file.finder.catalogue, finding)));
      else neverSent.push(unsentSite);
    }
  };
  const judgeSites = (sites: readonly CallSite[], isTestDouble: boolean): void => {
    for (const site of sites) {
      if (site.site.ruledOut === true) continue;
      for (const check of checks)
        addFindings(isTestDouble ? check.ofTestDouble?.(site) : lowerIfChanged(site, check.ofSite?.(site) ?? []));
    }
  };
  const unfinishedCalls = examineCalls(file, ({ call, sites, isTestDouble }) => {
    file.options.trace?.(traceOf(call, sites, isTestDouble ? 'test-double' : 'request'));
    const countBefore = findings.length;
    neverSent.length = 0;
    judgeSites(sites, isTestDouble);
    if (isTestDouble) {
      testDoubleAnswers.add(sites);
      coverage?.reach(sites);
    } else {
      const isFound = findings.length > countBefore;
      coverage?.add(sites, isFound, () =>
        isFound ? unknownPartIn(checks, sites) : (neverSent[0] ?? unresolvedFor(checks, sites)),
      );
    }
  });
  neverSent.length = 0;
  for (const check of checks) if (!program.isOver(0)) addFindings(check.ofFile?.());
  const withheld = checks.reduce((sum, check) => sum + (check.omittedCount?.() ?? 0), 0);
  const distinctFindings = withFingerprints(withoutForwardingCalls(findings));
  const amendedFindings = checks.reduce((found, check) => check.amend?.(found) ?? found, distinctFindings);
  const { language } = file.context.facts;
  const reportedFindings = testDoubleAnswers
    .mark(file.context, amendedFindings)
    .map((finding) => ({ ...withoutSecrets(finding), language }));
  if (coverage === undefined) return { ...NOTHING_ANALYSED, findings: reportedFindings, ...unfinishedCalls() };
  coverage.addUnresolved(neverSent);
  const coverageResult = coverage.result(file.context, file.used);
  const sdks = unknownSdks(file.finder, file.context);
  const calls =
    coverageResult.sites + reportedFindings.length + sdks.length === 0 ? sdkCalls(file.finder, file.context) : [];
  return {
    ...coverageResult,
    findings: reportedFindings,
    unresolved: coverageResult.unresolved.map((site) => ({ ...siteWithoutSecrets(site), language })),
    ...(withheld === 0 ? {} : { withheld }),
    ...(sdks.length === 0 ? {} : { unknownSdks: sdks }),
    ...(calls.length === 0 ? {} : { sdkCalls: calls }),
    ...lostImports(file),
    ...unfinishedCalls(),
  };
}

/** Returns a request of a call on which a check cannot decide; else one with a part that its API does not know. */
function unresolvedFor(checks: readonly FileCheck[], sites: readonly CallSite[]): UnresolvedSite | undefined {
  return firstUnresolvedSite(checks, sites, 'unresolved') ?? unknownPartIn(checks, sites);
}

function unknownPartIn(checks: readonly FileCheck[], sites: readonly CallSite[]): UnresolvedSite | undefined {
  return firstUnresolvedSite(checks, sites, 'unknownPart');
}

function firstUnresolvedSite(
  checks: readonly FileCheck[],
  sites: readonly CallSite[],
  question: 'unresolved' | 'unknownPart',
): UnresolvedSite | undefined {
  for (const site of sites) {
    if (site.site.ruledOut === true) continue;
    for (const check of checks) {
      const unresolvedSite = check[question]?.(site);
      if (unresolvedSite !== undefined) return unresolvedSite;
    }
  }
  return undefined;
}

/** Imports of the file that cannot be resolved, except type-only imports. */
function lostImports({ finder, context }: FileView): Pick<FileAnalysis, 'lost'> {
  const { modules } = finder.evaluator.program;
  const { file, imports } = context.facts;
  const specifiers = imports.flatMap(({ specifier, typeOnly }) => {
    const resolution = typeOnly === true ? undefined : modules.resolve(file, specifier);
    return resolution?.kind === 'unresolved' && resolution.reason === MISSING_SOURCE ? [specifier] : [];
  });
  return specifiers.length === 0 ? {} : { lost: [...new Set(specifiers)] };
}

interface CallRequests {
  readonly call: Place;
  /** Empty only for a test double. */
  readonly sites: readonly CallSite[];
  /** Whether a test answers or expects these requests. */
  readonly isTestDouble: boolean;
}

/** Cost in evaluation steps of examining a call, judging one of its requests, and writing a finding. */
const STEPS_OF = { call: 10, site: 90, finding: 80 };

type UnfinishedCalls = Pick<FileAnalysis, 'cut' | 'left'>;

/** Examines the calls of a file, each within its share of the steps; returns a summary of those not fully examined. */
function examineCalls(file: FileView, examine: (requests: CallRequests) => void): () => UnfinishedCalls {
  const { program } = file.finder.evaluator;
  const { calls } = file.context.facts;
  const cutCalls: number[] = [];
  const tooDeepCalls: number[] = [];
  let nextCall = 0;
  for (; nextCall < calls.length && !program.isOver(STEPS_OF.call); nextCall++) {
    try {
      const isComplete = program.withCallBudget(calls.length - nextCall, () => {
        const requests = requestsOf(file, nextCall);
        if (requests !== undefined) examine(requests);
      });
      if (program.isOver(0)) break;
      if (!isComplete) cutCalls.push(nextCall);
    } catch (error) {
      if (!isOverflow(error)) throw error;
      tooDeepCalls.push(nextCall);
    }
  }
  const summaryOf = (indexes: readonly number[]): SkippedCalls => ({
    calls: indexes.length,
    from: calls[indexes[0] ?? 0]?.at[0] ?? 0,
  });
  return () => {
    const remainingCalls = [...calls.keys()].slice(nextCall);
    const steps = program.usedUp;
    const why = steps === undefined ? TOO_DEEP : `more than ${steps.toLocaleString('en')} steps of analysis`;
    const unexamined = [...tooDeepCalls, ...(steps === undefined ? [] : remainingCalls)];
    return {
      ...(cutCalls.length === 0 ? {} : { cut: summaryOf(cutCalls) }),
      ...(unexamined.length === 0 && steps === undefined ? {} : { left: { ...summaryOf(unexamined), why } }),
    };
  };
}

/** Maximum number of requests of one call that are judged: a callee can be any of thousands of functions or classes. */
const MAX_JUDGED = 1000;

/** Returns the requests of a call in a file, and records the objects that they use. */
function requestsOf({ finder, context, options, selected, sent }: FileView, index: number): CallRequests | undefined {
  const call = context.facts.calls[index];
  if (call === undefined) return undefined;
  const at = { file: context.file, span: call.at };
  if (selected?.calls.has(index) === false) {
    options.trace?.({ at, seen: 'left-out', requests: [] });
    return undefined;
  }
  const testDoubles = testDoubleSites(finder, context, call);
  const allSites = testDoubles ?? finder.sitesOf(context, index, undefined);
  const sites = allSites.length > MAX_JUDGED ? allSites.slice(0, MAX_JUDGED) : allSites;
  if (sites !== allSites) finder.evaluator.program.cut(REASON.tooMany);
  if (testDoubles === undefined && sites.length === 0) {
    options.trace?.({ at, seen: 'no-request', requests: [] });
    return undefined;
  }
  if (finder.evaluator.program.isOver(STEPS_OF.site * sites.length)) return undefined;
  for (const object of passedObjects(finder, context, call, sites)) sent.add(object);
  return {
    call: at,
    sites: sites.map((site) => new CallSite(finder, context, index, site)),
    isTestDouble: testDoubles !== undefined,
  };
}

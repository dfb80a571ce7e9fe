import { count } from '../core/lib/wording.js';
import { LineIndex } from '../core/lib/line-index.js';
import { TOO_DEEP } from '../core/lib/bounds.js';
import type { Catalogue } from '../core/model/deprecation.js';
import { CONFIDENCES } from '../core/model/evidence.js';
import type { FileAnalysis, Finding } from '../core/model/finding.js';
import type { TreeOverlay } from '../files/tree-overlay.js';
import { RULES, TOPICS } from '../core/model/rules.js';
import { fixesOf } from './fix/fixes.js';
import { buildReport } from '../report/build-report.js';
import type { HiddenFinding, Report, ReportFinding, ReportSuppression, ReportCoverage } from '../report/report.js';
import type { Analysed } from './analyse-files.js';
import { applyDirectives } from './directives/apply-directives.js';
import type { DirectiveInput, DirectiveNote, DirectiveOutcome } from './directives/apply-directives.js';
import type { PreparedScan } from './prepare-scan.js';
import type { ScanOptions } from './scan-options.js';
import type { SourceStore } from './source-store.js';
import { unreadLimits } from './left-out.js';
import { unreadFiles } from './unread-files.js';
import { requestLedger } from './request-ledger.js';
import { lostImports, lostSentences, unknownSdkSentences, unknownSdkUses } from './unresolved-modules.js';
import { placeFindings } from './place-findings.js';
import { hideSecrets } from '../core/lib/mask-secrets.js';
import { groupBy } from '../core/lib/collections.js';
import { withdrawnIds, withdrawnLimits } from './withdrawn.js';
import { readTool } from '../core/package-files.js';
import { dirname } from 'node:path';
import { languageOf } from '../languages/table.js';
import type { Place, Span } from '../core/model/span.js';
import { Importers } from '../select/importers.js';
import type { ScanModuleReader } from '../select/reach-names.js';
import { exportUses, isScript } from '../files/import-uses.js';
import { toName } from '../files/file-name.js';
import { FileProbe } from '../files/file-probe.js';
import { filesBelow } from '../files/walk.js';
import { importedFile } from './imported-file.js';

/** Settings that decide which findings a report shows, and the day of the report. */
export interface ReportView extends Pick<ScanOptions, 'asOf' | 'minConfidence' | 'ignore' | 'ignored'> {
  /** Omissions before the scan, one sentence each. */
  readonly limits?: readonly string[];
  /** Folder with all possible importers; if set, fixes may change exports. */
  readonly fixAcross?: string;
}

interface FinishOptions extends ReportView {
  /** Files that were to be analysed; default all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Files of the scanned state of the tree that differ from those on disk. */
  readonly overlay?: TreeOverlay;
}

const IGNORED_SUPPRESSION: ReportSuppression = {
  kind: 'external',
  status: 'accepted',
  justification: 'the configuration ignores this deprecation',
  by: 'configuration',
};

/** Builds the report of the analyses, with suppressions by directives. */
export function finishScan(
  prepared: PreparedScan,
  analysed: Analysed,
  options: FinishOptions,
  catalogue: Catalogue,
): { readonly report: Report; readonly placed: readonly Finding[]; readonly directives: readonly DirectiveNote[] } {
  const { allowance, list, store, found, skips, programs, isInShard } = prepared;
  const analyses = [...analysed.byFile.values()];
  const usedSettingsFiles = new Set(programs.flatMap(({ modules }) => [...modules.usedSettingsFiles()]));
  const scannedFiles = new Set(list.files);
  const placed = placeFindings(
    analyses.flatMap((analysis) => analysis.findings),
    (file) => scannedFiles.has(file),
  );
  const withdrawnDeprecations = withdrawnIds(catalogue);
  const reportable = placed.filter(({ deprecation }) => !withdrawnDeprecations.has(deprecation));
  const ignored = new Set(options.ignore);
  const ignoredCount = reportable.filter((finding) => ignored.has(finding.deprecation)).length;
  const foundIgnoredIds = [...ignored].filter((id) => reportable.some(({ deprecation }) => deprecation === id)).sort();
  const threshold = CONFIDENCES.indexOf(options.minConfidence ?? 'probable');
  const isShown = ({ confidence }: Pick<Finding, 'confidence'>): boolean =>
    CONFIDENCES.indexOf(confidence) >= threshold;
  const notIgnored = reportable.filter((finding) => !ignored.has(finding.deprecation));
  const shownCount = (options.ignored === 'mark' ? reportable : notIgnored).filter(isShown).length;
  const vanishedFiles = new Set(found.vanished);
  const unresolvedImports = lostImports(analysed.byFile, isShown);
  const sdkUses = unknownSdkUses(analysed.byFile, catalogue.apis);
  const leadingLimits = [
    ...unknownSdkSentences(sdkUses),
    ...lostSentences(unresolvedImports),
    ...(allowance.stopped === undefined ? [] : [`Stopped ${allowance.stopped}: the report is incomplete.`]),
    ...(options.limits ?? []),
  ];
  const fullReport = buildReport({
    tool: readTool(),
    catalogue,
    asOf: options.asOf,
    coverage: {
      files: list.files.filter((file) => isInShard(file) && !vanishedFiles.has(file)).length,
      read: found.read.filter(isInShard).length,
      parsed: store.parsed,
      syntaxErrors: store.syntaxErrors.filter(isInShard),
      ...countSites(analysed),
      requests: requestLedger({ prepared, byFile: analysed.byFile, catalogue, only: options.only }),
      findings: shownCount,
      belowThreshold: notIgnored.filter((finding) => !isShown(finding)).length,
      skipped: skips.groups(usedSettingsFiles),
      ...(unresolvedImports.length === 0 ? {} : { lostImports: unresolvedImports }),
      ...(sdkUses.length === 0 ? {} : { unknownSdks: sdkUses }),
      limits: [
        ...list.limits,
        ...new Set(programs.flatMap(({ modules }) => modules.limits())),
        ...(programs.every(({ isComplete }) => isComplete)
          ? []
          : ['Very many files import an API client: not all of them were analysed.']),
        ...(ignoredCount === 0
          ? []
          : [
              `${count(ignoredCount, 'finding')} of deprecations that the configuration ignores: ${foundIgnoredIds.join(', ')}.`,
            ]),
        ...withheldLimits(analyses),
        ...withdrawnLimits(catalogue, placed.filter(isShown)),
        ...partialSentences(analysed, store),
      ],
    },
    findings: reportable,
    fixes: fixesOf(reportable, catalogue, {
      textOf: (file) => store.text(file),
      factsOf: (file, language) => (store.isFailed(file) ? undefined : store.facts(file, language)),
      ...(options.fixAcross === undefined ? {} : { usesElsewhere: usesElsewhere(prepared, options.fixAcross) }),
    }),
    unresolved: analysed.unresolved,
    textOf: (file) => store.text(file),
    isTest: (file) => store.kinds.isTest(file),
    isDocument: (file) => store.kinds.isDocument(file),
  });
  const notIgnoredFindings = fullReport.findings.filter(({ deprecation }) => !ignored.has(deprecation));
  const { suppressions, notes } = directiveOutcome(prepared, notIgnoredFindings, options, { catalogue, analysed });
  const findings = (options.ignored === 'mark' ? fullReport.findings : notIgnoredFindings)
    .filter(isShown)
    .map((finding) => {
      const suppression = ignored.has(finding.deprecation)
        ? IGNORED_SUPPRESSION
        : suppressions.get(finding.fingerprint);
      return suppression === undefined ? finding : { ...finding, suppression };
    });
  // Failures are recorded last, because the search for directives parses more files.
  for (const file of store.failed.keys()) skips.add('failed', file);
  const groups = skips.groups(usedSettingsFiles);
  let readFiles: ReadonlySet<string> | undefined;
  const unread = [
    ...unreadFiles(groups, {
      root: store.root,
      kinds: store.kinds,
      overlay: options.overlay,
      catalogue,
      isRead: (name) => (readFiles ??= new Set(found.read)).has(name),
    }),
    ...partlyAnalysed(analysed).map(([file]) => ({ file, reason: 'partly' as const })),
  ];
  const limits = [
    ...leadingLimits,
    ...unreadLimits(groups, unread),
    ...failureLimits(store, isInShard),
    ...fullReport.coverage.limits,
  ].map(hideSecrets);
  const hidden = notIgnoredFindings.filter((finding) => !isShown(finding)).map(hiddenFinding);
  const coverage = { ...fullReport.coverage, skipped: groups, ...(unread.length === 0 ? {} : { unread }), limits };
  return {
    report: { ...fullReport, coverage, findings, ...(hidden.length === 0 ? {} : { hidden }) },
    placed: reportable,
    directives: notes,
  };
}

function hiddenFinding(finding: ReportFinding): HiddenFinding {
  const { file, range, test, deprecation, confidence, method, url } = finding;
  return { file, range, test, deprecation, confidence, method, url };
}

/** Files whose analysis was cut off. */
function partlyAnalysed({ byFile }: Analysed): readonly (readonly [file: string, analysis: FileAnalysis])[] {
  // For files with calls left out, a failure with more details is reported.
  return [...byFile].filter(([, { limits = [], left }]) => limits.length > 0 && left === undefined);
}

/** Sentences about partly resolved files; files with the same reasons share a sentence. */
function partialSentences(analysed: Analysed, store: SourceStore): readonly string[] {
  const byReasons = groupBy(partlyAnalysed(analysed), ([, { limits = [] }]) => limits.join('; '));
  return [...byReasons].map(([reasons, members]) => {
    const cutFiles = members.flatMap(([file, analysis]) =>
      analysis.cut === undefined ? [] : [{ file, ...analysis.cut }],
    );
    const calls = cutFiles.reduce((sum, entry) => sum + entry.calls, 0);
    const [first] = cutFiles;
    const firstPlace = first && `${first.file}:${lineOf(store, first.file, first.from)}`;
    const place = firstPlace === undefined ? '' : ` (${count(calls, 'call')}, the first at ${firstPlace})`;
    const names = members.slice(0, MAX_NAMED).map(([file]) => file);
    const more = members.length > MAX_NAMED ? ` and ${count(members.length - MAX_NAMED, 'other file')}` : '';
    return `${names.join(', ')}${more}: not resolved in full: ${reasons}${place}.`;
  });
}

/** Number of files that a sentence names. */
const MAX_NAMED = 3;

function lineOf(store: SourceStore, file: string, offset: number): string {
  return String(new LineIndex(store.text(file) ?? '').range([offset, offset]).start.line);
}

/** Sentence about uses of infrastructure resources that are not reported because the package version is unknown. */
function withheldLimits(analyses: readonly FileAnalysis[]): readonly string[] {
  const total = analyses.reduce((sum, { withheld = 0 }) => sum + withheld, 0);
  if (total === 0) return [];
  const [uses, are, them] = total === 1 ? ['use', 'is', 'it'] : ['uses', 'are', 'them'];
  return [
    `${total} ${uses} of infrastructure resources ${are} not reported, because the version of the package is not known: \`alsoReport\` with \`resources\` reports ${them}.`,
  ];
}

function directiveOutcome(
  prepared: PreparedScan,
  findings: readonly ReportFinding[],
  options: FinishOptions,
  { catalogue, analysed }: { readonly catalogue: Catalogue; readonly analysed: Analysed },
): ReturnType<typeof applyDirectives> {
  const suppressions = new Map<string, NonNullable<ReportFinding['suppression']>>();
  const notes: DirectiveNote[] = [];
  const analysedFiles = prepared.allowance.stopped === undefined ? options.only : analysed.byFile;
  const directives = prepared.found.directives.filter(prepared.isInShard);
  if (directives.length === 0) return { suppressions, notes };
  const known = new Set([
    ...catalogue.deprecations.map((deprecation) => deprecation.id),
    ...(catalogue.hidden ?? []).map(({ deprecation }) => deprecation.id),
    ...TOPICS.map(({ id }) => id),
    ...RULES,
  ]);
  const byFile = groupBy(findings, ({ file }) => file);
  for (const file of directives) {
    // Only the findings of an analysed file show whether a directive is needed.
    const text = analysedFiles === undefined || analysedFiles.has(file) ? prepared.store.text(file) : undefined;
    if (text === undefined) continue;
    const outcome = applySafely(
      { file, text, findings: byFile.get(file) ?? [], asOf: options.asOf, knownIds: known },
      prepared,
    );
    for (const [fingerprint, suppression] of outcome.suppressions)
      suppressions.set(fingerprint, withoutSecrets(suppression));
    for (const note of outcome.notes) notes.push({ ...note, message: hideSecrets(note.message) });
  }
  return { suppressions, notes };
}

/** Masks secrets in a justification, which may quote code. */
function withoutSecrets(suppression: ReportSuppression): ReportSuppression {
  const { justification } = suppression;
  return justification === undefined ? suppression : { ...suppression, justification: hideSecrets(justification) };
}

/** Applies the directives of a file. Those of an unparsable file suppress nothing, and it is recorded as given up. */
function applySafely(input: Omit<DirectiveInput, 'comments'>, { store }: PreparedScan): DirectiveOutcome {
  try {
    return applyDirectives({ ...input, comments: store.comments(input.file) });
  } catch (error) {
    store.recordFailure(input.file, error);
    return { suppressions: new Map(), notes: [] };
  }
}

/** Sentences about files that were given up, except for too deep nesting, where only their number is reported. */
function failureLimits(store: SourceStore, inShard: (file: string) => boolean): readonly string[] {
  return [...store.failed]
    .filter(([file, reason]) => reason !== TOO_DEEP && inShard(file))
    .map(([file, reason]) => `${file}: not analysed${store.isGivenUp(file) ? '' : ' in full'}: ${reason}.`)
    .sort();
}

type SiteCounts = Pick<ReportCoverage, 'requestSites' | 'sites' | 'resolved' | 'unresolved' | 'addresses'>;

/** Counts request sites by outcome. Sites without another outcome were completed by callers. */
function countSites({ byFile, unresolved }: Analysed): SiteCounts {
  const analyses = [...byFile.values()];
  const sum = (countOf: (analysis: FileAnalysis) => number): number =>
    analyses.reduce((total, analysis) => total + countOf(analysis), 0);
  const requestSites = sum(({ sites }) => sites);
  const resolved = sum((analysis) => analysis.resolved);
  const deprecated = sum((analysis) => analysis.deprecated);
  const unknownTarget = sum((analysis) => analysis.unknownTarget);
  const addresses = unresolved.filter(({ address }) => address === true).length;
  const openSites = unresolved.length - addresses;
  return {
    requestSites,
    sites: {
      deprecated,
      other: resolved - deprecated,
      unresolved: openSites,
      inWrappers: requestSites - resolved - unknownTarget - openSites,
      unknownTarget,
    },
    resolved,
    unresolved: unresolved.length,
    addresses,
  };
}

const JAVASCRIPT = languageOf('javascript');

/** Files below the folder of all possible importers. */
interface Surroundings {
  readonly names: ReadonlySet<string>;
  readonly unscannedImporters: Importers;
}

/**
 * Returns a look-up of the uses of an exported name in other files; `at` is the name in its declaration. The look-up
 * returns undefined where unknown code may use the name: an unscanned file below `top`, a page or component that
 * imports it, or another project.
 */
function usesElsewhere(
  { programs, store, list }: PreparedScan,
  top: string,
): (file: string, at: Span) => readonly Place[] | undefined {
  const modules = programs.find(({ language }) => language === JAVASCRIPT)?.modules;
  const resolve = (from: string, specifier: string): string | undefined => importedFile({ programs }, from, specifier);
  const probe = new FileProbe();
  let surroundings: Surroundings | undefined;
  return (file, at) => {
    if (modules === undefined || !isScript(file)) return undefined;
    surroundings ??= readSurroundings(modules);
    // A file that is scanned through a link has another name.
    if (!surroundings.names.has(file) || surroundings.unscannedImporters.of(file).length > 0 || isPublished(file))
      return undefined;
    const importers = modules.importers(file);
    if (importers.some((name) => !isScript(name) || store.hasSyntaxErrors(name))) return undefined;
    const texts = new Map([file, ...importers].map((name) => [name, store.text(name) ?? '']));
    return exportUses({ file, texts, resolve }, at);
  };

  function readSurroundings(reader: ScanModuleReader): Surroundings {
    const names = (filesBelow(top) ?? []).map((path) => toName(store.root, path));
    const scanned = new Set([...list.files, ...list.perhaps]);
    const hasCode = (name: string): boolean => store.kinds.of(name).some(({ language }) => language === JAVASCRIPT);
    const unscannedImporters = new Importers({
      files: names.filter((name) => !scanned.has(name) && hasCode(name)),
      textOf: (name) => store.peek(name),
      resolve: (from, specifier) => reader.resolve(from, specifier),
      texts: JAVASCRIPT.imports,
    });
    return { names: new Set(names), unscannedImporters };
  }

  /** Whether other projects may import a file from a published package. */
  function isPublished(file: string): boolean {
    for (let folder = dirname(store.pathOf(file)); ; folder = dirname(folder)) {
      const manifest = probe.readJson(`${folder}/package.json`);
      if (manifest !== undefined)
        return manifest['private'] !== true && ['exports', 'main', 'module', 'types'].some((key) => key in manifest);
      if (folder === top || folder === dirname(folder)) return false;
    }
  }
}

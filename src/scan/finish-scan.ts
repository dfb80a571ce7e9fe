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

/** Settings that decide which findings a report shows, and its day. */
export interface View extends Pick<ScanOptions, 'asOf' | 'minConfidence' | 'ignore' | 'ignored'> {
  /** Omissions before the scan, one sentence each. */
  readonly limits?: readonly string[];
  /** Folder with all possible importers; if given, fixes may change exports. */
  readonly fixAcross?: string;
}

interface FinishOptions extends View {
  /** Files that were to be analysed; default all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Files of the scanned state of the tree, where that is not the one on disk. */
  readonly overlay?: TreeOverlay;
}

const IGNORED: ReportSuppression = {
  kind: 'external',
  status: 'accepted',
  justification: 'the configuration ignores this deprecation',
  by: 'configuration',
};

/** Builds the report of the analyses, with suppressions by comments. */
export function finishScan(
  prepared: PreparedScan,
  analysed: Analysed,
  options: FinishOptions,
  catalogue: Catalogue,
): { readonly report: Report; readonly placed: readonly Finding[]; readonly directives: readonly DirectiveNote[] } {
  const { allowance, list, store, found, skips, programs, inShard } = prepared;
  const analyses = [...analysed.byFile.values()];
  const usedSettings = new Set(programs.flatMap(({ modules }) => [...modules.usedSettings()]));
  const scanned = new Set(list.files);
  const placed = placeFindings(
    analyses.flatMap((analysis) => analysis.findings),
    (file) => scanned.has(file),
  );
  const withdrawn = withdrawnIds(catalogue);
  const all = placed.filter(({ deprecation }) => !withdrawn.has(deprecation));
  const ignored = new Set(options.ignore);
  const ignoredCount = all.filter((finding) => ignored.has(finding.deprecation)).length;
  const ignoredFound = [...ignored].filter((id) => all.some(({ deprecation }) => deprecation === id)).sort();
  const threshold = CONFIDENCES.indexOf(options.minConfidence ?? 'probable');
  const isShown = ({ confidence }: Pick<Finding, 'confidence'>): boolean =>
    CONFIDENCES.indexOf(confidence) >= threshold;
  const wanted = all.filter((finding) => !ignored.has(finding.deprecation));
  const shown = (options.ignored === 'mark' ? all : wanted).filter(isShown).length;
  const vanished = new Set(found.vanished);
  const lost = lostImports(analysed.byFile, isShown);
  const sdks = unknownSdkUses(analysed.byFile, catalogue.apis);
  const leading = [
    ...unknownSdkSentences(sdks),
    ...lostSentences(lost),
    ...(allowance.stopped === undefined ? [] : [`Stopped ${allowance.stopped}: the report is incomplete.`]),
    ...(options.limits ?? []),
  ];
  const complete = buildReport({
    tool: readTool(),
    catalogue,
    asOf: options.asOf,
    coverage: {
      files: list.files.filter((file) => inShard(file) && !vanished.has(file)).length,
      read: found.read.filter(inShard).length,
      parsed: store.parsed,
      syntaxErrors: store.syntaxErrors.filter(inShard),
      ...countSites(analysed),
      requests: requestLedger({ prepared, byFile: analysed.byFile, catalogue, only: options.only }),
      findings: shown,
      belowThreshold: wanted.filter((finding) => !isShown(finding)).length,
      skipped: skips.groups(usedSettings),
      ...(lost.length === 0 ? {} : { lostImports: lost }),
      ...(sdks.length === 0 ? {} : { unknownSdks: sdks }),
      limits: [
        ...list.limits,
        ...new Set(programs.flatMap(({ modules }) => modules.limits())),
        ...(programs.every(({ isComplete }) => isComplete)
          ? []
          : ['Very many files import an API client: not all of them were analysed.']),
        ...(ignoredCount === 0
          ? []
          : [
              `${count(ignoredCount, 'finding')} of deprecations that the configuration ignores: ${ignoredFound.join(', ')}.`,
            ]),
        ...withheldLimits(analyses),
        ...withdrawnLimits(catalogue, placed.filter(isShown)),
        ...partialSentences(analysed, store),
      ],
    },
    findings: all,
    fixes: fixesOf(all, catalogue, {
      textOf: (file) => store.text(file),
      factsOf: (file, language) => (store.isFailed(file) ? undefined : store.facts(file, language)),
      ...(options.fixAcross === undefined ? {} : { usesElsewhere: usesElsewhere(prepared, options.fixAcross) }),
    }),
    unresolved: analysed.unresolved,
    textOf: (file) => store.text(file),
    isTest: (file) => store.kinds.isTest(file),
    isDocument: (file) => store.kinds.isDocument(file),
  });
  const ofInterest = complete.findings.filter(({ deprecation }) => !ignored.has(deprecation));
  const { suppressions, notes } = exceptions(prepared, ofInterest, options, { catalogue, analysed });
  const findings = (options.ignored === 'mark' ? complete.findings : ofInterest).filter(isShown).map((finding) => {
    const suppression = ignored.has(finding.deprecation) ? IGNORED : suppressions.get(finding.fingerprint);
    return suppression === undefined ? finding : { ...finding, suppression };
  });
  // Last, because comments are read from files that were not parsed before.
  for (const file of store.failed.keys()) skips.add('failed', file);
  const groups = skips.groups(usedSettings);
  let read: ReadonlySet<string> | undefined;
  const unread = [
    ...unreadFiles(groups, {
      root: store.root,
      kinds: store.kinds,
      overlay: options.overlay,
      catalogue,
      isRead: (name) => (read ??= new Set(found.read)).has(name),
    }),
    ...partlyAnalysed(analysed).map(([file]) => ({ file, reason: 'partly' as const })),
  ];
  const limits = [
    ...leading,
    ...unreadLimits(groups, unread),
    ...failures(store, inShard),
    ...complete.coverage.limits,
  ].map(hideSecrets);
  const hidden = ofInterest.filter((finding) => !isShown(finding)).map(hiddenFinding);
  const coverage = { ...complete.coverage, skipped: groups, ...(unread.length === 0 ? {} : { unread }), limits };
  return {
    report: { ...complete, coverage, findings, ...(hidden.length === 0 ? {} : { hidden }) },
    placed: all,
    directives: notes,
  };
}

function hiddenFinding(finding: ReportFinding): HiddenFinding {
  const { file, range, test, deprecation, confidence, method, url } = finding;
  return { file, range, test, deprecation, confidence, method, url };
}

/** Files whose analysis was cut off. */
function partlyAnalysed({ byFile }: Analysed): readonly (readonly [file: string, analysis: FileAnalysis])[] {
  // Files with calls left out have a more detailed limit.
  return [...byFile].filter(([, { limits = [], left }]) => limits.length > 0 && left === undefined);
}

/** Sentences about partly resolved files; files with the same reasons share one. */
function partialSentences(analysed: Analysed, store: SourceStore): readonly string[] {
  const alike = groupBy(partlyAnalysed(analysed), ([, { limits = [] }]) => limits.join('; '));
  return [...alike].map(([reasons, members]) => {
    const cut = members.flatMap(([file, analysis]) => (analysis.cut === undefined ? [] : [{ file, ...analysis.cut }]));
    const calls = cut.reduce((sum, entry) => sum + entry.calls, 0);
    const [first] = cut;
    const where = first && `${first.file}:${lineOf(store, first.file, first.from)}`;
    const place = where === undefined ? '' : ` (${count(calls, 'call')}, the first at ${where})`;
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

/** Limit for uses of infrastructure resources that are withheld because the package version is unknown. */
function withheldLimits(analyses: readonly FileAnalysis[]): readonly string[] {
  const count = analyses.reduce((sum, { withheld = 0 }) => sum + withheld, 0);
  if (count === 0) return [];
  const [uses, are, them] = count === 1 ? ['use', 'is', 'it'] : ['uses', 'are', 'them'];
  return [
    `${count} ${uses} of infrastructure resources ${are} not reported, because the version of the package is not known: \`alsoReport\` with \`resources\` reports ${them}.`,
  ];
}

function exceptions(
  prepared: PreparedScan,
  findings: readonly ReportFinding[],
  options: FinishOptions,
  { catalogue, analysed }: { readonly catalogue: Catalogue; readonly analysed: Analysed },
): ReturnType<typeof applyDirectives> {
  const suppressions = new Map<string, NonNullable<ReportFinding['suppression']>>();
  const notes: DirectiveNote[] = [];
  const analysedFiles = prepared.allowance.stopped === undefined ? options.only : analysed.byFile;
  const directives = prepared.found.directives.filter(prepared.inShard);
  if (directives.length === 0) return { suppressions, notes };
  const known = new Set([
    ...catalogue.deprecations.map((deprecation) => deprecation.id),
    ...(catalogue.hidden ?? []).map(({ deprecation }) => deprecation.id),
    ...TOPICS.map(({ id }) => id),
    ...RULES,
  ]);
  const byFile = groupBy(findings, ({ file }) => file);
  for (const file of directives) {
    // Only for analysed files is it known whether a comment is needed.
    const text = analysedFiles === undefined || analysedFiles.has(file) ? prepared.store.text(file) : undefined;
    if (text === undefined) continue;
    const outcome = applySafely({ file, text, findings: byFile.get(file) ?? [], asOf: options.asOf, known }, prepared);
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

/** Applies the comments of a file; those of an unparsable file suppress nothing, and it is reported as given up. */
function applySafely(input: Omit<DirectiveInput, 'comments'>, { store }: PreparedScan): DirectiveOutcome {
  try {
    return applyDirectives({ ...input, comments: store.comments(input.file) });
  } catch (error) {
    store.giveUp(input.file, error);
    return { suppressions: new Map(), notes: [] };
  }
}

/** Reasons why files were given up, except nesting depth, for which only the number of files is reported. */
function failures(store: SourceStore, inShard: (file: string) => boolean): readonly string[] {
  return [...store.failed]
    .filter(([file, reason]) => reason !== TOO_DEEP && inShard(file))
    .map(([file, reason]) => `${file}: not analysed${store.isLost(file) ? '' : ' in full'}: ${reason}.`)
    .sort();
}

type SiteCounts = Pick<ReportCoverage, 'requestSites' | 'sites' | 'resolved' | 'unresolved' | 'addresses'>;

/** Counts request sites by outcome. Sites without another outcome were completed by callers. */
function countSites({ byFile, unresolved }: Analysed): SiteCounts {
  const analyses = [...byFile.values()];
  const sum = (of: (analysis: FileAnalysis) => number): number =>
    analyses.reduce((total, analysis) => total + of(analysis), 0);
  const requestSites = sum(({ sites }) => sites);
  const resolved = sum((analysis) => analysis.resolved);
  const deprecated = sum((analysis) => analysis.deprecated);
  const unknownTarget = sum((analysis) => analysis.unknownTarget);
  const addresses = unresolved.filter(({ address }) => address === true).length;
  const open = unresolved.length - addresses;
  return {
    requestSites,
    sites: {
      deprecated,
      other: resolved - deprecated,
      unresolved: open,
      inWrappers: requestSites - resolved - unknownTarget - open,
      unknownTarget,
    },
    resolved,
    unresolved: unresolved.length,
    addresses,
  };
}

const JAVASCRIPT = languageOf('javascript');

/** Names of the files in the folder of all possible importers, and importers among them. */
interface Surroundings {
  readonly names: ReadonlySet<string>;
  /** Importers that are not scanned. */
  readonly outside: Importers;
}

/**
 * Returns a look-up of the uses of an exported name in other files; `at` is the name in its declaration. Undefined
 * where unknown code may use it: a file below `top` that was not scanned, a page or component that imports it, any user
 * of the package.
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
    // In a scan through a link, files have other names.
    if (!surroundings.names.has(file) || surroundings.outside.of(file).length > 0 || isPublished(file))
      return undefined;
    const importers = modules.importers(file);
    if (importers.some((name) => !isScript(name) || store.isBroken(name))) return undefined;
    const texts = new Map([file, ...importers].map((name) => [name, store.text(name) ?? '']));
    return exportUses({ file, texts, resolve }, at);
  };

  function readSurroundings(reader: ScanModuleReader): Surroundings {
    const names = (filesBelow(top) ?? []).map((path) => toName(store.root, path));
    const scanned = new Set([...list.files, ...list.perhaps]);
    const holdsCode = (name: string): boolean => store.kinds.of(name).some(({ language }) => language === JAVASCRIPT);
    const outside = new Importers({
      files: names.filter((name) => !scanned.has(name) && holdsCode(name)),
      textOf: (name) => store.peek(name),
      resolve: (from, specifier) => reader.resolve(from, specifier),
      texts: JAVASCRIPT.imports,
    });
    return { names: new Set(names), outside };
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

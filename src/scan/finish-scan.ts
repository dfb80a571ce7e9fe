import type { Catalogue } from '../model/deprecation.js';
import { CONFIDENCES } from '../model/evidence.js';
import { RULES } from '../model/finding.js';
import type { Finding } from '../model/finding.js';
import { TOPICS } from '../model/topic.js';
import { buildReport } from '../report/build-report.js';
import type { Report, ReportFinding, ReportSuppression } from '../report/report.js';
import type { Analysed } from './analyse-files.js';
import { countSites } from './count-sites.js';
import { applyDirectives } from '../directives/apply-directives.js';
import type { DirectiveNote } from '../directives/apply-directives.js';
import type { PreparedScan } from './prepare-scan.js';
import type { ScanOptions } from './scan-options.js';
import { isTestFile } from '../sources/test-file.js';
import { unreadLimits } from './left-out.js';
import { placeFindings } from './place-findings.js';
import { readTool } from '../lib/package-files.js';

export interface FinishOptions extends ScanOptions {
  /** Files that were to be analysed; default all. */
  readonly only?: ReadonlySet<string>;
}

const IGNORED: ReportSuppression = {
  kind: 'external',
  status: 'accepted',
  justification: 'the configuration ignores this deprecation',
  by: 'configuration',
};

/** Makes the report of what was analysed, with the exceptions that comments make. */
export function finishScan(
  prepared: PreparedScan,
  analysed: Analysed,
  options: FinishOptions,
  catalogue: Catalogue,
): { readonly report: Report; readonly directives: readonly DirectiveNote[] } {
  const { list, store, found, skips, importing, inShard } = prepared;
  for (const file of store.failed) skips.add('failed', file);
  const analyses = [...analysed.byFile.values()];
  const scanned = new Set(list.files);
  const all = placeFindings(
    analyses.flatMap((analysis) => analysis.findings),
    (file) => scanned.has(file),
  );
  const ignored = new Set(options.ignore);
  const left = all.filter((finding) => ignored.has(finding.deprecation)).length;
  const ignoredFound = [...ignored].filter((id) => all.some(({ deprecation }) => deprecation === id)).sort();
  const threshold = CONFIDENCES.indexOf(options.minConfidence ?? 'probable');
  const isShown = ({ confidence }: Pick<Finding, 'confidence'>): boolean =>
    CONFIDENCES.indexOf(confidence) >= threshold;
  const wanted = all.filter((finding) => !ignored.has(finding.deprecation));
  const shown = (options.ignored === 'mark' ? all : wanted).filter(isShown).length;
  const gone = new Set(found.vanished);
  const complete = buildReport({
    tool: readTool(),
    catalogue,
    asOf: options.asOf,
    coverage: {
      files: list.files.filter((file) => inShard(file) && !gone.has(file)).length,
      read: found.read.filter(inShard).length,
      parsed: store.parsed,
      syntaxErrors: store.syntaxErrors.filter(inShard),
      ...countSites(analysed),
      findings: shown,
      belowThreshold: wanted.filter((finding) => !isShown(finding)).length,
      skipped: skips.groups(),
      limits: [
        ...unreadLimits(skips.groups()),
        ...list.limits,
        ...prepared.modules.limits(),
        ...(importing.complete ? [] : ['Very many files import the API client: not all of them were analysed.']),
        ...(left === 0
          ? []
          : [
              `${left} finding${left === 1 ? '' : 's'} of deprecations that the configuration ignores: ${ignoredFound.join(', ')}.`,
            ]),
        ...[...analysed.byFile].flatMap(([file, { limits = [] }]) =>
          limits.map((limit) => `${file}: not resolved in full: ${limit}.`),
        ),
      ],
    },
    findings: all,
    unresolved: analysed.unresolved,
    textOf: (file) => store.text(file),
    isTest: isTestFile,
  });
  const ofInterest = complete.findings.filter(({ deprecation }) => !ignored.has(deprecation));
  const { suppressions, notes } = exceptions(prepared, ofInterest, options, catalogue);
  const findings = (options.ignored === 'mark' ? complete.findings : ofInterest).filter(isShown).map((finding) => {
    const suppression = ignored.has(finding.deprecation) ? IGNORED : suppressions.get(finding.fingerprint);
    return suppression === undefined ? finding : { ...finding, suppression };
  });
  return { report: { ...complete, findings }, directives: notes };
}

function exceptions(
  prepared: PreparedScan,
  findings: readonly ReportFinding[],
  options: FinishOptions,
  catalogue: Catalogue,
): ReturnType<typeof applyDirectives> {
  const suppressions = new Map<string, NonNullable<ReportFinding['suppression']>>();
  const notes: DirectiveNote[] = [];
  const known = new Set([
    ...catalogue.deprecations.map((deprecation) => deprecation.id),
    ...TOPICS.map(({ id }) => id),
    ...RULES,
  ]);
  for (const file of prepared.found.directives.filter(prepared.inShard)) {
    // Whether a comment is needed can be said only of files that were analysed.
    const text = options.only === undefined || options.only.has(file) ? prepared.store.text(file) : undefined;
    if (text === undefined) continue;
    const outcome = applyDirectives({
      file,
      text,
      findings: findings.filter((finding) => finding.file === file),
      asOf: options.asOf,
      known,
    });
    for (const [fingerprint, suppression] of outcome.suppressions) suppressions.set(fingerprint, suppression);
    notes.push(...outcome.notes);
  }
  return { suppressions, notes };
}

import { withTotal } from '../report/requests.js';
import type { ReportRequests } from '../report/report.js';
import { unreadLimits } from './left-out.js';
import { lostSentences } from './lost-imports.js';
import { prepareScan } from './prepare-scan.js';
import { analysisSteps, assertOptions } from './scan-tree.js';
import type { RunOptions, ScanDependencies, ScanResult } from './scan-tree.js';
import type { Steps } from './steps.js';
import { unknownSdkSentences } from './unknown-sdks.js';
import { whyNotScanned } from './why-not-scanned.js';
import { watchedCatalogue } from './withdrawn.js';

export interface OneFileResult extends ScanResult {
  /** Reason why the file is not scanned, as the end of a sentence. */
  readonly notScanned?: string;
}

/**
 * Scans a tree for the findings of one of its files. Others are analysed as far as they can affect it: a cause is
 * reported in its own place, although it is found at a call elsewhere.
 *
 * @throws as `scanSteps`.
 */
export function* oneFileSteps(file: string, options: RunOptions, dependencies: ScanDependencies): Steps<OneFileResult> {
  assertOptions(options);
  const prepared = yield* prepareScan({ ...options, empty: 'allowed' }, watchedCatalogue(dependencies.catalogue));
  const only = prepared.affectedBy([file]);
  const result = ofFile(file, yield* analysisSteps(prepared, { ...options, only }, dependencies));
  if (result.read.has(file)) return result;
  const { list, store } = prepared;
  const { root, kinds } = store;
  return { ...result, notScanned: whyNotScanned({ file, root, left: list.left, kinds, options }) };
}

/** Reduces a result to one file; the list of files that were read for it is kept. */
function ofFile(file: string, result: ScanResult): ScanResult {
  const { report, directives, read } = result;
  const { coverage } = report;
  const findings = report.findings.filter((finding) => finding.file === file);
  const unresolved = report.unresolved.filter((site) => site.file === file);
  const named = <T extends { readonly file: string }>(all: readonly T[] | undefined): readonly T[] =>
    (all ?? []).filter((one) => one.file === file);
  const { lostImports, unknownSdks, requests, unread: allUnread, ...rest } = coverage;
  const [lost, sdks, unread] = [named(lostImports), named(unknownSdks), named(allUnread)];
  const skipped = coverage.skipped.flatMap((group) =>
    group.paths.includes(file) ? [{ ...group, count: 1, paths: [file] }] : [],
  );
  return {
    ...result,
    report: {
      ...report,
      findings,
      unresolved,
      ...(report.hidden === undefined ? {} : { hidden: named(report.hidden) }),
      coverage: {
        ...rest,
        findings: findings.length,
        unresolved: unresolved.length,
        syntaxErrors: coverage.syntaxErrors.filter((name) => name === file),
        skipped,
        ...(unread.length === 0 ? {} : { unread }),
        ...(requests === undefined ? {} : { requests: requestsIn(requests, file) }),
        ...(lost.length === 0 ? {} : { lostImports: lost }),
        ...(sdks.length === 0 ? {} : { unknownSdks: sdks }),
        limits: [
          ...unknownSdkSentences(sdks),
          ...lostSentences(lost),
          ...unreadLimits(skipped, unread),
          ...coverage.limits.filter((limit) => limit.startsWith('Stopped ') || limit.startsWith(`${file}: `)),
        ],
      },
    },
    directives: directives.filter((note) => note.file === file),
    read: new Set(read.has(file) ? [file] : []),
  };
}

/** The requests of a report; of unknown and unchecked ones, those of one file. */
function requestsIn(requests: ReportRequests, file: string): ReportRequests {
  const uncatalogued = requests.uncatalogued.flatMap((api) => {
    const places = api.places.filter((place) => place.file === file);
    return places.length === 0 ? [] : [{ ...api, places }];
  });
  const { all: _all, ...rows } = requests;
  return withTotal({
    ...rows,
    uncatalogued,
    bySdk: requests.bySdk.filter((use) => use.file === file),
    unknown: requests.unknown.filter((request) => request.file === file),
  });
}

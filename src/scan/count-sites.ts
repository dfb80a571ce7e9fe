import type { FileAnalysis } from '../model/finding.js';
import type { ReportCoverage } from '../report/report.js';
import type { Analysed } from './analyse-files.js';

type SiteCounts = Pick<ReportCoverage, 'requestSites' | 'sites' | 'resolved' | 'unresolved' | 'addresses'>;

/** The request sites of a scan by their result. The remaining sites of a file were completed by callers. */
export function countSites({ byFile, unresolved }: Analysed): SiteCounts {
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

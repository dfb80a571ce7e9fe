export type {
  Report,
  ReportCoverage,
  ReportEvidence,
  ReportFinding,
  ReportPosition,
  ReportRange,
  ReportReplacement,
  ReportUnresolved,
  SkippedGroup,
  SkipReason,
} from '../report/report.js';
export type { Catalogue } from '../model/deprecation.js';
export { CatalogueError, ConfigError, ScanError } from '../model/errors.js';
export type { ScanOptions, ScanProgress } from './scan-options.js';
export { scan } from './scan.js';
export type { ScanReport } from './scan.js';

export type { SkippedGroup, SkipReason } from '../model/skipped.js';
export type {
  Report,
  ReportCoverage,
  ReportEdit,
  ReportEvidence,
  ReportFinding,
  ReportPosition,
  ReportRange,
  ReportReplacement,
  ReportSuggestion,
  ReportSuppression,
  ReportUnresolved,
} from '../report/report.js';
export { loadCatalogue } from '../catalogue/load.js';
export type { ClientModel } from '../model/client-model.js';
export type { Catalogue } from '../model/deprecation.js';
export { CatalogueError, ConfigError, ScanError } from '../model/errors.js';
export type { ScanOptions, ScanProgress } from './scan-options.js';
export { scan } from './scan.js';
export type { ScanReport } from './scan.js';

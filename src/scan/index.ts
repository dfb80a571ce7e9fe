import { loadCatalogue as load } from '../knowledge/catalogue/load.js';
import type { LoadCatalogueOptions } from '../knowledge/catalogue/load.js';
import type { Catalogue } from '../core/model/deprecation.js';

export type { SkippedGroup, SkipReason } from '../core/model/skipped.js';
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
export type { ClientModel } from '../core/model/client-model.js';
export type { Catalogue };
export { CatalogueError, ConfigError, ScanError } from '../core/model/errors.js';
export type { ScanOptions, ScanProgress } from './scan-options.js';
export { scan } from './scan.js';
export type { ScanReport } from './scan.js';

/**
 * The catalogue for a scan: the packaged one, catalogues of other APIs and packages, and the user's own; without options
 * the packaged one alone.
 *
 * @throws CatalogueError with the file and the JSON path where a catalogue of the user cannot be used, ConfigError where
 * an option cannot.
 */
export function loadCatalogue(options: LoadCatalogueOptions = {}): Catalogue {
  return load(options);
}

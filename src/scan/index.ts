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
 * Loads the catalogue for a scan: the packaged one, catalogues of other APIs and packages, and those of the user;
 * without options only the packaged one.
 *
 * @throws CatalogueError with the file and the JSON path if a catalogue of the user cannot be used, ConfigError if an
 * option cannot.
 */
export function loadCatalogue(options: LoadCatalogueOptions = {}): Catalogue {
  return load(options);
}

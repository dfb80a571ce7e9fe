import { loadCatalogue } from '../catalogue/load.js';
import { analyse } from '../engine/analyse.js';
import { ScanError } from '../model/errors.js';
import type { Report } from '../report/report.js';
import { runScan } from './run-scan.js';
import type { ScanOptions } from './scan-options.js';

/** The report of a scan, as `sunset-lint scan --format json` prints it. */
export type ScanReport = Report;

/**
 * Scans files and folders for calls to deprecated API operations. Synchronous; prints nothing and
 * leaves the process alone.
 *
 * A path in `paths` that does not exist is an error, so that a gate never passes for having looked
 * at nothing.
 *
 * @throws ConfigError for options that make no sense, ScanError where a path cannot be read or there
 * is nothing to scan.
 */
export function scan(options: ScanOptions): ScanReport {
  const { report, missing } = runScan(options, { catalogue: options.catalogue ?? loadCatalogue(), analyse });
  if (missing.length > 0) throw new ScanError(missing.map(({ path, reason }) => `cannot scan '${path}': ${reason}.`).join('\n'));
  return report;
}

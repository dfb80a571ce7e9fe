import { loadCatalogue } from '../catalogue/load.js';
import { ignoredIds } from '../config/settings.js';
import { createAnalyser } from '../engine/analyse.js';
import { ScanError } from '../model/errors.js';
import type { Report } from '../report/report.js';
import { Allowance } from './allowance.js';
import { scanSteps } from './scan-tree.js';
import type { ScanOptions } from './scan-options.js';
import { drainAsync } from './steps.js';

/** The report of a scan, as `sunset-lint scan --format json` prints it. */
export type ScanReport = Report;

/**
 * Scans files and folders for calls to deprecated API operations. Prints nothing, reads no clock and
 * leaves the process alone. Other work of the process goes on meanwhile: the scan pauses every few
 * milliseconds.
 *
 * A path in `paths` that does not exist is an error, so that a gate never passes for having looked
 * at nothing.
 *
 * @example
 * const report = await scan({ root: 'packages/app', asOf: '2026-01-01', signal: AbortSignal.timeout(60_000) });
 * const open = report.findings.filter((finding) => finding.suppression?.status !== 'accepted');
 *
 * @throws ConfigError for options that make no sense, ScanError where a path cannot be read or there
 * is nothing to scan, and the reason of `signal` where it is aborted: as rejections of the promise.
 */
export async function scan(options: ScanOptions & { readonly signal?: AbortSignal }): Promise<ScanReport> {
  const catalogue = options.catalogue ?? loadCatalogue();
  ignoredIds(options.ignore ?? [], catalogue, (index) => `ignore[${index}]`);
  const dependencies = { catalogue, createAnalyser };
  const { report, missing } = await drainAsync(
    scanSteps({ ...options, allowance: new Allowance(options) }, dependencies),
    options.signal,
  );
  if (missing.length > 0)
    throw new ScanError(missing.map(({ path, reason }) => `cannot scan '${path}': ${reason}.`).join('\n'));
  return report;
}

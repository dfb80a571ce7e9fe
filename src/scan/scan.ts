import { loadCatalogue } from '../knowledge/catalogue/load.js';
import { utcDay } from '../core/lib/iso-date.js';
import { ignoredIds } from '../config/settings.js';
import { createAnalyser } from '../engine/analyse.js';
import { ConfigError, ScanError } from '../core/model/errors.js';
import type { Report } from '../report/report.js';
import type { Catalogue } from '../core/model/deprecation.js';
import { packagedNames } from '../knowledge/catalogue/packaged.js';
import { signsOfApis } from '../select/api-signs.js';
import { ReadState } from './read-state.js';
import { MoreApisFound } from './prepare-scan.js';
import { ResourceLimit } from './resource-limit.js';
import { scanSteps } from './open-scan.js';
import type { RunOptions } from './open-scan.js';
import type { ScanOptions } from './scan-options.js';
import { drainAsync } from './steps.js';

/** Options of a scan. Default of `asOf`: today, in UTC. */
type ScanCall = Omit<ScanOptions, 'asOf'> & {
  readonly asOf?: ScanOptions['asOf'];
  readonly signal?: AbortSignal;
};

/** Report of a scan, as `sunset-lint scan --format json` prints it. */
export type ScanReport = Report;

/**
 * Scans files and folders for calls to deprecated API operations. Prints nothing, and changes no state of the process.
 * Without `asOf`, reads the clock once, for the day in UTC. The scan pauses every few milliseconds, so that other work
 * of the process continues.
 *
 * A path in `paths` that does not exist is an error, so that a gate never passes because nothing was scanned.
 *
 * @example
 * const report = await scan({ root: 'packages/app', asOf: '2026-01-01', signal: AbortSignal.timeout(60_000) });
 * const open = report.findings.filter((finding) => finding.suppression?.status !== 'accepted');
 *
 * @throws ConfigError for invalid options, ScanError if a path cannot be read or there is nothing to scan, and the
 * reason of `signal` if that is aborted. All of them reject the promise.
 */
export async function scan(call: ScanCall): Promise<ScanReport> {
  const catalogue = call.catalogue ?? loadCatalogue();
  if (call.catalogue !== undefined) return scanWith({ ...call, catalogue });
  const readState = new ReadState();
  try {
    return await scanWith({ ...call, catalogue, readState, signs: signsOfApis(packagedNames()) });
  } catch (error) {
    if (!(error instanceof MoreApisFound)) throw error;
    return scanWith({ ...call, catalogue: loadCatalogue({ apis: [...error.ids] }), readState });
  }
}

async function scanWith(
  call: ScanCall & Pick<RunOptions, 'readState' | 'signs'> & { readonly catalogue: Catalogue },
): Promise<ScanReport> {
  const { catalogue, timeout, maxMemory, signal, ...rest } = call;
  const options = { ...rest, asOf: call.asOf ?? today() };
  ignoredIds(options.ignore ?? [], catalogue, (index) => `ignore[${index}]`);
  const dependencies = { catalogue, createAnalyser };
  for (const [name, value] of Object.entries({ timeout, maxMemory })) {
    if (value !== undefined && !(value > 0)) throw new ConfigError(`${name} must be more than 0, not ${value}.`);
  }
  const allowance = new ResourceLimit(call);
  const { report, missing } = await drainAsync(scanSteps({ ...options, allowance }, dependencies), signal, allowance);
  if (missing.length > 0)
    throw new ScanError(missing.map(({ path, reason }) => `cannot scan '${path}': ${reason}.`).join('\n'));
  return report;
}

function today(): string {
  const day = utcDay(new Date());
  if (day === undefined) throw new ConfigError('the clock is not in the years 0 to 9999. Give asOf.');
  return day;
}

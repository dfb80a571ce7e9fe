import { dirname, relative, resolve, sep } from 'node:path';
import { toEntry } from '../../baseline/entry.js';
import type { IsoDate } from '../../model/deprecation.js';
import type { ReportFinding } from '../../report/report.js';
import { openBaseline } from '../scanning/baseline-step.js';
import { writeBaseline } from '../scanning/write-baseline.js';
import type { ScanSettings } from '../settings/settings.js';

/** The command that a client sends back to accept a finding. */
export const ACCEPT = 'sunset-lint.acceptIntoBaseline';

/**
 * Adds one finding to the baseline of its folder, which is created where there is none. Its entries are kept.
 *
 * @throws ConfigError where it cannot be written.
 */
export function acceptFinding(finding: ReportFinding, settings: ScanSettings, cwd: string, asOf: IsoDate): void {
  const baseline = openBaseline({ ...settings, flags: { ...settings.flags, updateBaseline: true } }, cwd);
  if (baseline === undefined) return;
  const name = relative(dirname(baseline.file), resolve(settings.root, finding.file)).split(sep).join('/');
  writeBaseline(baseline, (old) => [...old, toEntry(finding, name, asOf)]);
}

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { applyBaseline, prunedEntries, updatedEntries } from '../baseline/apply-baseline.js';
import type { BaselineOutcome } from '../baseline/apply-baseline.js';
import { BASELINE_NAME, formatBaseline, readBaseline } from '../baseline/baseline-file.js';
import type { BaselineEntry } from '../baseline/entry.js';
import { ConfigError } from '../model/errors.js';
import type { ReportFinding } from '../report/report.js';
import type { ScanResult } from '../scan/scan-tree.js';
import type { ScanSettings } from './settings.js';
import { writeOutput } from './write-output.js';

/** A baseline file, read before the scan so that a bad one ends the run at once. */
export interface OpenBaseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
}

/** What a scan and its baseline come to. */
export interface BaselineStep {
  readonly findings: readonly ReportFinding[];
  readonly outcome?: BaselineOutcome;
  readonly file?: string;
  readonly written: 'no' | 'updated' | 'pruned' | 'unchanged';
}

/**
 * The baseline of a run: named, or found beside the configuration or in the scanned folder.
 *
 * @throws ConfigError for flags that contradict each other and for a file that cannot be used.
 */
export function openBaseline({ flags, root, config }: ScanSettings, cwd: string): OpenBaseline | undefined {
  const writes = flags.updateBaseline || flags.prune;
  if (writes) refusePartial(flags);
  if (flags.baseline === false) return undefined;
  const home = config === undefined ? root : dirname(config.file);
  const found = [home, root].map((folder) => join(folder, BASELINE_NAME)).find((file) => existsSync(file));
  const file = flags.baseline === undefined ? (found ?? join(home, BASELINE_NAME)) : resolve(cwd, flags.baseline);
  const entries = readBaseline(file);
  if (entries !== undefined) return { file, entries };
  if (flags.updateBaseline) return { file, entries: [] };
  if (flags.baseline !== undefined || flags.prune)
    throw new ConfigError(`there is no baseline '${file}'. Make it with --update-baseline.`);
  return undefined;
}

/** Marks known findings, and writes the baseline where that is asked for. */
export function applyOpenBaseline(
  baseline: OpenBaseline | undefined,
  result: ScanResult,
  { flags, root }: ScanSettings,
): BaselineStep {
  const { findings, asOf } = result.report;
  if (baseline === undefined) return { findings, written: 'no' };
  const home = dirname(baseline.file);
  const rootName = (name: string): string => relative(root, resolve(home, name)).split(sep).join('/');
  const run = (entries: readonly BaselineEntry[]): BaselineOutcome =>
    applyBaseline({
      entries,
      findings,
      asOf,
      clock: flags.strictClock ? 'strict' : 'accepted',
      nameOf,
      fileExists: (name) => result.read.has(rootName(name)) || existsSync(resolve(home, name)),
      wasRead: (name) => !isPartial(flags) && result.read.has(rootName(name)),
    });
  const nameOf = (file: string): string => relative(home, resolve(root, file)).split(sep).join('/');
  const outcome = run(baseline.entries);
  if (!flags.updateBaseline && !flags.prune)
    return { findings: outcome.findings, outcome, file: baseline.file, written: 'no' };
  const entries = flags.updateBaseline ? updatedEntries(outcome, asOf, nameOf, flags.reason) : prunedEntries(outcome);
  const text = formatBaseline(entries);
  const changed = !existsSync(baseline.file) || text !== formatBaseline(baseline.entries);
  if (changed) writeOutput(baseline.file, text, 'the baseline');
  const after = run(entries);
  return {
    findings: after.findings,
    outcome: after,
    file: baseline.file,
    written: !changed ? 'unchanged' : flags.updateBaseline ? 'updated' : 'pruned',
  };
}

function isPartial({ staged, changedSince, shard }: ScanSettings['flags']): boolean {
  return staged || changedSince !== undefined || shard !== undefined;
}

function refusePartial(flags: ScanSettings['flags']): void {
  const name = flags.updateBaseline ? '--update-baseline' : '--prune';
  if (flags.baseline === false) throw new ConfigError(`${name} and --no-baseline contradict each other.`);
  if (isPartial(flags))
    throw new ConfigError(`${name} needs a whole scan: leave out --staged, --changed-since and --shard.`);
  if (flags.watch) throw new ConfigError(`${name} and --watch do not go together.`);
}

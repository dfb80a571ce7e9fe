import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { applyBaseline, prunedEntries, updatedEntries } from '../../../scan/baseline/apply-baseline.js';
import type { BaselineOutcome } from '../../../scan/baseline/apply-baseline.js';
import { BASELINE_NAME, formatBaseline, readBaseline } from '../../../scan/baseline/baseline-file.js';
import type { BaselineSource } from '../../../scan/baseline/baseline-file.js';
import type { BaselineEntry } from '../../../scan/baseline/entry.js';
import { withLock } from '../../../scan/baseline/lock-file.js';
import { ConfigError } from '../../../core/model/errors.js';
import type { ReportFinding } from '../../../report/report.js';
import type { ScanResult } from '../../../scan/open-scan.js';
import type { ScanSettings } from '../settings/settings.js';
import { findRepository } from '../shared/repository.js';
import { refuseUnwritable, writeOutput } from '../shared/write-output.js';

/** Result of a scan and its baseline. */
export interface BaselineStep {
  readonly findings: readonly ReportFinding[];
  readonly outcome?: BaselineOutcome;
  readonly file?: string;
  readonly written: 'no' | 'updated' | 'pruned' | 'unchanged';
}

/**
 * Reads the baseline of a run: the configured file, or one beside the configuration or in the scanned folder.
 *
 * @throws ConfigError for contradictory flags and for an invalid file.
 */
export function openBaseline(settings: ScanSettings, cwd: string): OpenBaseline | undefined {
  const { flags } = settings;
  const writes = flags.updateBaseline || flags.prune;
  if (writes) refusePartial(flags);
  if (flags.baseline === false) return undefined;
  const place = placeOf(settings, cwd);
  if (writes) refuseUnwritable(place.file, { what: 'the baseline', within: place.within });
  const entries = readBaseline(place.file, place.source);
  if (entries !== undefined) return { ...place, entries };
  if (flags.updateBaseline) return { ...place, entries: [] };
  if (flags.baseline !== undefined || flags.prune)
    throw new ConfigError(`there is no baseline '${place.file}'. Create it with --update-baseline.`);
  return undefined;
}

/** Returns the absolute path of the baseline, which need not exist: configured, or found, or its default place. */
export function baselineFile(settings: BaselineSettings, cwd: string): string {
  const { flags, root } = settings;
  if (typeof flags.baseline === 'string') return resolve(cwd, flags.baseline);
  const home = homeOf(settings);
  const found = [home, root].find((folder) => existsSync(join(folder, BASELINE_NAME))) ?? home;
  return join(found, BASELINE_NAME);
}

type BaselineSettings = Pick<ScanSettings, 'flags' | 'root' | 'config'>;

/** Returns the folder of the configuration, or else the scanned folder. */
function homeOf({ root, config }: Pick<ScanSettings, 'root' | 'config'>): string {
  return config === undefined ? root : dirname(config.file);
}

/** Returns the baseline file with its permissions, which depend on whether a flag or the configuration names it. */
function placeOf(settings: ScanSettings, cwd: string): Omit<OpenBaseline, 'entries'> {
  const { flags, configured } = settings;
  const file = baselineFile(settings, cwd);
  if (typeof flags.baseline === 'string')
    return configured.has('baseline')
      ? { file, source: {}, within: homeOf(settings) }
      : { file, source: { kinds: 'any' }, within: undefined };
  return { file, source: { within: findRepository(dirname(file)).root }, within: dirname(file) };
}

/** Marks known findings, and writes the baseline if requested. */
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
      clock: flags.strictClock === true ? 'strict' : 'accepted',
      nameOf,
      fileExists: (name) => result.read.has(rootName(name)) || existsSync(resolve(home, name)),
      wasRead: (name) => !isPartial(flags) && result.read.has(rootName(name)),
    });
  const nameOf = (file: string): string => relative(home, resolve(root, file)).split(sep).join('/');
  if (!flags.updateBaseline && !flags.prune) {
    const outcome = run(baseline.entries);
    return { findings: outcome.findings, outcome, file: baseline.file, written: 'no' };
  }
  const renew = (old: readonly BaselineEntry[]): readonly BaselineEntry[] =>
    flags.updateBaseline ? updatedEntries(run(old), asOf, nameOf, flags.reason) : prunedEntries(run(old));
  const renewed = renew(baseline.entries);
  const changed = !existsSync(baseline.file) || formatBaseline(renewed) !== formatBaseline(baseline.entries);
  const after = run(changed ? writeBaseline(baseline, renew) : renewed);
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
  if (flags.watch) throw new ConfigError(`${name} and --watch cannot be combined.`);
}

/** A baseline file, read before the scan so that an invalid one ends the run early. */
export interface OpenBaseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
  readonly source: BaselineSource;
  /** Only folder in which it may be written; undefined if the command line names it. */
  readonly within: string | undefined;
}

/**
 * Writes a baseline and returns its new entries. `renew` computes them from the file's current entries, which another
 * run may have written since.
 *
 * @throws ConfigError if it cannot be written, or no longer be read.
 */
export function writeBaseline(
  { file, source, within, entries: opened }: OpenBaseline,
  renew: (old: readonly BaselineEntry[]) => readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const write = (old: readonly BaselineEntry[], ready: () => void): readonly BaselineEntry[] => {
    const entries = renew(old);
    const text = formatBaseline(entries);
    ready();
    writeOutput(file, text, { what: 'the baseline', within });
    return entries;
  };
  // The lock file is created beside it, and must be in the permitted folder as well.
  refuseUnwritable(file, { what: 'the baseline', within });
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    // A pipe can be read only once.
    if (stat?.isFile() === false) return write(opened, () => undefined);
    const real = stat === undefined ? file : realpathSync(file);
    return withLock(real, (refuseLost) => write(readBaseline(file, source) ?? [], refuseLost));
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error && 'code' in error)) throw error;
    throw new ConfigError(`cannot write the baseline to '${file}': ${error.message}.`);
  }
}

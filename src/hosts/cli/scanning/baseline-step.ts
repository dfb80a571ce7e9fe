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

/** Result of applying a baseline to the findings of a scan. */
export interface BaselineStep {
  readonly findings: readonly ReportFinding[];
  readonly outcome?: BaselineOutcome;
  readonly file?: string;
  readonly written: 'no' | 'updated' | 'pruned' | 'unchanged';
}

/**
 * Reads the baseline of a run: the configured file, or a file beside the configuration or in the scanned folder.
 *
 * @throws ConfigError for contradictory flags and for an invalid file.
 */
export function openBaseline(settings: ScanSettings, cwd: string): OpenBaseline | undefined {
  const { flags } = settings;
  const writesBaseline = flags.updateBaseline || flags.prune;
  if (writesBaseline) refusePartialScan(flags);
  if (flags.baseline === false) return undefined;
  const place = locateBaseline(settings, cwd);
  if (writesBaseline) refuseUnwritable(place.file, { outputName: 'the baseline', within: place.within });
  const entries = readBaseline(place.file, place.source);
  if (entries !== undefined) return { ...place, entries };
  if (flags.updateBaseline) return { ...place, entries: [] };
  if (flags.baseline !== undefined || flags.prune)
    throw new ConfigError(`there is no baseline '${place.file}'. Create it with --update-baseline.`);
  return undefined;
}

/** Returns the absolute path of the baseline, which need not exist: configured, found in a folder, or the default. */
export function baselineFile(settings: BaselineSettings, cwd: string): string {
  const { flags, root } = settings;
  if (typeof flags.baseline === 'string') return resolve(cwd, flags.baseline);
  const preferred = configFolder(settings);
  const folder = [preferred, root].find((candidate) => existsSync(join(candidate, BASELINE_NAME))) ?? preferred;
  return join(folder, BASELINE_NAME);
}

type BaselineSettings = Pick<ScanSettings, 'flags' | 'root' | 'config'>;

/** Returns the folder of the configuration, or else the root of the scan. */
function configFolder({ root, config }: Pick<ScanSettings, 'root' | 'config'>): string {
  return config === undefined ? root : dirname(config.file);
}

/** Returns the baseline file with its permissions, which depend on the source of the name: flag or configuration. */
function locateBaseline(settings: ScanSettings, cwd: string): Omit<OpenBaseline, 'entries'> {
  const { flags, configured } = settings;
  const file = baselineFile(settings, cwd);
  if (typeof flags.baseline === 'string')
    return configured.has('baseline')
      ? { file, source: {}, within: configFolder(settings) }
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
  const baselineFolder = dirname(baseline.file);
  const rootName = (name: string): string => relative(root, resolve(baselineFolder, name)).split(sep).join('/');
  const applyEntries = (entries: readonly BaselineEntry[]): BaselineOutcome =>
    applyBaseline({
      entries,
      findings,
      asOf,
      clock: flags.strictClock === true ? 'strict' : 'accepted',
      nameOf,
      fileExists: (name) => result.read.has(rootName(name)) || existsSync(resolve(baselineFolder, name)),
      wasRead: (name) => !isPartialScan(flags) && result.read.has(rootName(name)),
    });
  const nameOf = (file: string): string => relative(baselineFolder, resolve(root, file)).split(sep).join('/');
  if (!flags.updateBaseline && !flags.prune) {
    const outcome = applyEntries(baseline.entries);
    return { findings: outcome.findings, outcome, file: baseline.file, written: 'no' };
  }
  const renew = (currentEntries: readonly BaselineEntry[]): readonly BaselineEntry[] =>
    flags.updateBaseline
      ? updatedEntries(applyEntries(currentEntries), asOf, nameOf, flags.reason)
      : prunedEntries(applyEntries(currentEntries));
  const renewedEntries = renew(baseline.entries);
  const hasChanged = !existsSync(baseline.file) || formatBaseline(renewedEntries) !== formatBaseline(baseline.entries);
  const finalOutcome = applyEntries(hasChanged ? writeBaseline(baseline, renew) : renewedEntries);
  return {
    findings: finalOutcome.findings,
    outcome: finalOutcome,
    file: baseline.file,
    written: !hasChanged ? 'unchanged' : flags.updateBaseline ? 'updated' : 'pruned',
  };
}

function isPartialScan({ staged, changedSince, shard }: ScanSettings['flags']): boolean {
  return staged || changedSince !== undefined || shard !== undefined;
}

function refusePartialScan(flags: ScanSettings['flags']): void {
  const name = flags.updateBaseline ? '--update-baseline' : '--prune';
  if (flags.baseline === false) throw new ConfigError(`${name} and --no-baseline contradict each other.`);
  if (isPartialScan(flags))
    throw new ConfigError(`${name} needs a whole scan: leave out --staged, --changed-since and --shard.`);
  if (flags.watch) throw new ConfigError(`${name} and --watch cannot be combined.`);
}

/** A baseline file. It is read before the scan, so that an invalid baseline ends the run early. */
export interface OpenBaseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
  readonly source: BaselineSource;
  /** Only folder in which the baseline may be written; undefined if the command line names the file. */
  readonly within: string | undefined;
}

/**
 * Writes a baseline and returns the new entries, which `renew` computes from the current entries of the file, because
 * another run may have written the file since.
 *
 * @throws ConfigError if the file cannot be written, or can no longer be read.
 */
export function writeBaseline(
  { file, source, within, entries: openedEntries }: OpenBaseline,
  renew: (currentEntries: readonly BaselineEntry[]) => readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const write = (currentEntries: readonly BaselineEntry[], beforeWrite: () => void): readonly BaselineEntry[] => {
    const entries = renew(currentEntries);
    const text = formatBaseline(entries);
    beforeWrite();
    writeOutput(file, text, { outputName: 'the baseline', within });
    return entries;
  };
  // The lock file is created beside the baseline, and must be in the permitted folder as well.
  refuseUnwritable(file, { outputName: 'the baseline', within });
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    // A pipe can be read only once.
    if (stat?.isFile() === false) return write(openedEntries, () => undefined);
    const realFile = stat === undefined ? file : realpathSync(file);
    return withLock(realFile, (refuseLost) => write(readBaseline(file, source) ?? [], refuseLost));
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error && 'code' in error)) throw error;
    throw new ConfigError(`cannot write the baseline to '${file}': ${error.message}.`);
  }
}

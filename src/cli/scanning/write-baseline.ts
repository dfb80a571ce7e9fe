import { realpathSync, statSync } from 'node:fs';
import { formatBaseline, readBaseline } from '../../baseline/baseline-file.js';
import type { BaselineSource } from '../../baseline/baseline-file.js';
import type { BaselineEntry } from '../../baseline/entry.js';
import { withLock } from '../../baseline/lock-file.js';
import { ConfigError } from '../../model/errors.js';
import { refuseAhead, writeOutput } from '../shared/write-output.js';

/** A baseline file, read before the scan so that a bad one ends the run at once. */
export interface OpenBaseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
  readonly source: BaselineSource;
  /** The only folder in which it is written; undefined where the command line names it. */
  readonly within: string | undefined;
}

/**
 * Writes a baseline and gives its new entries. `renew` computes them from the current ones, so that entries which
 * another run has written since are kept.
 *
 * @throws ConfigError where it cannot be written, or not be read any more.
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
  // Its lock file is made beside it, and must not be elsewhere either.
  refuseAhead(file, { what: 'the baseline', within });
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    // A pipe or the like can be read only once.
    if (stat?.isFile() === false) return write(opened, () => undefined);
    const real = stat === undefined ? file : realpathSync(file);
    return withLock(real, (refuseLost) => write(readBaseline(file, source) ?? [], refuseLost));
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error && 'code' in error)) throw error;
    throw new ConfigError(`cannot write the baseline to '${file}': ${error.message}.`);
  }
}

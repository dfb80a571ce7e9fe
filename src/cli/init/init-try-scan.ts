import { ConfigError, ScanError } from '../../model/errors.js';
import { scanCommand } from '../settings/args.js';
import type { CliIo } from '../shared/io.js';
import { scanOnce } from '../scanning/scan-settings.js';
import { readSettings } from '../settings/settings.js';

/** Result of a trial scan with the configuration of a folder; writes nothing. */
export type ScanTrial =
  | { readonly kind: 'scanned'; readonly findings: number; readonly files: number; readonly places: readonly Place[] }
  | { readonly kind: 'failed'; readonly why: string };

/** Where a finding is. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Scans a folder as `scan` would: its configuration is read by the same reader. */
export async function tryScan(io: CliIo): Promise<ScanTrial> {
  let trial: ScanTrial = { kind: 'failed', why: 'nothing was scanned' };
  const quiet: CliIo = { ...io, err: () => undefined };
  const command = scanCommand(async (_paths, flags, self) => {
    const settings = await readSettings([], { ...flags, cache: false }, self, quiet);
    const { report } = (await scanOnce(settings, quiet, () => undefined)).result;
    trial = {
      kind: 'scanned',
      findings: report.findings.length,
      files: report.coverage.files,
      places: report.findings.map(({ file, range }) => ({ file, line: range.start.line })),
    };
  });
  try {
    await command.exitOverride().parseAsync([], { from: 'user' });
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ScanError)) throw error;
    return { kind: 'failed', why: error.message };
  }
  return trial;
}

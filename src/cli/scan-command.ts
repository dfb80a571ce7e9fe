import { resolve } from 'node:path';
import { loadCatalogue } from '../catalogue/load.js';
import { analyse } from '../engine/analyse.js';
import { escapeText } from '../report/escape-text.js';
import { runScan } from '../scanner/run-scan.js';
import type { ScanResult } from '../scanner/run-scan.js';
import type { ScanFlags } from './args.js';
import { exitCode } from './exit-code.js';
import type { ExitCode } from './exit-code.js';
import { planReports } from './formats.js';
import type { CliIo } from './io.js';
import { progressLine } from './progress.js';
import { scanRoot } from './scan-root.js';
import { writeReports } from './write-reports.js';

/** Runs `sunset-lint scan`: scans, writes the report, and says how it went. */
export function runScanCommand(paths: readonly string[], flags: ScanFlags, io: CliIo): ExitCode {
  // Before the scan, which can take long.
  planReports(flags, io.cwd);
  const root = scanRoot(io.cwd, paths);
  const progress = progressLine(io, flags.quiet ? 'hidden' : 'shown');
  const fromCwd = (path: string): string => resolve(io.cwd, path);
  const catalogue = loadCatalogue({ extra: flags.catalogue.map(fromCwd) });
  let result: ScanResult;
  try {
    result = runScan(
      {
        root,
        // Messages name a path as it was written where they can.
        paths: root === io.cwd ? paths : paths.map(fromCwd),
        include: flags.include,
        ignore: flags.ignore,
        ...(flags.tsconfig === undefined ? {} : { tsconfig: fromCwd(flags.tsconfig) }),
        minConfidence: flags.minConfidence,
        asOf: flags.asOf ?? io.today(),
        ...(flags.maxFileSize === undefined ? {} : { maxFileSize: flags.maxFileSize }),
        tests: flags.excludeTests ? 'skip' : 'mark',
        onProgress: progress.update,
      },
      { catalogue, analyse },
    );
  } finally {
    progress.clear();
  }
  const { report, missing, textOf } = result;
  writeReports({ report, root, catalogue, textOf }, flags, io);

  const failed = report.coverage.skipped.find((group) => group.reason === 'failed')?.count ?? 0;
  for (const { path, reason } of missing) io.err(`error: cannot scan '${escapeText(path)}': ${reason}.\n`);
  if (failed > 0) io.err(`error: ${failed} file${failed === 1 ? '' : 's'} could not be analysed: nested too deeply. Leave out generated code with --ignore.\n`);
  return exitCode({ findings: report.findings.length, problems: missing.length + failed });
}

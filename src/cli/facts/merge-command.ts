import { countUndone } from '../../model/skipped.js';
import { Command } from 'commander';
import { exemptLater, judgeGate } from '../../baseline/gate.js';
import { loadCatalogue } from '../../catalogue/load.js';
import { exitCode } from '../shared/exit-code.js';
import type { ExitCode } from '../shared/exit-code.js';
import { describeFormats } from '../../report/formats.js';
import { addFlags } from '../settings/flags.js';
import type { FlagsOf } from '../settings/flags.js';
import { gateOptions, verdictOf } from '../gate/gate-options.js';
import { formatGate } from '../gate/gate-text.js';
import type { CliIo } from '../shared/io.js';
import { mergeReports } from './merge-reports.js';
import { readReport } from './read-report.js';
import { summarisePackages } from '../gate/packages.js';
import { writeAllReports } from '../reports/write-reports.js';

const HELP = `
Formats:
${describeFormats()}

Exit codes are those of 'scan'. The parts must come from one version, one catalogue and one day: give
all of them the same --as-of. Findings hidden by a baseline or a comment stay hidden.

Examples:
  sunset-lint scan --shard 1/2 --as-of 2026-12-31 --format json=part-1.json --fail-on never
  sunset-lint scan --shard 2/2 --as-of 2026-12-31 --format json=part-2.json --fail-on never
  sunset-lint merge part-1.json part-2.json --format html=sunset.html --format text`;

/** Declares `merge`: merges several reports into one. */
export function mergeCommand(io: CliIo, finish: (code: ExitCode) => void): Command {
  const command = new Command('merge')
    .summary('make one report of several scans')
    .description('Make one report of the JSON reports of several scans, such as the parts of --shard.')
    .argument('<reports...>', "reports that 'scan --format json=FILE' wrote")
    .addHelpText('after', HELP)
    .action(async (files: string[], flags: FlagsOf<'report' | 'gate'>) => {
      const options = gateOptions(flags);
      const merged = mergeReports(files.map((file) => readReport(file, io)));
      const report = { ...merged, findings: exemptLater(merged.findings, options, merged.asOf) };
      const catalogue = loadCatalogue();
      const own = catalogue.digest === report.catalogue.digest ? { catalogue } : {};
      const gate = judgeGate(report, own.catalogue, options);
      const problems = countUndone(report.coverage.skipped);
      const packages = summarisePackages(report, io.cwd);
      const text = formatGate({ report, gate, options, clock: 'as-of', packages, problems });
      const verdict = verdictOf(gate, options, problems);
      await writeAllReports({ report, root: io.cwd, ...own, textOf: () => undefined, verdict }, flags, io, { text });
      finish(
        exitCode({
          findings: gate.verdict === 'failed' ? gate.failing.length : 0,
          problems,
        }),
      );
    });
  return addFlags(command, ['report', 'gate']);
}

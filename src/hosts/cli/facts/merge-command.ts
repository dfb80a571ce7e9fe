import type { Command } from 'commander';
import { exemptLater, judgeGate } from '../../../scan/baseline/gate.js';
import { loadCatalogue } from '../../../knowledge/catalogue/load.js';
import { groupBy } from '../../../core/lib/collections.js';
import { ConfigError } from '../../../core/model/errors.js';
import { countUnanalysed } from '../../../core/model/skipped.js';
import { describeFormats } from '../../../report/formats.js';
import type { Report } from '../../../report/report.js';
import { union } from '../../../scan/report-algebra.js';
import { formatGate, gateOptions, verdictOf } from '../gate/gate.js';
import { summarisePackages } from '../gate/packages.js';
import type { NamedReport } from '../reports/read-report.js';
import { readReport } from '../reports/read-report.js';
import { writeAllReports } from '../reports/write-reports.js';
import { addFlags } from '../settings/flags.js';
import type { FlagsOf } from '../settings/flags.js';
import { exitCode } from '../shared/io.js';
import type { CommandRun } from '../shared/io.js';

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
export function declareMerge(command: Command, { io, finish }: CommandRun): Command {
  command
    .description('Make one report of the JSON reports of several scans, such as the parts of --shard.')
    .argument('<reports...>', "reports that 'scan --format json=FILE' wrote")
    .addHelpText('after', HELP)
    .action(async (files: string[], flags: FlagsOf<'report' | 'gate'>) => {
      const options = gateOptions(flags);
      const merged = mergeReports(files.map((file) => readReport(file, io)));
      const report = { ...merged, findings: exemptLater(merged.findings, options, merged.asOf) };
      const catalogue = loadCatalogue();
      const matchingCatalogue = catalogue.digest === report.catalogue.digest ? { catalogue } : {};
      const gate = judgeGate(report, matchingCatalogue.catalogue, options);
      const problems = countUnanalysed(report.coverage.skipped);
      const packages = summarisePackages(report, io.cwd);
      const text = formatGate({ report, gate, options, clock: 'as-of', packages, problems });
      const verdict = verdictOf(gate, options, problems);
      await writeAllReports(
        { report, root: io.cwd, ...matchingCatalogue, textOf: () => undefined, verdict },
        flags,
        io,
        { text },
      );
      finish(
        exitCode({
          findings: gate.verdict === 'failed' ? gate.failing.length : 0,
          problems,
        }),
      );
    });
  return addFlags(command, ['report', 'gate']);
}

/**
 * Merges the reports of the parts of a scan, or of scans of several folders with different names.
 *
 * @throws ConfigError for reports of different versions, catalogues or days; also if a part of a scan is missing,
 * duplicate, or of another commit.
 */
export function mergeReports(parts: readonly NamedReport[]): Report {
  const [first] = parts;
  if (first === undefined) throw new ConfigError('name the reports to merge.');
  for (const part of parts) {
    refuseDifference('version of sunset-lint', first, part, ({ tool }) => tool.version);
    refuseDifference('catalogue', first, part, ({ catalogue }) => catalogue.digest);
    refuseDifference('day (--as-of)', first, part, ({ asOf }) => asOf);
  }
  refuseIncompleteParts(parts);
  return union([first.report, ...parts.slice(1).map(({ report }) => report)]);
}

/** Refuses parts that do not form exactly one scan. */
function refuseIncompleteParts(reports: readonly NamedReport[]): void {
  const parts = reports.flatMap(({ name, report: { part } }) => (part === undefined ? [] : [{ name, ...part }]));
  const [first] = parts;
  if (first === undefined) return;
  const reportWithoutPart = reports.find(({ report }) => report.part === undefined);
  if (reportWithoutPart !== undefined)
    throw new ConfigError(
      `'${reportWithoutPart.name}' is not a part of a scan, but '${first.name}' is one (--shard). Merge the parts alone.`,
    );
  for (const { name, of, commit } of parts) {
    if (of !== first.of)
      throw new ConfigError(`'${first.name}' is one of ${first.of} parts, and '${name}' one of ${of}.`);
    if (commit !== first.commit)
      throw new ConfigError(
        `'${first.name}' and '${name}' are parts of different commits: ${first.commit ?? 'none'} and ${commit ?? 'none'}.`,
      );
  }
  const byIndex = groupBy(parts, ({ index }) => index);
  for (const [index, [part, duplicate]] of byIndex)
    if (part !== undefined && duplicate !== undefined)
      throw new ConfigError(`part ${index} of ${first.of} is a duplicate: '${part.name}' and '${duplicate.name}'.`);
  const missing = Array.from({ length: first.of }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0)
    throw new ConfigError(
      `${missing.length === 1 ? 'part' : 'parts'} ${missing.join(', ')} of ${first.of} ${missing.length === 1 ? 'is' : 'are'} missing. Name the reports of all parts.`,
    );
}

function refuseDifference(
  aspect: string,
  first: NamedReport,
  second: NamedReport,
  valueOf: (report: Report) => string,
): void {
  const [left, right] = [valueOf(first.report), valueOf(second.report)];
  if (left !== right)
    throw new ConfigError(
      `'${first.name}' and '${second.name}' differ in their ${aspect}: '${left}' and '${right}'. Make all reports in the same way${aspect === 'catalogue' ? ', with --api for each API that one of them uses' : ''}.`,
    );
}

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { exemptLater, judgeGate } from '../../../scan/baseline/gate.js';
import { loadCatalogue } from '../../../knowledge/catalogue/load.js';
import { groupBy } from '../../../core/lib/collections.js';
import { isIsoDate } from '../../../core/lib/iso-date.js';
import { parseJson } from '../../../core/lib/json.js';
import { MEGABYTE, readRegularFile } from '../../../core/lib/read-file.js';
import { pathOf, stepsOf, validatorOf } from '../../../core/lib/validators.js';
import { ConfigError } from '../../../core/model/errors.js';
import { SKIP_REASONS, countUndone } from '../../../core/model/skipped.js';
import { compareFindings, comparePlaces } from '../../../report/build-report.js';
import { describeFormats } from '../../../report/formats.js';
import { hideInReport } from '../../../report/hide-in-report.js';
import { REPORT_SCHEMA_VERSION } from '../../../report/report.js';
import type { Report, ReportCoverage, ReportRequests } from '../../../report/report.js';
import { sumOfRequests } from '../../../report/requests.js';
import { formatGate, gateOptions, verdictOf } from '../gate/gate.js';
import { summarisePackages } from '../gate/packages.js';
import { writeAllReports } from '../reports/write-reports.js';
import { addFlags } from '../settings/flags.js';
import type { FlagsOf } from '../settings/flags.js';
import { exitCode } from '../shared/io.js';
import type { CliIo, CommandRun } from '../shared/io.js';

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

/**
 * One report of the parts of a scan, or of scans of several folders with different names.
 *
 * @throws ConfigError for reports of different versions, catalogues or days, which cannot be added up; also where a
 * part of a scan is missing, duplicate, or of another commit.
 */
export function mergeReports(parts: readonly NamedReport[]): Report {
  const [first] = parts;
  if (first === undefined) throw new ConfigError('name the reports to merge.');
  for (const part of parts) {
    refuseDifference('version of sunset-lint', first, part, ({ tool }) => tool.version);
    refuseDifference('catalogue', first, part, ({ catalogue }) => catalogue.digest);
    refuseDifference('day (--as-of)', first, part, ({ asOf }) => asOf);
  }
  refuseGaps(parts);
  const reports = parts.map(({ report }) => report);
  const findings = unique(
    reports.flatMap((report) => report.findings),
    ({ file, fingerprint }) => `${file}\u0000${fingerprint}`,
  ).sort(compareFindings);
  const unresolved = unique(
    reports.flatMap((report) => report.unresolved),
    (site) => JSON.stringify(site),
  ).sort(comparePlaces);
  const hidden = unique(
    reports.flatMap((report) => report.hidden ?? []),
    (finding) => JSON.stringify(finding),
  ).sort(comparePlaces);
  const { part: _part, ...whole } = first.report;
  return {
    ...whole,
    catalogue: { ...whole.catalogue, ...remarked(reports) },
    coverage: {
      ...mergeCoverage(reports.map((report) => report.coverage)),
      findings: findings.length,
      unresolved: unresolved.length,
    },
    findings,
    unresolved,
    ...(hidden.length === 0 ? {} : { hidden }),
  };
}

/** The editions of all parts, each with its remark from a part with something of its API. */
function remarked(reports: readonly Report[]): Pick<Report['catalogue'], 'editions'> {
  const remarks = new Map(
    reports.flatMap(({ catalogue: { editions = [] } }) =>
      editions.flatMap(({ api, remark }) => (remark === undefined ? [] : [[api, remark] as const])),
    ),
  );
  const editions = reports[0]?.catalogue.editions?.map((edition) => {
    const remark = remarks.get(edition.api);
    return remark === undefined ? edition : { ...edition, remark };
  });
  return editions === undefined ? {} : { editions };
}

/** Refuses parts that do not make up a whole scan. */
function refuseGaps(reports: readonly NamedReport[]): void {
  const parts = reports.flatMap(({ name, report: { part } }) => (part === undefined ? [] : [{ name, ...part }]));
  const [first] = parts;
  if (first === undefined) return;
  const entire = reports.find(({ report }) => report.part === undefined);
  if (entire !== undefined)
    throw new ConfigError(
      `'${entire.name}' is no part of a scan, and '${first.name}' is one (--shard). Merge the parts alone.`,
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
  for (const [index, [one, other]] of byIndex)
    if (one !== undefined && other !== undefined)
      throw new ConfigError(`part ${index} of ${first.of} is there twice: '${one.name}' and '${other.name}'.`);
  const missing = Array.from({ length: first.of }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0)
    throw new ConfigError(
      `${missing.length === 1 ? 'part' : 'parts'} ${missing.join(', ')} of ${first.of} ${missing.length === 1 ? 'is' : 'are'} missing. Name the reports of all parts.`,
    );
}

function mergeCoverage(parts: readonly ReportCoverage[]): ReportCoverage {
  const sum = (of: (part: ReportCoverage) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const lost = unique(
    parts.flatMap(({ lostImports = [] }) => lostImports),
    ({ file, specifier }) => `${file}\0${specifier}`,
  );
  const sdks = unique(
    parts.flatMap(({ unknownSdks = [] }) => unknownSdks),
    ({ file, api }) => `${file}\0${api}`,
  );
  const unread = unique(
    parts.flatMap((part) => part.unread ?? []),
    ({ file, reason }) => `${file}\0${reason}`,
  );
  return {
    files: sum((part) => part.files),
    read: sum((part) => part.read),
    parsed: sum((part) => part.parsed),
    syntaxErrors: [...new Set(parts.flatMap((part) => part.syntaxErrors))].sort(),
    requestSites: sum((part) => part.requestSites),
    sites: {
      deprecated: sum(({ sites }) => sites.deprecated),
      other: sum(({ sites }) => sites.other),
      unresolved: sum(({ sites }) => sites.unresolved),
      inWrappers: sum(({ sites }) => sites.inWrappers),
      unknownTarget: sum(({ sites }) => sites.unknownTarget),
    },
    resolved: sum((part) => part.resolved),
    unresolved: sum((part) => part.unresolved),
    addresses: sum((part) => part.addresses),
    ...mergeRequests(parts.flatMap(({ requests }) => requests ?? [])),
    findings: sum((part) => part.findings),
    belowThreshold: sum((part) => part.belowThreshold),
    skipped: SKIP_REASONS.flatMap((reason) => {
      const groups = parts.flatMap((part) => part.skipped).filter((group) => group.reason === reason);
      const paths = [...new Set(groups.flatMap((group) => group.paths))].sort();
      const apis = [...new Set(groups.flatMap((group) => group.apis ?? []))].sort();
      return groups.length === 0
        ? []
        : [
            {
              reason,
              count: groups.reduce((total, group) => total + group.count, 0),
              paths,
              ...(apis.length === 0 ? {} : { apis }),
            },
          ];
    }),
    ...(unread.length === 0 ? {} : { unread }),
    ...(lost.length === 0 ? {} : { lostImports: lost }),
    ...(sdks.length === 0 ? {} : { unknownSdks: sdks }),
    limits: [...new Set(parts.flatMap((part) => part.limits))],
  };
}

/** The requests of all parts; a host in several parts is listed once. */
function mergeRequests(parts: readonly ReportRequests[]): Pick<ReportCoverage, 'requests'> {
  if (parts.length === 0) return {};
  const checked = [
    ...groupBy(
      parts.flatMap((part) => part.checked),
      ({ api }) => api,
    ).values(),
  ];
  const uncatalogued = [
    ...groupBy(
      parts.flatMap((part) => part.uncatalogued),
      ({ kind, name }) => `${kind} ${name}`,
    ).values(),
  ];
  return {
    requests: {
      all: parts.reduce((all, part) => all + part.all, 0),
      checked: checked.flatMap(([first, ...rest]) =>
        first === undefined ? [] : [{ ...first, requests: sumOfRequests([first, ...rest]) }],
      ),
      uncatalogued: uncatalogued.flatMap(([first, ...rest]) =>
        first === undefined
          ? []
          : [
              {
                ...first,
                requests: sumOfRequests([first, ...rest]),
                places: [first, ...rest].flatMap(({ places }) => places),
              },
            ],
      ),
      bySdk: parts.flatMap((part) => part.bySdk),
      elsewhere: parts.reduce((all, part) => all + part.elsewhere, 0),
      inTests: parts.reduce((all, part) => all + part.inTests, 0),
      byText: parts.reduce((all, part) => all + part.byText, 0),
      unknown: parts.flatMap((part) => part.unknown),
    },
  };
}

function refuseDifference(what: string, first: NamedReport, other: NamedReport, of: (report: Report) => string): void {
  const [left, right] = [of(first.report), of(other.report)];
  if (left !== right)
    throw new ConfigError(
      `'${first.name}' and '${other.name}' differ in their ${what}: '${left}' and '${right}'. Make all reports in the same way${what === 'catalogue' ? ', with --api for each API that one of them uses' : ''}.`,
    );
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** Some 100,000 findings. */
const MAX_REPORT = 256 * MEGABYTE;

/** A report that `scan --format json=FILE` wrote, with secrets masked. @throws ConfigError for any other file. */
export function readReport(name: string, io: Pick<CliIo, 'cwd'>): NamedReport {
  const content = readRegularFile(resolve(io.cwd, name), { limit: MAX_REPORT, kinds: 'any' });
  if (content.kind === 'text') return { name, report: hideInReport(parseReport(name, content.text)) };
  const why = content.kind === 'absent' ? 'the file does not exist' : content.why;
  throw new ConfigError(`cannot read the report '${name}': ${why}. Name files that 'scan --format json=FILE' wrote.`);
}

/** The report in a JSON text. @throws ConfigError for a text that this version cannot read. */
export function parseReport(name: string, text: string): Report {
  const parsed = parseJson(text);
  if (parsed.kind === 'problem') {
    const { line, column, what } = parsed.problem;
    throw new ConfigError(`'${name}' is no JSON report: line ${line}, column ${column}: ${what}. ${AGAIN}`);
  }
  const { value } = parsed;
  const report = (isObject(value) ? value : {}) as Partial<Report>;
  if (report.schemaVersion !== REPORT_SCHEMA_VERSION)
    throw new ConfigError(`'${name}' is not a report of version ${REPORT_SCHEMA_VERSION}. ${AGAIN}`);
  if (isObject(report.coverage) && !('sites' in report.coverage))
    throw new ConfigError(
      `'${name}' was made by an older version, which did not record what became of the request sites. ${AGAIN}`,
    );
  const [error] = validatorOf('report')(value);
  if (error !== undefined)
    throw new ConfigError(
      `'${name}' is no whole report: ${pathOf(stepsOf(error.instancePath)).replace(/^\./, '') || 'it'} ${error.message ?? 'does not fit'}. ${AGAIN}`,
    );
  const checked = report as Report;
  const dates = [checked.asOf, ...checked.findings.map(({ endOfLife }) => endOfLife)];
  const wrong = dates.find((date) => date !== null && !isIsoDate(date));
  if (wrong !== undefined) throw new ConfigError(`'${name}' has the date '${String(wrong)}', which is none. ${AGAIN}`);
  return checked;
}

const AGAIN = "Make it with 'sunset-lint scan --format json=FILE'.";

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

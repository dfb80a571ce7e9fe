import { identifyFinding, matchItems } from './baseline/entry.js';
import type { EntryItem } from './baseline/entry.js';
import { expectDefined, groupBy } from '../core/lib/collections.js';
import { count } from '../core/lib/wording.js';
import { SKIP_REASONS } from '../core/model/skipped.js';
import type { SkippedGroup } from '../core/model/skipped.js';
import { compareFindings, comparePlaces } from '../report/build-report.js';
import type {
  HiddenFinding,
  Report,
  ReportCoverage,
  ReportFinding,
  ReportRequests,
  ReportSites,
  ReportUnresolved,
} from '../report/report.js';
import { sumOfRequests, withTotal } from '../report/requests.js';
import { unreadLimits } from './left-out.js';
import { lostSentences, unknownSdkSentences } from './unresolved-modules.js';

/** Findings that a subtraction removes, and the reason why the earlier scan stopped early. */
interface Subtraction {
  readonly known: ReadonlySet<ReportFinding>;
  readonly stopped: string | undefined;
}

/**
 * Rules of the three operations for a part of a report. `of` is the report that combines the lists of the result with
 * the coverage of the first operand. An absent part is undefined.
 */
interface Rules<T> {
  readonly restrict: (of: Report, part: T, files: ReadonlySet<string>) => T;
  readonly subtract: (of: Report, part: T, earlier: T, subtraction: Subtraction) => T;
  readonly union: (of: Report, parts: readonly NonNullable<T>[]) => T;
}

type RulesByPart<T> = { readonly [K in keyof T]-?: Rules<T[K]> };

type InFile = { readonly file: string };

/** Rules of a part that describes the whole scan. */
const UNCHANGED_RULES = { restrict: unchanged, subtract: unchanged };

/** Rules of a part that all reports of a union share. */
const COMMON_RULES = {
  ...UNCHANGED_RULES,
  union: <T>(_of: Report, parts: readonly T[]): T => expectDefined(parts[0], 'a report'),
};

const NUMBER_RULES: Rules<number> = { ...UNCHANGED_RULES, union: (_of, numbers) => sumOf(numbers) };

/** Rules of a list of rows about files; of rows with the same key, the last one counts. */
function listRules<T extends InFile>(keyOf: (row: T) => string, compare?: (a: T, b: T) => number): Rules<readonly T[]> {
  return {
    restrict: (_of, all, files) => inFiles(all, files),
    subtract: unchanged,
    union: (_of, parts) => {
      const all = [...new Map(parts.flat().map((row) => [keyOf(row), row])).values()];
      return compare === undefined ? all : all.sort(compare);
    },
  };
}

/** Rules of a list that is absent if it has no rows. */
function optionalListRules<T extends InFile>({
  restrict,
  union,
}: Rules<readonly T[]>): Rules<readonly T[] | undefined> {
  const orUndefined = (all: readonly T[]): readonly T[] | undefined => (all.length === 0 ? undefined : all);
  return {
    restrict: (of, all = [], files) => orUndefined(restrict(of, all, files)),
    subtract: unchanged,
    union: (of, parts) => orUndefined(union(of, parts)),
  };
}

/** Rules of the number of rows in a list of the report. */
function lengthRules(list: 'findings' | 'unresolved'): Rules<number> {
  const length = (of: Report): number => of[list].length;
  return { restrict: length, subtract: length, union: length };
}

const SITE_RULES: RulesByPart<ReportSites> = {
  deprecated: NUMBER_RULES,
  other: NUMBER_RULES,
  unresolved: NUMBER_RULES,
  inWrappers: NUMBER_RULES,
  unknownTarget: NUMBER_RULES,
};

/** Rules of each part of a coverage. */
const COVERAGE_RULES: RulesByPart<ReportCoverage> = {
  files: NUMBER_RULES,
  read: NUMBER_RULES,
  parsed: NUMBER_RULES,
  syntaxErrors: {
    restrict: (_of, names, files) => names.filter((name) => files.has(name)),
    subtract: unchanged,
    union: (_of, parts) => [...new Set(parts.flat())].sort(),
  },
  requestSites: NUMBER_RULES,
  sites: { ...UNCHANGED_RULES, union: (of, parts) => uniteRecords(SITE_RULES, of, parts) },
  resolved: NUMBER_RULES,
  unresolved: lengthRules('unresolved'),
  addresses: NUMBER_RULES,
  requests: {
    restrict: (_of, requests, files) => requests && requestsIn(requests, files),
    subtract: unchanged,
    union: (_of, parts) => (parts.length === 0 ? undefined : joinedRequests(parts)),
  },
  findings: lengthRules('findings'),
  belowThreshold: NUMBER_RULES,
  skipped: {
    restrict: (_of, groups, files) => skippedIn(groups, files),
    // Earlier findings may be in a file that was not analysed.
    subtract: (_of, groups, earlier) => [...groups, ...earlier.filter(({ reason }) => reason === 'stopped')],
    union: (_of, parts) => joinedGroups(parts.flat()),
  },
  unread: optionalListRules(listRules(({ file, reason }) => `${file}\0${reason}`)),
  lostImports: optionalListRules(listRules(({ file, specifier }) => `${file}\0${specifier}`)),
  unknownSdks: optionalListRules(listRules(({ file, api }) => `${file}\0${api}`)),
  limits: {
    restrict: ({ coverage: { lostImports, unknownSdks, skipped, unread } }, limits, files) => [
      ...unknownSdkSentences(inFiles(unknownSdks, files)),
      ...lostSentences(inFiles(lostImports, files)),
      ...unreadLimits(skippedIn(skipped, files), inFiles(unread, files)),
      ...limits.filter(
        (limit) => limit.startsWith('Stopped ') || [...files].some((file) => limit.startsWith(`${file}: `)),
      ),
    ],
    subtract: (_of, limits, _earlier, { known, stopped }) => [
      ...limits,
      ...(known.size === 0 ? [] : [`${count(known.size, 'finding')} that the change did not introduce.`]),
      ...(stopped === undefined ? [] : [`Stopped ${stopped}: the earlier findings are not known in full.`]),
    ],
    union: (_of, parts) => [...new Set(parts.flat())],
  },
};

/** Rules of each part of a report except its coverage. */
const REPORT_RULES: RulesByPart<Omit<Report, 'coverage'>> = {
  schemaVersion: COMMON_RULES,
  tool: COMMON_RULES,
  catalogue: { ...UNCHANGED_RULES, union: (of, parts) => ({ ...of.catalogue, ...uniteEditions(parts) }) },
  asOf: COMMON_RULES,
  part: { ...UNCHANGED_RULES, union: () => undefined },
  findings: {
    ...listRules(({ file, fingerprint }) => `${file}\0${fingerprint}`, compareFindings),
    subtract: (_of, findings, _earlier, { known }) => findings.filter((finding) => !known.has(finding)),
  },
  unresolved: listRules<ReportUnresolved>(JSON.stringify, comparePlaces),
  hidden: {
    ...optionalListRules(listRules<HiddenFinding>(JSON.stringify, comparePlaces)),
    restrict: (_of, hidden, files) => hidden && inFiles(hidden, files),
  },
};

/** Reduces a report to some of the scanned files; counters stay those of the whole scan. */
export function restrict(report: Report, files: ReadonlySet<string>): Report {
  const { coverage } = report;
  const lists = applyRules(REPORT_RULES, report, (rules, key) => rules.restrict(report, report[key], files));
  const of = { ...lists, coverage };
  const reduced = applyRules(COVERAGE_RULES, coverage, (rules, key) => rules.restrict(of, coverage[key], files));
  return { ...of, coverage: reduced };
}

/** A report with the texts that its findings are in. */
export interface ReportedScan {
  readonly report: Report;
  readonly textOf: (file: string) => string | undefined;
  /** Reason why the scan stopped early. */
  readonly stopped: string | undefined;
}

/**
 * Removes the findings that have a counterpart in an earlier report, and returns them with their counterparts.
 * `isRead`: whether the later scan has read a file, so that no finding can have moved out of it unseen.
 */
export function subtract(
  now: ReportedScan,
  earlier: ReportedScan,
  isRead: (file: string) => boolean,
): { readonly report: Report; readonly known: ReadonlyMap<ReportFinding, ReportFinding> } {
  const { pairs } = matchItems(
    earlier.report.findings.map(itemOf(earlier)),
    now.report.findings.map(itemOf(now)),
    isRead,
  );
  const known = new Map([...pairs].map(([item, counterpart]) => [item.of, counterpart.of]));
  const { report } = now;
  const { report: old } = earlier;
  const subtraction = { known: new Set(known.keys()), stopped: earlier.stopped };
  const { coverage } = report;
  const lists = applyRules(REPORT_RULES, report, (rules, key) =>
    rules.subtract(report, report[key], old[key], subtraction),
  );
  const of = { ...lists, coverage };
  const remainingCoverage = applyRules(COVERAGE_RULES, coverage, (rules, key) =>
    rules.subtract(of, coverage[key], old.coverage[key], subtraction),
  );
  return { report: { ...of, coverage: remainingCoverage }, known };
}

/** Joins the reports of parts of a scan, or of scans of several folders with different names. */
export function union(reports: readonly [Report, ...Report[]]): Report {
  const [first] = reports;
  const lists = applyRules(REPORT_RULES, first, (rules, key) => rules.union(first, presentValues(reports, key)));
  const of = { ...lists, coverage: first.coverage };
  const coverages = reports.map(({ coverage }) => coverage);
  return { ...of, coverage: uniteRecords(COVERAGE_RULES, of, coverages) };
}

/** Findings that replace those of a report, and additional rows of its coverage. */
interface Amendment extends Partial<Pick<ReportCoverage, 'skipped' | 'limits'>> {
  readonly findings?: readonly ReportFinding[];
  readonly unread?: NonNullable<ReportCoverage['unread']>;
}

/** Replaces the findings of a report, and adds rows to the lists of its coverage. */
export function amend(
  report: Report,
  { findings = report.findings, skipped = [], unread = [], limits = [] }: Amendment,
): Report {
  const { coverage } = report;
  return {
    ...report,
    findings,
    coverage: {
      ...coverage,
      findings: findings.length,
      skipped: [...coverage.skipped, ...skipped],
      limits: [...coverage.limits, ...limits],
      ...(unread.length === 0 ? {} : { unread: [...(coverage.unread ?? []), ...unread] }),
    },
  };
}

/** Applies a rule to each part, in the order of the keys of a record; absent parts are left out. */
function applyRules<T extends object>(
  rulesByPart: RulesByPart<T>,
  order: Partial<T>,
  valueOf: <K extends keyof T>(rules: Rules<T[K]>, key: K) => T[K],
): T {
  const values = new Map<string, unknown>(Object.entries(order));
  for (const key of Object.keys(rulesByPart) as (keyof T & string)[]) {
    const value = valueOf(rulesByPart[key], key);
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
  return Object.fromEntries(values) as T;
}

/** Unites several records part by part, in the order of the rules. */
function uniteRecords<T extends object>(rulesByPart: RulesByPart<T>, of: Report, records: readonly T[]): T {
  return applyRules(rulesByPart, {}, (rules, key) => rules.union(of, presentValues(records, key)));
}

/** Returns the values of a key in the records that have it. */
function presentValues<T, K extends keyof T>(records: readonly T[], key: K): readonly NonNullable<T[K]>[] {
  return records.flatMap((record) => {
    const value = record[key];
    return value === undefined || value === null ? [] : [value];
  });
}

function unchanged<T>(_of: Report, part: T): T {
  return part;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function inFiles<T extends InFile>(all: readonly T[] = [], files: ReadonlySet<string>): readonly T[] {
  return all.filter(({ file }) => files.has(file));
}

/** Reduces groups of skipped files to some files. */
function skippedIn(groups: readonly SkippedGroup[], files: ReadonlySet<string>): readonly SkippedGroup[] {
  return groups.flatMap((group) => {
    const paths = group.paths.filter((path) => files.has(path));
    return paths.length === 0 ? [] : [{ ...group, count: paths.length, paths }];
  });
}

function joinedGroups(all: readonly SkippedGroup[]): readonly SkippedGroup[] {
  const byReason = groupBy(all, ({ reason }) => reason);
  return SKIP_REASONS.flatMap((reason) => {
    const groups = byReason.get(reason);
    if (groups === undefined) return [];
    const paths = [...new Set(groups.flatMap((group) => group.paths))].sort();
    const apis = [...new Set(groups.flatMap((group) => group.apis ?? []))].sort();
    return [
      { reason, count: sumOf(groups.map((group) => group.count)), paths, ...(apis.length === 0 ? {} : { apis }) },
    ];
  });
}

/** Reduces the unknown and the unchecked requests of a report to some files. */
function requestsIn({ all: _all, ...rows }: ReportRequests, files: ReadonlySet<string>): ReportRequests {
  const uncatalogued = rows.uncatalogued.flatMap((api) => {
    const places = inFiles(api.places, files);
    return places.length === 0 ? [] : [{ ...api, places }];
  });
  return withTotal({
    ...rows,
    uncatalogued,
    bySdk: inFiles(rows.bySdk, files),
    unknown: inFiles(rows.unknown, files),
  });
}

/** Joins the requests of all parts; a host in several parts is listed once. */
function joinedRequests(parts: readonly ReportRequests[]): ReportRequests {
  const sum = (key: 'all' | 'elsewhere' | 'inTests' | 'byText'): number => sumOf(parts.map((part) => part[key]));
  return {
    all: sum('all'),
    checked: joinedRows(
      parts.flatMap((part) => part.checked),
      ({ api }) => api,
      () => ({}),
    ),
    uncatalogued: joinedRows(
      parts.flatMap((part) => part.uncatalogued),
      ({ kind, name }) => `${kind} ${name}`,
      (group) => ({ places: group.flatMap(({ places }) => places) }),
    ),
    bySdk: parts.flatMap((part) => part.bySdk),
    elsewhere: sum('elsewhere'),
    inTests: sum('inTests'),
    byText: sum('byText'),
    unknown: parts.flatMap((part) => part.unknown),
  };
}

/** Merges rows with the same key, and adds up their requests; `mergeOthers` merges other fields. */
function joinedRows<T extends { readonly requests: number }>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  mergeOthers: (rows: readonly T[]) => Partial<T>,
): readonly T[] {
  return [...groupBy(rows, keyOf).values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, requests: sumOfRequests(group), ...mergeOthers(group) })),
  );
}

/** Unites the editions of all parts, each with a remark if any part has one. */
function uniteEditions(parts: readonly Report['catalogue'][]): Pick<Report['catalogue'], 'editions'> {
  const remarks = new Map(
    parts.flatMap(({ editions = [] }) =>
      editions.flatMap(({ api, remark }) => (remark === undefined ? [] : [[api, remark] as const])),
    ),
  );
  const editions = parts[0]?.editions?.map((edition) => {
    const remark = remarks.get(edition.api);
    return remark === undefined ? edition : { ...edition, remark };
  });
  return editions === undefined ? {} : { editions };
}

/** Returns a function from findings to items to match; the code on their line distinguishes equal findings. */
function itemOf({ textOf }: ReportedScan): (finding: ReportFinding) => EntryItem<ReportFinding> {
  const lines = new Map<string, readonly string[]>();
  return (finding) => {
    const { file, range, url } = finding;
    const linesOfFile = lines.get(file) ?? (textOf(file) ?? '').split(/\r\n|[\n\r\u2028\u2029]/);
    lines.set(file, linesOfFile);
    const line = linesOfFile[range.start.line - 1] ?? '';
    return { ...identifyFinding(finding, file), detail: `${url}\u0001${line.trim()}` };
  };
}

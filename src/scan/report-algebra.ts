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

/** Findings that a subtraction removes, and the reason that ended the earlier scan early. */
interface Subtraction {
  readonly known: ReadonlySet<ReportFinding>;
  readonly stopped: string | undefined;
}

/**
 * Rules of the three operations for a part of a report. `of` is the report with the lists of the result and the
 * coverage of the first operand. An absent part is undefined.
 */
interface Part<T> {
  readonly restrict: (of: Report, part: T, files: ReadonlySet<string>) => T;
  readonly subtract: (of: Report, part: T, earlier: T, taken: Subtraction) => T;
  readonly union: (of: Report, parts: readonly NonNullable<T>[]) => T;
}

type Parts<T> = { readonly [K in keyof T]-?: Part<T[K]> };

type InFile = { readonly file: string };

/** Rules of a part that describes the whole scan. */
const UNCHANGED = { restrict: unchanged, subtract: unchanged };

/** Rules of a part that all reports of a union share. */
const COMMON = { ...UNCHANGED, union: <T>(_of: Report, parts: readonly T[]): T => expectDefined(parts[0], 'a report') };

const NUMBER: Part<number> = { ...UNCHANGED, union: (_of, numbers) => sumOf(numbers) };

/** Rules of a list of rows about files; of rows with the same key, the last one counts. */
function list<T extends InFile>(keyOf: (row: T) => string, compare?: (a: T, b: T) => number): Part<readonly T[]> {
  return {
    restrict: (_of, all, files) => inFiles(all, files),
    subtract: unchanged,
    union: (_of, parts) => {
      const all = [...new Map(parts.flat().map((row) => [keyOf(row), row])).values()];
      return compare === undefined ? all : all.sort(compare);
    },
  };
}

/** Rules of a list that is absent where it has no row. */
function optional<T extends InFile>({ restrict, union }: Part<readonly T[]>): Part<readonly T[] | undefined> {
  const orAbsent = (all: readonly T[]): readonly T[] | undefined => (all.length === 0 ? undefined : all);
  return {
    restrict: (of, all = [], files) => orAbsent(restrict(of, all, files)),
    subtract: unchanged,
    union: (of, parts) => orAbsent(union(of, parts)),
  };
}

/** Rules of the number of rows in a list of the report. */
function lengthOf(list: 'findings' | 'unresolved'): Part<number> {
  const length = (of: Report): number => of[list].length;
  return { restrict: length, subtract: length, union: length };
}

const SITES: Parts<ReportSites> = {
  deprecated: NUMBER,
  other: NUMBER,
  unresolved: NUMBER,
  inWrappers: NUMBER,
  unknownTarget: NUMBER,
};

/** Rules of each part of a coverage. */
const COVERAGE: Parts<ReportCoverage> = {
  files: NUMBER,
  read: NUMBER,
  parsed: NUMBER,
  syntaxErrors: {
    restrict: (_of, names, files) => names.filter((name) => files.has(name)),
    subtract: unchanged,
    union: (_of, parts) => [...new Set(parts.flat())].sort(),
  },
  requestSites: NUMBER,
  sites: { ...UNCHANGED, union: (of, parts) => uniteRecords(SITES, of, parts) },
  resolved: NUMBER,
  unresolved: lengthOf('unresolved'),
  addresses: NUMBER,
  requests: {
    restrict: (_of, requests, files) => requests && requestsIn(requests, files),
    subtract: unchanged,
    union: (_of, parts) => (parts.length === 0 ? undefined : joinedRequests(parts)),
  },
  findings: lengthOf('findings'),
  belowThreshold: NUMBER,
  skipped: {
    restrict: (_of, groups, files) => skippedIn(groups, files),
    // Earlier findings may be in a file that was not analysed.
    subtract: (_of, groups, earlier) => [...groups, ...earlier.filter(({ reason }) => reason === 'stopped')],
    union: (_of, parts) => joinedGroups(parts.flat()),
  },
  unread: optional(list(({ file, reason }) => `${file}\0${reason}`)),
  lostImports: optional(list(({ file, specifier }) => `${file}\0${specifier}`)),
  unknownSdks: optional(list(({ file, api }) => `${file}\0${api}`)),
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
const REPORT: Parts<Omit<Report, 'coverage'>> = {
  schemaVersion: COMMON,
  tool: COMMON,
  catalogue: { ...UNCHANGED, union: (of, parts) => ({ ...of.catalogue, ...uniteEditions(parts) }) },
  asOf: COMMON,
  part: { ...UNCHANGED, union: () => undefined },
  findings: {
    ...list(({ file, fingerprint }) => `${file}\0${fingerprint}`, compareFindings),
    subtract: (_of, findings, _earlier, { known }) => findings.filter((finding) => !known.has(finding)),
  },
  unresolved: list<ReportUnresolved>(JSON.stringify, comparePlaces),
  hidden: {
    ...optional(list<HiddenFinding>(JSON.stringify, comparePlaces)),
    restrict: (_of, hidden, files) => hidden && inFiles(hidden, files),
  },
};

/** Reduces a report to some of the scanned files; counters stay those of the whole scan. */
export function restrict(report: Report, files: ReadonlySet<string>): Report {
  const { coverage } = report;
  const lists = applyRules(REPORT, report, (part, key) => part.restrict(report, report[key], files));
  const of = { ...lists, coverage };
  return { ...of, coverage: applyRules(COVERAGE, coverage, (part, key) => part.restrict(of, coverage[key], files)) };
}

/** A report with the texts that its findings are in. */
export interface ReportedScan {
  readonly report: Report;
  readonly textOf: (file: string) => string | undefined;
  /** Reason that ended the scan early. */
  readonly stopped: string | undefined;
}

/**
 * A report without the findings that have a counterpart in an earlier one, and these findings with their counterparts.
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
  const known = new Map([...pairs].map(([item, old]) => [item.of, old.of]));
  const { report } = now;
  const before = earlier.report;
  const taken = { known: new Set(known.keys()), stopped: earlier.stopped };
  const { coverage } = report;
  const lists = applyRules(REPORT, report, (part, key) => part.subtract(report, report[key], before[key], taken));
  const of = { ...lists, coverage };
  const left = applyRules(COVERAGE, coverage, (part, key) =>
    part.subtract(of, coverage[key], before.coverage[key], taken),
  );
  return { report: { ...of, coverage: left }, known };
}

/** Joins the reports of parts of a scan, or of scans of several folders with different names. */
export function union(reports: readonly [Report, ...Report[]]): Report {
  const [first] = reports;
  const lists = applyRules(REPORT, first, (part, key) => part.union(first, present(reports, key)));
  const of = { ...lists, coverage: first.coverage };
  const all = reports.map(({ coverage }) => coverage);
  return { ...of, coverage: uniteRecords(COVERAGE, of, all) };
}

/** Rows that a report gets in addition, and the findings that replace its own. */
interface Amendment extends Partial<Pick<ReportCoverage, 'skipped' | 'limits'>> {
  readonly findings?: readonly ReportFinding[];
  readonly unread?: NonNullable<ReportCoverage['unread']>;
}

/** A report with other findings, and with more rows in the lists of its coverage. */
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

/** Applies a rule to each part, in the order of a record; absent parts are left out. */
function applyRules<T extends object>(
  parts: Parts<T>,
  order: Partial<T>,
  valueOf: <K extends keyof T>(part: Part<T[K]>, key: K) => T[K],
): T {
  const all = new Map<string, unknown>(Object.entries(order));
  for (const key of Object.keys(parts) as (keyof T & string)[]) {
    const value = valueOf(parts[key], key);
    if (value === undefined) all.delete(key);
    else all.set(key, value);
  }
  return Object.fromEntries(all) as T;
}

/** Unites several records part by part, in the order of the rules. */
function uniteRecords<T extends object>(parts: Parts<T>, of: Report, all: readonly T[]): T {
  return applyRules(parts, {}, (part, key) => part.union(of, present(all, key)));
}

/** The values of a key in the records that have it. */
function present<T, K extends keyof T>(records: readonly T[], key: K): readonly NonNullable<T[K]>[] {
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

/** Reduces groups to their named files among some. */
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

/** Requests of a report, with the unknown and unchecked ones reduced to some files. */
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

/** The requests of all parts; a host in several parts is listed once. */
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
      (some) => ({ places: some.flatMap(({ places }) => places) }),
    ),
    bySdk: parts.flatMap((part) => part.bySdk),
    elsewhere: sum('elsewhere'),
    inTests: sum('inTests'),
    byText: sum('byText'),
    unknown: parts.flatMap((part) => part.unknown),
  };
}

/** Merges rows with the same key, and adds up their requests; `more` merges other fields. */
function joinedRows<T extends { readonly requests: number }>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  more: (rows: readonly T[]) => Partial<T>,
): readonly T[] {
  return [...groupBy(rows, keyOf).values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, requests: sumOfRequests(group), ...more(group) })),
  );
}

/** Editions of all parts, each with its remark from any part that has one. */
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

/** Returns items to match; equal findings are distinguished by the code on their line. */
function itemOf({ textOf }: ReportedScan): (finding: ReportFinding) => EntryItem<ReportFinding> {
  const lines = new Map<string, readonly string[]>();
  return (finding) => {
    const { file, range, url } = finding;
    const known = lines.get(file) ?? (textOf(file) ?? '').split(/\r\n|[\n\r\u2028\u2029]/);
    lines.set(file, known);
    const line = known[range.start.line - 1] ?? '';
    return { ...identifyFinding(finding, file), detail: `${url}\u0001${line.trim()}` };
  };
}

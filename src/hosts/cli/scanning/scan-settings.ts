import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { openCache, openReading, saveCache, saveReading } from '../../../cache/scan-cache.js';
import { DATA_PACKAGE, withOwnCatalogues } from '../../../knowledge/catalogue/catalogue-files.js';
import { packagedApis } from '../../../knowledge/catalogue/packaged.js';
import type { AnalyseOptions } from '../../../engine/analyse.js';
import { expectDefined } from '../../../core/lib/collections.js';
import { escapeText } from '../../../core/lib/escape.js';
import { readTool } from '../../../core/package-files.js';
import { count } from '../../../core/lib/wording.js';
import type { Advice, Api, Catalogue, Deprecation } from '../../../core/model/deprecation.js';
import type { FileAnalysis } from '../../../core/model/finding.js';
import { compareFindings } from '../../../report/build-report.js';
import { describeReplacement } from '../../../report/catalogue-table.js';
import type { ReportFinding } from '../../../report/report.js';
import { Allowance } from '../../../scan/allowance.js';
import { BegunScan } from '../../../scan/begun-scan.js';
import { ApisSeen } from '../../../scan/prepare-scan.js';
import { oneFileSteps } from '../../../scan/one-file-scan.js';
import { amend } from '../../../scan/report-algebra.js';
import { changeSteps } from '../../../scan/scan-difference.js';
import type { ChangeResult } from '../../../scan/scan-difference.js';
import type { ScanProgress } from '../../../scan/scan-options.js';
import { scanSteps } from '../../../scan/open-scan.js';
import type { Extent, RunOptions, ScanDependencies, ScanResult } from '../../../scan/open-scan.js';
import { drainAsync } from '../../../scan/steps.js';
import type { TreeChange } from '../../../files/git/changes.js';
import type { SettingsBefore } from '../settings/settings-before.js';
import type { ScanSettings } from '../settings/settings.js';
import type { CliIo } from '../shared/io.js';
import { repositoryOf } from '../shared/repository.js';
import { cachePlace } from './cache-place.js';
import { readFacts } from './facts-files.js';
import { ownFiles } from './own-files.js';

export interface OneScan {
  readonly result: ScanResult;
  /** The resolved settings: the given ones, and catalogues of the APIs that the files use. */
  readonly settings: ScanSettings;
  /** Present where only a change was scanned. */
  readonly change?: ChangeResult;
  /** Present for a scan of one file: the reason why it is left out. */
  readonly notScanned?: string;
}

/**
 * Runs the scan that the settings ask for, and once more where files use APIs that the catalogue lacks.
 *
 * @throws the reason of `io.signal` where it is aborted.
 */
export async function scanOnce(
  settings: ScanSettings,
  io: CliIo,
  onProgress: (progress: ScanProgress) => void,
  known?: ReadonlyMap<string, FileAnalysis>,
): Promise<OneScan> {
  const scanned = await withSeenApis(settings, (all, begun) =>
    scanWithin(all, io, { begun, onProgress }, all === settings ? { known } : {}),
  );
  const { byCatalogues } = settings;
  if (byCatalogues === undefined || scanned.change === undefined) return scanned;
  // A change must not be judged only by the catalogues that it installs.
  const own = await withOwnCatalogues(() =>
    withSeenApis({ ...settings, ...byCatalogues() }, (all, begun) => scanWithin(all, io, { begun, onProgress })),
  );
  const result = judgedByBoth(scanned.change, expectDefined(own.change, 'the scan was one of a change'), {
    by: `the catalogues of ${readTool().name} itself`,
    hiding: `those of ${DATA_PACKAGE}, which this change may have installed,`,
  });
  return { ...scanned, result, change: result };
}

async function scanWithin(
  given: ScanSettings,
  io: CliIo,
  more: Pick<RunOptions, 'begun' | 'onProgress'>,
  extent?: Extent,
): Promise<OneScan> {
  const settings =
    given.before === undefined
      ? given
      : { ...given, catalogue: inWordsBefore(given.catalogue, given.before.catalogue) };
  const { flags } = settings;
  // Texts that are not on disk are not cached.
  const place = settings.overlay === undefined ? cachePlace(settings, io) : undefined;
  const { facts } = settings;
  const cache = place === undefined && facts === undefined ? undefined : openCache(place, readFacts(settings, io));
  const { change } = settings;
  const { begun = new BegunScan() } = more;
  // Other states of the tree are not on disk.
  const reading =
    place === undefined || change !== undefined || settings.oneFile !== undefined
      ? undefined
      : openReading(place, settings.root, begun.stamps);
  const tell = (problem: string | undefined): void => {
    if (problem !== undefined && flags.cacheLocation !== undefined)
      io.err(`warning: results were not kept in '${escapeText(flags.cacheLocation)}': ${escapeText(problem)}.\n`);
  };
  const kept = async <T extends ScanResult>(scan: Promise<T>): Promise<T> => {
    try {
      const result = await scan;
      // Results that were cut short, or found while files changed, are not cached.
      if (place && cache && result.stopped === undefined && reading?.isOutdated !== true) {
        tell(saveCache(cache, place));
        if (reading !== undefined && cache.isUsed) tell(saveReading(reading, place, cache));
      }
      return result;
    } catch (error) {
      if (place && reading && error instanceof ApisSeen) tell(saveReading(reading, place));
      throw error;
    }
  };
  const dependencies = dependenciesOf(settings);
  const options: RunOptions = {
    ...runOptions(settings, io),
    own: ownFiles(settings, io.cwd, place?.folder),
    ...(settings.overlay === undefined ? {} : { overlay: settings.overlay }),
    ...(flags.fix || flags.fixDryRun ? { fixAcross: repositoryOf(io.cwd) } : {}),
    cache,
    reading,
    ...more,
    begun,
  };
  if (settings.oneFile !== undefined) {
    const { notScanned, ...result } = await drainAsync(
      oneFileSteps(settings.oneFile, options, dependencies),
      io.signal,
      options.allowance,
    );
    return { settings, result, ...(notScanned === undefined ? {} : { notScanned }) };
  }
  if (change === undefined)
    return {
      settings,
      result: await kept(drainAsync(scanSteps(options, dependencies, extent), io.signal, options.allowance)),
    };
  // git names files by their real paths.
  const root = realpathSync(settings.root);
  const paths = settings.paths.map((path) =>
    path.startsWith(settings.root) ? root + path.slice(settings.root.length) : path,
  );
  const inTree = { ...options, root, paths, ...(settings.also === undefined ? {} : { also: settings.also }) };
  const asBefore = ({
    catalogue,
    clients,
    ignore,
    automatic,
    tsconfig,
    files,
  }: SettingsBefore): Promise<ChangeResult> => {
    const { tsconfig: _now, cache: _kept, onProgress: _shown, ...rest } = inTree;
    const signs = automatic?.signs;
    const earlier = { ...rest, clients, signs, ignore: [...ignore], ...(tsconfig === undefined ? {} : { tsconfig }) };
    const tree = { ...change, now: new Map([...change.now, ...files]) };
    return drainAsync(
      changeSteps(earlier, dependenciesOf({ ...settings, catalogue }), tree),
      io.signal,
      options.allowance,
    );
  };
  const after = await kept(drainAsync(changeSteps(inTree, dependencies, change), io.signal, options.allowance));
  const found =
    settings.before === undefined
      ? after
      : judgedByBoth(after, await asBefore(settings.before), {
          by: 'the settings before this change',
          hiding: 'its configuration, catalogues or module settings',
        });
  const result = {
    ...found,
    report: amend(found.report, { limits: change.limits }),
    missing: [...found.missing, ...unreadFiles(change, root)],
  };
  return { settings, result, change: result };
}

/** The files of a change that could not be read, named as in the report. */
function unreadFiles({ unread }: TreeChange, root: string): ScanResult['missing'] {
  return unread.slice(0, MAX_UNREAD).map(({ path, reason }, index) => {
    const rest = index === MAX_UNREAD - 1 ? unread.length - MAX_UNREAD : 0;
    return {
      path: relative(root, path).split(sep).join('/'),
      reason: rest > 0 ? `${reason}. The same holds for ${rest} more files` : reason,
    };
  });
}

const MAX_UNREAD = 50;

/** Dependencies of a scan beside its options. */
export function dependenciesOf(
  { flags, catalogue, automatic }: ScanSettings,
  more: Pick<AnalyseOptions, 'trace' | 'completesAll'> = {},
): ScanDependencies {
  const optional: Pick<AnalyseOptions, 'resources' | 'testDoubles' | 'trace' | 'completesAll'> = {
    ...more,
    resources: flags.alsoReport?.includes('resources') === true ? 'report' : 'known',
    testDoubles: flags.alsoReport?.includes('testDoubles') === true ? 'report' : 'skip',
  };
  let engine: typeof import('../../../engine/analyse.js') | undefined;
  return {
    catalogue,
    // Most commits have nothing to analyse.
    ready: async () => {
      engine ??= await import('../../../engine/analyse.js');
    },
    closed: async () => {
      const { createClosedTest } = await import('../../../engine/closed-requests.js');
      const possible = automatic?.with(packagedApis()).catalogue ?? catalogue;
      return { catalogues: [catalogue, possible], createTest: createClosedTest };
    },
    createAnalyser: (context) =>
      expectDefined(engine, 'the engine is not loaded').createAnalyser({ ...context, ...optional }),
  };
}

/** The settings as options of a scan. */
export function runOptions(settings: ScanSettings, io: Pick<CliIo, 'today'>): RunOptions {
  const { flags, clients } = settings;
  return {
    root: settings.root,
    paths: settings.paths,
    include: flags.include,
    ignoreFiles: flags.ignoreFiles,
    ...(flags.tsconfig === undefined ? {} : { tsconfig: flags.tsconfig }),
    minConfidence: flags.minConfidence,
    asOf: flags.asOf ?? io.today(),
    ...(flags.maxFileSize === undefined ? {} : { maxFileSize: flags.maxFileSize }),
    allowance: new Allowance(flags),
    ...(flags.languages === undefined ? {} : { languages: flags.languages }),
    documents: flags.alsoReport?.includes('documents') === true,
    tests: flags.alsoReport?.includes('tests') === false ? 'skip' : 'mark',
    clients,
    signs: settings.automatic?.signs,
    ignore: [...settings.ignore],
    limits: settings.unread,
    ignored: flags.verbose ? 'mark' : 'omit',
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
    ...(flags.allowNoFiles ? { empty: 'allowed' as const } : {}),
  };
}

/**
 * Parts of sentences about findings of only one of two judgements: which one, and the reason why the other hides them.
 */
interface Judgement {
  readonly by: string;
  readonly hiding: string;
}

/**
 * A change as two judgements see it, such as the settings after it and those before it: a finding of either counts, in
 * the state in which it fails more.
 */
function judgedByBoth(now: ChangeResult, before: ChangeResult, { by, hiding }: Judgement): ChangeResult {
  const known = new Map(now.report.findings.map((finding) => [findingKey(finding), finding]));
  const more = before.report.findings.filter((finding) => isMore(finding, known.get(findingKey(finding))));
  const replaced = new Set(more.map(findingKey));
  const findings = [...now.report.findings.filter((finding) => !replaced.has(findingKey(finding))), ...more];
  const limits =
    more.length === 0
      ? []
      : [
          `${count(more.length, 'finding')} ${more.length === 1 ? 'counts' : 'count'} by ${by} alone: ${hiding} hide ${more.length === 1 ? 'it' : 'them'}.`,
        ];
  return {
    ...now,
    report: amend(now.report, { findings: findings.sort(compareFindings), limits }),
    missing: [
      ...now.missing,
      ...before.missing.filter(({ path }) => !now.missing.some((known) => known.path === path)),
    ],
    unread: [...now.unread, ...before.unread.filter(({ file }) => !now.unread.some((known) => known.file === file))],
    shortfalls: [...new Set([...now.shortfalls, ...before.shortfalls])],
    stopped: now.stopped ?? before.stopped,
    textOf: (file) => now.textOf(file) ?? before.textOf(file),
  };
}

/** Whether a finding is more severe than the known one at its place, which may be absent, hidden, or of a later end. */
function isMore(finding: ReportFinding, known: ReportFinding | undefined): boolean {
  if (known === undefined) return true;
  if (known.suppression?.by === 'configuration' && finding.suppression === undefined) return true;
  return finding.lifecycle === 'sunset' && known.lifecycle === 'deprecated';
}

function findingKey({ file, range, rule, deprecation, method, operation }: ReportFinding): string {
  return JSON.stringify([file, range, rule, deprecation, method, operation]);
}

/** Characters that are shown of the words of a change. */
const MAX_SAID = 300;

/** Addresses, and other texts that programs turn into links. */
const LINK = /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s;]*/gi;

/**
 * The catalogue after a change in words that are not the change's: those of the catalogue before it, else the ids
 * alone. The words of the change are in `changeSays`, without links. Dates and operations are those after the change.
 */
function inWordsBefore(now: Catalogue, before: Catalogue): Catalogue {
  const known = new Map(before.deprecations.map((one) => [one.id, one]));
  const apis = new Map(before.apis.map((one) => [one.id, one]));
  return {
    ...now,
    apis: now.apis.map((api) => renamed(api, apis.get(api.id) ?? NAMELESS)),
    deprecations: now.deprecations.map((one) => reworded(one, known.get(one.id))),
  };
}

const NAMELESS: Pick<Api, 'title' | 'vendor'> = {};

function renamed(now: Api, { title, vendor }: Pick<Api, 'title' | 'vendor'>): Api {
  const { title: _title, vendor: _vendor, ...rest } = now;
  return { ...rest, ...(title === undefined ? {} : { title }), ...(vendor === undefined ? {} : { vendor }) };
}

function reworded(now: Deprecation, before: Deprecation | undefined): Deprecation {
  if (JSON.stringify(wordsOf(now)) === JSON.stringify(before && wordsOf(before))) return now;
  const { url: _url, advice: _advice, note: _note, values: _values, nearMisses: _near, ...facts } = now;
  const { url, advice, note, values, nearMisses = [], feature = now.id, replacement = UNSTATED } = before ?? {};
  const worded = {
    ...facts,
    feature,
    replacement,
    nearMisses,
    ...(url === undefined ? {} : { url }),
    ...(advice === undefined ? {} : { advice }),
    ...(note === undefined ? (now.kind === 'cipher-suites' ? { note: '' } : {}) : { note }),
    ...(values === undefined ? {} : { values }),
    changeSays: newWords(now, before),
  };
  // The edit of a fix uses these.
  if (worded.kind === 'field' && worded.instead !== (before?.kind === 'field' ? before.instead : undefined)) {
    const { instead: _instead, ...field } = worded;
    return field;
  }
  return worded as Deprecation;
}

const UNSTATED = { kind: 'unstated' } as const;

/** All words of an entry that a reader sees. */
function wordsOf(deprecation: Deprecation): readonly unknown[] {
  const { feature, url, replacement, advice, note, values, nearMisses } = deprecation;
  const edited = deprecation.kind === 'field' ? deprecation.instead : undefined;
  return [feature, url, replacement, advice, note, values, nearMisses, edited];
}

/** The words of an entry that are new, in one line. */
function newWords(now: Deprecation, before: Deprecation | undefined): string {
  const known = new Set(before === undefined ? [] : textsOf(before));
  const text = textsOf(now)
    .filter((one) => !known.has(one))
    .join('; ');
  return text.slice(0, 2000).replace(LINK, '…').slice(0, MAX_SAID);
}

function textsOf({ feature, replacement, advice = {}, note = '' }: Deprecation): readonly string[] {
  const { endpoint = '', sdk = '', terraform = '', caution = '' }: Advice = advice;
  const texts = [feature, describeReplacement(replacement), note, endpoint, sdk, terraform, caution];
  return texts.filter((text) => text !== '');
}

/** Scans, and once more with the catalogues of the APIs that the files turn out to use. */
export async function withSeenApis<T>(
  settings: ScanSettings,
  scan: (settings: ScanSettings, begun: BegunScan) => Promise<T>,
): Promise<T> {
  const begun = new BegunScan();
  for (let known = settings; ;) {
    try {
      return await scan(known, begun);
    } catch (error) {
      if (!(error instanceof ApisSeen)) throw error;
      known = withApis(known, error.ids);
    }
  }
}

/** The settings with catalogues of these APIs, for both states of a change. */
function withApis(settings: ScanSettings, ids: ReadonlySet<string>): ScanSettings {
  const { automatic, before } = settings;
  return {
    ...settings,
    ...automatic?.with(ids),
    ...(before === undefined ? {} : { before: { ...before, ...before.automatic?.with(ids) } }),
  };
}

/** Files that could not be read, each in a sentence for a terminal. */
export function scanProblems({ missing, shortfalls, stopped }: ScanResult): readonly string[] {
  return [
    ...missing.map(({ path, reason }) => `cannot scan '${escapeText(path)}': ${reason}.`),
    ...shortfalls.map(escapeText),
    ...(stopped === undefined ? [] : [`stopped ${stopped}: not all was looked at.`]),
  ];
}

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
import { ResourceLimit } from '../../../scan/resource-limit.js';
import { ReadState } from '../../../scan/read-state.js';
import { MoreApisFound } from '../../../scan/prepare-scan.js';
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
  /** The settings, with catalogues of the APIs that the files use. */
  readonly settings: ScanSettings;
  /** Present if only a change was scanned. */
  readonly change?: ChangeResult;
  /** Present for a scan of one file: the reason why it was not scanned. */
  readonly notScanned?: string;
}

/**
 * Runs a scan, and repeats it if files use APIs that the catalogue lacks.
 *
 * @throws the reason of `io.signal` if the signal is aborted.
 */
export async function scanOnce(
  settings: ScanSettings,
  io: CliIo,
  onProgress: (progress: ScanProgress) => void,
  knownAnalyses?: ReadonlyMap<string, FileAnalysis>,
): Promise<OneScan> {
  const scan = await scanWithSeenApis(settings, (settingsWithApis, readState) =>
    scanWithSettings(
      settingsWithApis,
      io,
      { readState, onProgress },
      settingsWithApis === settings ? { known: knownAnalyses } : {},
    ),
  );
  const { rebuildSettings } = settings;
  if (rebuildSettings === undefined || scan.change === undefined) return scan;
  // Prevents a change from hiding its findings by installing other catalogues.
  const ownCataloguesScan = await withOwnCatalogues(() =>
    scanWithSeenApis({ ...settings, ...rebuildSettings() }, (settingsWithApis, readState) =>
      scanWithSettings(settingsWithApis, io, { readState, onProgress }),
    ),
  );
  const result = mergeGateResults(
    scan.change,
    expectDefined(ownCataloguesScan.change, 'the scan was one of a change'),
    {
      countingScan: `the catalogues of ${readTool().name} itself`,
      hidingCause: `those of ${DATA_PACKAGE}, which this change may have installed,`,
    },
  );
  return { ...scan, result, change: result };
}

async function scanWithSettings(
  givenSettings: ScanSettings,
  io: CliIo,
  moreOptions: Pick<RunOptions, 'readState' | 'onProgress'>,
  extent?: Extent,
): Promise<OneScan> {
  const settings =
    givenSettings.before === undefined
      ? givenSettings
      : { ...givenSettings, catalogue: withEarlierTexts(givenSettings.catalogue, givenSettings.before.catalogue) };
  const { flags } = settings;
  // Results for unsaved texts are not cached.
  const place = settings.overlay === undefined ? cachePlace(settings, io) : undefined;
  const { facts } = settings;
  const cache = place === undefined && facts === undefined ? undefined : openCache(place, readFacts(settings, io));
  const { change } = settings;
  const { readState = new ReadState() } = moreOptions;
  // The cache of read files is for full scans of the tree on disk.
  const reading =
    place === undefined || change !== undefined || settings.oneFile !== undefined
      ? undefined
      : openReading(place, settings.root, readState.stamps);
  const warnOfCache = (problem: string | undefined): void => {
    if (problem !== undefined && flags.cacheLocation !== undefined)
      io.err(`warning: results were not kept in '${escapeText(flags.cacheLocation)}': ${escapeText(problem)}.\n`);
  };
  const cacheResultOf = async <T extends ScanResult>(scan: Promise<T>): Promise<T> => {
    try {
      const result = await scan;
      // Incomplete results, and results of files that changed during the scan, are not cached.
      if (place && cache && result.stopped === undefined && reading?.isOutdated !== true) {
        warnOfCache(saveCache(cache, place));
        if (reading !== undefined && cache.isUsed) warnOfCache(saveReading(reading, place, cache));
      }
      return result;
    } catch (error) {
      if (place && reading && error instanceof MoreApisFound) warnOfCache(saveReading(reading, place));
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
    ...moreOptions,
    readState,
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
      result: await cacheResultOf(drainAsync(scanSteps(options, dependencies, extent), io.signal, options.allowance)),
    };
  // git names files by their real paths.
  const root = realpathSync(settings.root);
  const paths = settings.paths.map((path) =>
    path.startsWith(settings.root) ? root + path.slice(settings.root.length) : path,
  );
  const treeOptions = {
    ...options,
    root,
    paths,
    ...(settings.earlierGlobs === undefined ? {} : { also: settings.earlierGlobs }),
  };
  const scanWithEarlierSettings = ({
    catalogue,
    clients,
    ignore,
    automatic,
    tsconfig,
    files,
  }: SettingsBefore): Promise<ChangeResult> => {
    const { tsconfig: _tsconfig, cache: _cache, onProgress: _onProgress, ...commonOptions } = treeOptions;
    const signs = automatic?.signs;
    const earlierOptions = {
      ...commonOptions,
      clients,
      signs,
      ignore: [...ignore],
      ...(tsconfig === undefined ? {} : { tsconfig }),
    };
    const changeWithEarlierFiles = { ...change, now: new Map([...change.now, ...files]) };
    return drainAsync(
      changeSteps(earlierOptions, dependenciesOf({ ...settings, catalogue }), changeWithEarlierFiles),
      io.signal,
      options.allowance,
    );
  };
  const resultAfter = await cacheResultOf(
    drainAsync(changeSteps(treeOptions, dependencies, change), io.signal, options.allowance),
  );
  const merged =
    settings.before === undefined
      ? resultAfter
      : mergeGateResults(resultAfter, await scanWithEarlierSettings(settings.before), {
          countingScan: 'the settings before this change',
          hidingCause: 'its configuration, catalogues or module settings',
        });
  const result = {
    ...merged,
    report: amend(merged.report, { limits: change.limits }),
    missing: [...merged.missing, ...unreadFiles(change, root)],
  };
  return { settings, result, change: result };
}

/** Lists unreadable files of a change, with their names in the report. */
function unreadFiles({ unread }: TreeChange, root: string): ScanResult['missing'] {
  return unread.slice(0, MAX_LISTED_FILES).map(({ path, reason }, index) => {
    const more = index === MAX_LISTED_FILES - 1 ? unread.length - MAX_LISTED_FILES : 0;
    return {
      path: relative(root, path).split(sep).join('/'),
      reason: more > 0 ? `${reason}. The same holds for ${more} more files` : reason,
    };
  });
}

const MAX_LISTED_FILES = 50;

/** Creates the dependencies of a scan, which are not part of its options. */
export function dependenciesOf(
  { flags, catalogue, automatic }: ScanSettings,
  traceOptions: Pick<AnalyseOptions, 'trace' | 'completesAll'> = {},
): ScanDependencies {
  const engineOptions: Pick<AnalyseOptions, 'resources' | 'testDoubles' | 'trace' | 'completesAll'> = {
    ...traceOptions,
    resources: flags.alsoReport?.includes('resources') === true ? 'report' : 'known',
    testDoubles: flags.alsoReport?.includes('testDoubles') === true ? 'report' : 'skip',
  };
  let engine: typeof import('../../../engine/analyse.js') | undefined;
  return {
    catalogue,
    // Loaded on demand, because most commits have nothing to analyse.
    ready: async () => {
      engine ??= await import('../../../engine/analyse.js');
    },
    loadIndependence: async () => {
      const { createIndependenceTest } = await import('../../../engine/independent-code.js');
      const fullCatalogue = automatic?.with(packagedApis()).catalogue ?? catalogue;
      return { catalogues: [catalogue, fullCatalogue], createTest: createIndependenceTest };
    },
    createAnalyser: (context) =>
      expectDefined(engine, 'the engine is not loaded').createAnalyser({ ...context, ...engineOptions }),
  };
}

/** Converts settings to the options of a scan. */
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
    allowance: new ResourceLimit(flags),
    ...(flags.languages === undefined ? {} : { languages: flags.languages }),
    documents: flags.alsoReport?.includes('documents') === true,
    tests: flags.alsoReport?.includes('tests') === false ? 'skip' : 'mark',
    clients,
    signs: settings.automatic?.signs,
    ignore: [...settings.ignore],
    limits: settings.unreadConfigNotes,
    ignored: flags.verbose ? 'mark' : 'omit',
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
    ...(flags.allowNoFiles ? { empty: 'allowed' as const } : {}),
  };
}

/** Phrases for findings of only one of two scans: that scan, and the cause that hides them in the other scan. */
interface JudgementWords {
  readonly countingScan: string;
  readonly hidingCause: string;
}

/**
 * Merges the results of two scans of a change, such as with the settings after and before the change. Findings of both
 * scans count; of the same finding, the more severe form.
 */
function mergeGateResults(
  now: ChangeResult,
  before: ChangeResult,
  { countingScan, hidingCause }: JudgementWords,
): ChangeResult {
  const findingsNow = new Map(now.report.findings.map((finding) => [findingKey(finding), finding]));
  const severerFindings = before.report.findings.filter((finding) =>
    isMoreSevere(finding, findingsNow.get(findingKey(finding))),
  );
  const replacedKeys = new Set(severerFindings.map(findingKey));
  const findings = [
    ...now.report.findings.filter((finding) => !replacedKeys.has(findingKey(finding))),
    ...severerFindings,
  ];
  const limits =
    severerFindings.length === 0
      ? []
      : [
          `${count(severerFindings.length, 'finding')} ${severerFindings.length === 1 ? 'counts' : 'count'} by ${countingScan} alone: ${hidingCause} hide ${severerFindings.length === 1 ? 'it' : 'them'}.`,
        ];
  return {
    ...now,
    report: amend(now.report, { findings: findings.sort(compareFindings), limits }),
    missing: [...now.missing, ...before.missing.filter(({ path }) => !now.missing.some((item) => item.path === path))],
    unread: [...now.unread, ...before.unread.filter(({ file }) => !now.unread.some((item) => item.file === file))],
    shortfalls: [...new Set([...now.shortfalls, ...before.shortfalls])],
    stopped: now.stopped ?? before.stopped,
    textOf: (file) => now.textOf(file) ?? before.textOf(file),
  };
}

/** Whether the counterpart of a finding in the other scan is absent or ignored, or has its end of life ahead. */
function isMoreSevere(finding: ReportFinding, counterpart: ReportFinding | undefined): boolean {
  if (counterpart === undefined) return true;
  if (counterpart.suppression?.by === 'configuration' && finding.suppression === undefined) return true;
  return finding.lifecycle === 'sunset' && counterpart.lifecycle === 'deprecated';
}

function findingKey({ file, range, rule, deprecation, method, operation }: ReportFinding): string {
  return JSON.stringify([file, range, rule, deprecation, method, operation]);
}

/** Maximum number of characters that a report shows of the texts of a change. */
const MAX_EXCERPT_CHARACTERS = 300;

/** URL, or another text that programs turn into a link. */
const LINK = /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s;]*/gi;

/**
 * Replaces the texts of a changed catalogue by the texts before the change, or by ids, so that a change cannot word its
 * own report. New texts are in `changeSays`, without links. Dates and operations are those after the change.
 */
function withEarlierTexts(now: Catalogue, before: Catalogue): Catalogue {
  const deprecationsBefore = new Map(before.deprecations.map((deprecation) => [deprecation.id, deprecation]));
  const apisBefore = new Map(before.apis.map((api) => [api.id, api]));
  return {
    ...now,
    apis: now.apis.map((api) => withEarlierNames(api, apisBefore.get(api.id) ?? UNNAMED_API)),
    deprecations: now.deprecations.map((deprecation) =>
      withEarlierWording(deprecation, deprecationsBefore.get(deprecation.id)),
    ),
  };
}

const UNNAMED_API: Pick<Api, 'title' | 'vendor'> = {};

function withEarlierNames(now: Api, { title, vendor }: Pick<Api, 'title' | 'vendor'>): Api {
  const { title: _title, vendor: _vendor, ...unnamed } = now;
  return { ...unnamed, ...(title === undefined ? {} : { title }), ...(vendor === undefined ? {} : { vendor }) };
}

function withEarlierWording(now: Deprecation, before: Deprecation | undefined): Deprecation {
  if (JSON.stringify(shownTextsOf(now)) === JSON.stringify(before && shownTextsOf(before))) return now;
  const { url: _url, advice: _advice, note: _note, values: _values, nearMisses: _near, ...unworded } = now;
  const {
    url,
    advice,
    note,
    values,
    nearMisses = [],
    feature = now.id,
    replacement = UNSTATED_REPLACEMENT,
  } = before ?? {};
  const reworded = {
    ...unworded,
    feature,
    replacement,
    nearMisses,
    ...(url === undefined ? {} : { url }),
    ...(advice === undefined ? {} : { advice }),
    ...(note === undefined ? (now.kind === 'cipher-suites' ? { note: '' } : {}) : { note }),
    ...(values === undefined ? {} : { values }),
    changeSays: newTexts(now, before),
  };
  // Fixes write `instead` into code.
  if (reworded.kind === 'field' && reworded.instead !== (before?.kind === 'field' ? before.instead : undefined)) {
    const { instead: _instead, ...field } = reworded;
    return field;
  }
  return reworded as Deprecation;
}

const UNSTATED_REPLACEMENT = { kind: 'unstated' } as const;

/** Lists all texts of an entry that are shown. */
function shownTextsOf(deprecation: Deprecation): readonly unknown[] {
  const { feature, url, replacement, advice, note, values, nearMisses } = deprecation;
  const insertedText = deprecation.kind === 'field' ? deprecation.instead : undefined;
  return [feature, url, replacement, advice, note, values, nearMisses, insertedText];
}

/** Joins the new texts of an entry to one line. */
function newTexts(now: Deprecation, before: Deprecation | undefined): string {
  const textsBefore = new Set(before === undefined ? [] : textsOf(before));
  const text = textsOf(now)
    .filter((part) => !textsBefore.has(part))
    .join('; ');
  return text.slice(0, 2000).replace(LINK, '…').slice(0, MAX_EXCERPT_CHARACTERS);
}

function textsOf({ feature, replacement, advice = {}, note = '' }: Deprecation): readonly string[] {
  const { endpoint = '', sdk = '', terraform = '', caution = '' }: Advice = advice;
  const texts = [feature, describeReplacement(replacement), note, endpoint, sdk, terraform, caution];
  return texts.filter((text) => text !== '');
}

/** Runs a scan, and repeats it with the catalogues of further APIs that the files use. */
export async function scanWithSeenApis<T>(
  settings: ScanSettings,
  scan: (settings: ScanSettings, readState: ReadState) => Promise<T>,
): Promise<T> {
  const readState = new ReadState();
  for (let current = settings; ;) {
    try {
      return await scan(current, readState);
    } catch (error) {
      if (!(error instanceof MoreApisFound)) throw error;
      current = withApis(current, error.ids);
    }
  }
}

/** Adds catalogues of APIs to the settings, for both states of a change. */
function withApis(settings: ScanSettings, ids: ReadonlySet<string>): ScanSettings {
  const { automatic, before } = settings;
  return {
    ...settings,
    ...automatic?.with(ids),
    ...(before === undefined ? {} : { before: { ...before, ...before.automatic?.with(ids) } }),
  };
}

/** Describes unreadable files and other problems, each in a sentence for a terminal. */
export function scanProblems({ missing, shortfalls, stopped }: ScanResult): readonly string[] {
  return [
    ...missing.map(({ path, reason }) => `cannot scan '${escapeText(path)}': ${reason}.`),
    ...shortfalls.map(escapeText),
    ...(stopped === undefined ? [] : [`stopped ${stopped}: not all was looked at.`]),
  ];
}

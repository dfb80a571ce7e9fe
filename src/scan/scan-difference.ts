import { basename, join, resolve, sep } from 'node:path';
import { ScanError } from '../core/model/errors.js';
import type { ReportFinding } from '../report/report.js';
import { FileProbe } from '../files/file-probe.js';
import { isSettingsFile } from '../files/settings-files.js';
import { sizeOf } from '../files/walk.js';
import { toName } from '../files/file-name.js';
import { kindsOf, listFound, nothingToScan } from './prepare-scan.js';
import { subtract } from './report-algebra.js';
import { assertOptions, OpenScan, scanSteps } from './open-scan.js';
import type { Extent, RunOptions, ScanDependencies, ScanResult } from './open-scan.js';
import type { Steps } from './steps.js';
import { SkipLog } from '../files/skip-log.js';
import { isWide } from '../files/deciding-files.js';
import { TreeOverlay } from '../files/tree-overlay.js';
import { isBundlerConfig } from '../files/bundlers/config-names.js';
import { relevantData, relevantSources, relevantSettings } from './harmless-change.js';
import { unreadOfChange } from './unread-files.js';
import type { UnreadOfChange } from './unread-files.js';
import { watchedCatalogue } from './withdrawn.js';

/** Two states of a tree, as differences from the files on disk. */
export interface ChangeInput {
  readonly before: ReadonlyMap<string, Uint8Array | null>;
  readonly now: ReadonlyMap<string, Uint8Array | null>;
  /** Absolute paths of the files that differ between the two. */
  readonly changed: readonly string[];
  /** Repositories inside this one that the change adds, by absolute path. */
  readonly repositories: readonly string[];
}

/** A scan of a change. */
export interface ChangeResult extends ScanResult {
  /** Files that differ, deleted ones included, relative to the root. */
  readonly changed: ReadonlySet<string>;
  /** Findings that were open before and that a comment suppresses now. */
  readonly excepted: readonly ReportFinding[];
  /** Files that match only the earlier globs, and whether these are all files. */
  readonly dropped: { readonly files: readonly string[]; readonly all: boolean };
  /** Files that differ, may call an API and were not read. */
  readonly unread: readonly UnreadOfChange[];
}

const ALL_KINDS = kindsOf({ documents: true });

/**
 * Whether the content of a file can matter to a scan: a program, a file that affects module resolution, or a setting.
 * Of others, such as images, only their existence counts.
 */
export function isReadOfChange(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    isSettingsFile(path) ||
    /\.(?:json[c5]?|ya?ml|lock|hcl|toml|txt)$/i.test(name) ||
    /^\.?[^.]+$/.test(name) ||
    ALL_KINDS.listed(path) !== undefined
  );
}

/**
 * Scans for findings that a change introduces: both states are analysed, as far as the change can reach, and findings
 * of the old state are subtracted. So a finding counts even if its cause is in another file.
 */
export function* changeSteps(
  options: RunOptions,
  dependencies: ScanDependencies,
  change: ChangeInput,
): Steps<ChangeResult> {
  assertOptions(options);
  const root = resolve(options.root ?? '.');
  const changed = change.changed.filter((path) => path.startsWith(root + sep)).map((path) => toName(root, path));
  const nowOptions = { ...options, overlay: new TreeOverlay(change.now), changed: new Set(changed) };
  const { result, excepted = [] } = yield* findIntroduced({ ...nowOptions, empty: 'allowed' }, dependencies, {
    changed,
    before: new TreeOverlay(change.before),
  });
  if (options.empty !== 'allowed') refuseBlind(nowOptions, changed, result);
  const unread = unreadOfChange({
    root,
    changed: nowOptions.changed,
    repositories: change.repositories,
    overlay: nowOptions.overlay,
    kinds: kindsOf(options),
    catalogue: watchedCatalogue(dependencies.catalogue),
    options,
    result,
  });
  return { ...result, excepted, changed: nowOptions.changed, dropped: droppedFiles(nowOptions), unread };
}

interface Introduced {
  readonly result: ScanResult;
  readonly excepted?: readonly ReportFinding[];
}

/** Finds the findings of the later state that the earlier one lacks. */
function* findIntroduced(
  nowOptions: RunOptions & { readonly overlay: TreeOverlay },
  dependencies: ScanDependencies,
  { changed, before: overlay }: { readonly changed: readonly string[]; readonly before: TreeOverlay },
): Steps<Introduced> {
  const root = resolve(nowOptions.root ?? '.');
  const kinds = kindsOf(nowOptions);
  const isSource = (file: string): boolean => kinds.listed(file) !== undefined;
  const others = changed.filter((file) => !isSource(file));
  const data = relevantData(others, nowOptions, overlay, dependencies.catalogue);
  let relevant = changed;
  const settings = relevantSettings(changed, nowOptions, overlay, dependencies.catalogue);
  if (!changed.some(isWide) && settings.length === 0) {
    const sources = yield* relevantSources(changed.filter(isSource), nowOptions, overlay, dependencies);
    // Problems, such as files that cannot be read, are still reported.
    if (sources.length + data.length === 0)
      return {
        result: yield* scanSteps(
          { ...nowOptions, cache: undefined, among: new Set(changed), isProblemsOnly: true },
          dependencies,
          { only: new Set() },
        ),
      };
    relevant = [...sources, ...others];
  }
  // Files that affect module resolution can change the result of any file.
  const wide = settings.length > 0 || relevant.some((file) => isWide(file) || isBundlerConfig(basename(file)));
  const modules = { data: new Set(data) };
  const now = OpenScan.of({ ...nowOptions, ...modules }, dependencies);
  const selected = yield* now.select();
  if (selected.candidates.length === 0) {
    yield* now.analyse();
    return { result: now.report() };
  }
  const { onProgress: _quiet, ...quiet } = nowOptions;
  const isSame = (file: string): boolean =>
    [overlay, nowOptions.overlay].every((state) => state.content(resolve(root, file)) === undefined);
  const beforeOptions: RunOptions = {
    ...quiet,
    ...modules,
    overlay,
    changed: new Set(),
    cache: quiet.cache?.sibling(),
    twin: { prepared: selected, isSame },
  };
  const before = OpenScan.of(beforeOptions, dependencies);
  const [probeBefore, probeNow] = [new FileProbe(overlay), new FileProbe(nowOptions.overlay)];
  // The importers of a deleted file are known in the earlier state alone.
  const deleted = relevant.filter((file) => !probeNow.isFile(join(root, file)));
  const affected = deleted.length === 0 ? undefined : (yield* before.select()).affectedBy;
  const only = wide
    ? undefined
    : new Set([...selected.affectedBy(relevant), ...(affected?.(relevant, selected.candidates) ?? [])]);
  yield* now.analyse({ only });
  const result = now.report();
  // If all findings are in new files, they are new, unless they may have moved there.
  const { findings: all } = result.report;
  if (all.length === 0 || (deleted.length === 0 && all.every(({ file }) => !probeBefore.isFile(join(root, file)))))
    return { result };
  // The earlier state is unknown: everything counts.
  if (result.stopped !== undefined) return { result };
  yield* before.analyse({ isFindingsOnly: true, ...searchExtent(result, only, deleted) });
  // A finding that only changed settings raise to a shown confidence is new.
  const earlier = before.report(settings.length === 0 ? { minConfidence: 'possible' } : {});
  const read = new Set(selected.found.read);
  const { report, known } = subtract(result, earlier, (file) => read.has(file));
  const excepted = [...known].flatMap(([finding, old]) => (isExcepted(finding) && !isExcepted(old) ? [finding] : []));
  return { result: { ...result, stopped: earlier.stopped, report }, excepted };
}

/**
 * Files of the earlier state to search for the findings of a scan: those that led to them, and deleted ones, from which
 * they may have moved; all files where a finding is in another file than the one that led to it.
 */
function searchExtent(
  { analyses, report }: ScanResult,
  only: ReadonlySet<string> | undefined,
  deleted: readonly string[],
): Pick<Extent, 'only'> {
  const filesWithFindings = new Set(
    [...analyses].flatMap(([file, { findings }]) => (findings.length > 0 ? [file] : [])),
  );
  if (report.findings.every(({ file }) => filesWithFindings.has(file)))
    return { only: new Set([...filesWithFindings, ...deleted]) };
  return only === undefined ? {} : { only };
}

function isExcepted({ suppression }: ReportFinding): boolean {
  return suppression?.kind === 'inSource' && suppression.status === 'accepted';
}

/** Refuses a scan that saw no file. @throws ScanError where globs and limits exclude all files of the change. */
function refuseBlind(
  options: RunOptions & { readonly overlay: TreeOverlay },
  changed: readonly string[],
  { read }: ScanResult,
): void {
  const probe = new FileProbe(options.overlay);
  const root = resolve(options.root ?? '.');
  if (changed.some((file) => read.has(file))) return;
  const kinds = kindsOf(options);
  if (!changed.some((file) => kinds.listed(file) === 'code' && probe.isFile(join(root, file)))) return;
  const skips = new SkipLog();
  const list = listFound(options, skips);
  const limit = options.maxFileSize ?? Infinity;
  const fits = (file: string): boolean => sizeOf(join(root, file)) <= limit;
  if (list.files.some(fits)) return;
  for (const file of list.files) skips.add('too-large', file);
  throw new ScanError(nothingToScan(options.paths ?? ['.'], list, skips));
}

function droppedFiles(options: RunOptions & { readonly overlay: TreeOverlay }): ChangeResult['dropped'] {
  const { also, ...without } = options;
  if (also === undefined) return { files: [], all: false };
  const kept = new Set(listFound(without, new SkipLog()).files);
  const files = listFound(options, new SkipLog()).files.filter((file) => !kept.has(file));
  return { files, all: kept.size === 0 && files.length > 0 };
}

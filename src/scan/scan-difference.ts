import { basename, join, resolve } from 'node:path';
import { isInside } from '../core/lib/read-file.js';
import { ScanError } from '../core/model/errors.js';
import type { ReportFinding } from '../report/report.js';
import { FileProbe } from '../files/file-probe.js';
import { isSettingsFile } from '../files/settings-files.js';
import { sizeOf } from '../files/walk.js';
import { toName } from '../files/file-name.js';
import { kindsOf, listScanFiles, nothingToScan } from './prepare-scan.js';
import { subtract } from './report-algebra.js';
import { assertOptions, OpenScan, scanSteps } from './open-scan.js';
import type { Extent, RunOptions, ScanDependencies, ScanResult } from './open-scan.js';
import type { Steps } from './steps.js';
import { SkipLog } from '../files/skip-log.js';
import { affectsResolution } from '../files/deciding-files.js';
import { TreeOverlay } from '../files/tree-overlay.js';
import { isBundlerConfig } from '../files/bundlers/config-names.js';
import { relevantDataFiles, relevantSources, relevantSettings } from './harmless-change.js';
import { unreadOfChange } from './unread-files.js';
import type { UnreadOfChange } from './unread-files.js';
import { watchedCatalogue } from './withdrawn.js';

/** Two states of a tree, each as the files that differ from those on disk. */
export interface ChangeInput {
  readonly before: ReadonlyMap<string, Uint8Array | null>;
  readonly now: ReadonlyMap<string, Uint8Array | null>;
  /** Absolute paths of the files that differ between the two. */
  readonly changed: readonly string[];
  /** Nested repositories that the change adds, by absolute path. */
  readonly repositories: readonly string[];
}

/** A scan of a change. */
export interface ChangeResult extends ScanResult {
  /** Changed files, deleted ones included, relative to the root. */
  readonly changed: ReadonlySet<string>;
  /** Findings that were open before the change, and that a comment suppresses after it. */
  readonly newlySuppressed: readonly ReportFinding[];
  /** Files that match only the globs of the state before (`also`), and whether the present globs match no file. */
  readonly dropped: { readonly files: readonly string[]; readonly all: boolean };
  /** Changed files that may call an API and were not read. */
  readonly unread: readonly UnreadOfChange[];
}

const ALL_KINDS = kindsOf({ documents: true });

/**
 * Whether the content of a file can matter to a scan: it may contain code or settings, or affect module resolution. Of
 * other files, such as images, only the existence matters.
 */
export function mayContentMatter(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    isSettingsFile(path) ||
    /\.(?:json[c5]?|ya?ml|lock|hcl|toml|txt)$/i.test(name) ||
    /^\.?[^.]+$/.test(name) ||
    ALL_KINDS.candidateKind(path) !== undefined
  );
}

/**
 * Scans for findings that a change introduces: both states are analysed, as far as the change can affect them, and the
 * findings of the state before are subtracted. So a finding counts even if its cause is in another file.
 */
export function* changeSteps(
  options: RunOptions,
  dependencies: ScanDependencies,
  change: ChangeInput,
): Steps<ChangeResult> {
  assertOptions(options);
  const root = resolve(options.root ?? '.');
  const changed = change.changed.filter((path) => isInside(root, path)).map((path) => toName(root, path));
  const nowOptions = { ...options, overlay: new TreeOverlay(change.now), changed: new Set(changed) };
  const { result, newlySuppressed = [] } = yield* findIntroduced({ ...nowOptions, empty: 'allowed' }, dependencies, {
    changed,
    before: new TreeOverlay(change.before),
  });
  if (options.empty !== 'allowed') refuseUnseenChange(nowOptions, changed, result);
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
  return {
    ...result,
    newlySuppressed,
    changed: nowOptions.changed,
    dropped: droppedFiles(nowOptions),
    unread,
  };
}

interface IntroducedFindings {
  readonly result: ScanResult;
  readonly newlySuppressed?: readonly ReportFinding[];
}

/** Finds the findings of the state now that the state before lacks. */
function* findIntroduced(
  nowOptions: RunOptions & { readonly overlay: TreeOverlay },
  dependencies: ScanDependencies,
  { changed, before: beforeOverlay }: { readonly changed: readonly string[]; readonly before: TreeOverlay },
): Steps<IntroducedFindings> {
  const root = resolve(nowOptions.root ?? '.');
  const kinds = kindsOf(nowOptions);
  const isSource = (file: string): boolean => kinds.candidateKind(file) !== undefined;
  const otherFiles = changed.filter((file) => !isSource(file));
  const dataFiles = relevantDataFiles(otherFiles, nowOptions, beforeOverlay, dependencies.catalogue);
  let relevantFiles = changed;
  const settings = relevantSettings(changed, nowOptions, beforeOverlay, dependencies.catalogue);
  if (!changed.some(affectsResolution) && settings.length === 0) {
    const sources = yield* relevantSources(changed.filter(isSource), nowOptions, beforeOverlay, dependencies);
    // Problems, such as files that cannot be read, are still reported.
    if (sources.length + dataFiles.length === 0)
      return {
        result: yield* scanSteps(
          { ...nowOptions, cache: undefined, among: new Set(changed), onlyProblems: true },
          dependencies,
          { only: new Set() },
        ),
      };
    relevantFiles = [...sources, ...otherFiles];
  }
  // Files that affect module resolution can change the result of any file.
  const isWideChange =
    settings.length > 0 || relevantFiles.some((file) => affectsResolution(file) || isBundlerConfig(basename(file)));
  const data = new Set(dataFiles);
  const nowScan = OpenScan.of({ ...nowOptions, data }, dependencies);
  const preparedNow = yield* nowScan.select();
  if (preparedNow.candidates.length === 0) {
    yield* nowScan.analyse();
    return { result: nowScan.report() };
  }
  const { onProgress: _onProgress, ...silentOptions } = nowOptions;
  const isSame = (file: string): boolean =>
    [beforeOverlay, nowOptions.overlay].every((state) => state.content(resolve(root, file)) === undefined);
  const beforeOptions: RunOptions = {
    ...silentOptions,
    data,
    overlay: beforeOverlay,
    changed: new Set(),
    cache: silentOptions.cache?.sibling(),
    // Files that are the same in both states are read once.
    twin: { prepared: preparedNow, isSame },
  };
  const beforeScan = OpenScan.of(beforeOptions, dependencies);
  const [probeBefore, probeNow] = [new FileProbe(beforeOverlay), new FileProbe(nowOptions.overlay)];
  // Only the state before has the importers of a deleted file.
  const deleted = relevantFiles.filter((file) => !probeNow.isFile(join(root, file)));
  const affectedBefore = deleted.length === 0 ? undefined : (yield* beforeScan.select()).affectedBy;
  const only = isWideChange
    ? undefined
    : new Set([
        ...preparedNow.affectedBy(relevantFiles),
        ...(affectedBefore?.(relevantFiles, preparedNow.candidates) ?? []),
      ]);
  yield* nowScan.analyse({ only });
  const result = nowScan.report();
  // Findings in new files are new, unless they may have moved there from deleted ones.
  const { findings } = result.report;
  const isInNewFile = ({ file }: ReportFinding): boolean => !probeBefore.isFile(join(root, file));
  if (findings.length === 0 || (deleted.length === 0 && findings.every(isInNewFile))) return { result };
  // The findings of the state before are unknown: all findings count.
  if (result.stopped !== undefined) return { result };
  yield* beforeScan.analyse({ onlyFindings: true, ...searchExtent(result, only, deleted) });
  // Hidden findings of the state before are known too, unless settings changed: what new settings show is new.
  const resultBefore = beforeScan.report(settings.length === 0 ? { minConfidence: 'possible' } : {});
  const readFiles = new Set(preparedNow.found.read);
  const { report, known } = subtract(result, resultBefore, (file) => readFiles.has(file));
  const newlySuppressed = [...known].flatMap(([finding, findingBefore]) =>
    isSuppressedByComment(finding) && !isSuppressedByComment(findingBefore) ? [finding] : [],
  );
  return { result: { ...result, stopped: resultBefore.stopped, report }, newlySuppressed };
}

/**
 * Files of the state before to search for counterparts of the findings: files whose analysis gave a finding, and
 * deleted files, from which findings may have moved; all affected files if a finding was placed in another file.
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

function isSuppressedByComment({ suppression }: ReportFinding): boolean {
  return suppression?.kind === 'inSource' && suppression.status === 'accepted';
}

/**
 * Refuses a scan of a change with code, of which nothing was read.
 *
 * @throws ScanError if globs and limits leave no file to scan at all.
 */
function refuseUnseenChange(
  options: RunOptions & { readonly overlay: TreeOverlay },
  changed: readonly string[],
  { read }: ScanResult,
): void {
  const probe = new FileProbe(options.overlay);
  const root = resolve(options.root ?? '.');
  if (changed.some((file) => read.has(file))) return;
  const kinds = kindsOf(options);
  if (!changed.some((file) => kinds.candidateKind(file) === 'code' && probe.isFile(join(root, file)))) return;
  const skips = new SkipLog();
  const list = listScanFiles(options, skips);
  const limit = options.maxFileSize ?? Infinity;
  const isSmallEnough = (file: string): boolean =>
    (options.overlay.content(join(root, file))?.length ?? sizeOf(join(root, file))) <= limit;
  if (list.files.some(isSmallEnough)) return;
  for (const file of list.files) skips.add('too-large', file);
  throw new ScanError(nothingToScan(options.paths ?? ['.'], list, skips));
}

function droppedFiles(options: RunOptions & { readonly overlay: TreeOverlay }): ChangeResult['dropped'] {
  const { also, ...nowOptions } = options;
  if (also === undefined) return { files: [], all: false };
  const filesNow = new Set(listScanFiles(nowOptions, new SkipLog()).files);
  const files = listScanFiles(options, new SkipLog()).files.filter((file) => !filesNow.has(file));
  return { files, all: filesNow.size === 0 && files.length > 0 };
}

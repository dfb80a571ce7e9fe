import { resolve } from 'node:path';
import { openCache, saveCache } from '../../../cache/scan-cache.js';
import { isInside, readRegularFile } from '../../../core/lib/read-file.js';
import type { Report } from '../../../report/report.js';
import { LiveScan } from '../../../scan/live-scan.js';
import { amend } from '../../../scan/report-algebra.js';
import type { ScanResult } from '../../../scan/open-scan.js';
import { drainAsync, StepTooLong } from '../../../scan/steps.js';
import { toName } from '../../../files/file-name.js';
import { DEFAULT_MAX_FILE_SIZE } from '../../../files/read-text.js';
import { TreeOverlay } from '../../../files/tree-overlay.js';
import { applyOpenBaseline, baselineFile, openBaseline } from '../scanning/baseline-step.js';
import { cachePlace } from '../scanning/cache-place.js';
import { readFacts } from '../scanning/facts-files.js';
import { ownFiles } from '../scanning/own-files.js';
import { dependenciesOf, runOptions, scanWithSeenApis } from '../scanning/scan-settings.js';
import type { ScanSettings } from '../settings/settings.js';
import { parseScan } from '../settings/settings.js';
import type { CliIo } from '../shared/io.js';

/** Result of a scan of a folder and the texts that are open in the client. */
export interface FolderReport {
  readonly report: Report;
  readonly settings: ScanSettings;
  readonly textOf: (file: string) => string | undefined;
}

/** Milliseconds that one step of a scan may take in an editor; a file with all its imports takes less than a tenth. */
const MAX_STEP_MS = 120_000;

/** Consecutive scans of one folder with its own settings. */
export class FolderScan {
  readonly #io: CliIo;
  readonly #flags: readonly string[];
  readonly #limits: { readonly stepTime: () => number };
  #settings: ScanSettings | undefined;
  #liveScan = new LiveScan();
  /** Unsaved texts of the last scan, by absolute path. */
  #unsavedTexts = new Map<string, string>();
  /** Open texts of files whose scan took too long, by absolute path; excluded until the text changes. */
  readonly #excluded = new Map<string, string | undefined>();

  /** `io` has the folder as its working directory. */
  constructor(io: CliIo, flags: readonly string[], maxStepMs = MAX_STEP_MS) {
    this.#io = io;
    this.#flags = flags;
    this.#limits = { stepTime: () => maxStepMs };
  }

  get settings(): ScanSettings | undefined {
    return this.#settings;
  }

  /** Makes the next scan read the settings again, and scan all files. */
  forgetSettings(): void {
    this.#settings = undefined;
    this.#excluded.clear();
  }

  /** Excludes the file whose scan took too long, and discards the scan, which cannot be continued. */
  #exclude(error: unknown, root: string, openTexts: ReadonlyMap<string, string>): void {
    if (!(error instanceof StepTooLong)) throw error;
    this.#liveScan = new LiveScan();
    const path = error.file === undefined ? undefined : resolve(root, error.file);
    if (path === undefined || this.#excluded.has(path)) throw error;
    this.#excluded.set(path, openTexts.get(path));
  }

  /** Whether a file is a configuration or another input of the settings. */
  isOfSettings(path: string): boolean {
    const settings = this.#settings;
    if (settings === undefined || /(?:^|[\\/])(?:package\.json|\.?sunset-?lint[^\\/]*)$/.test(path)) return true;
    return ownFiles(settings, this.#io.cwd, undefined).includes(toName(settings.root, path));
  }

  /** Whether a file is the baseline. Changes of the baseline affect only the state of findings. */
  isBaseline(path: string): boolean {
    return this.#settings !== undefined && path === baselineFile(this.#settings, this.#io.cwd);
  }

  /**
   * Scans again. `openTexts`: by absolute path; `changedPaths`: files that may have changed on disk since the last
   * completed scan.
   *
   * @throws ConfigError, CatalogueError, ScanError, and the reason of the signal.
   */
  async scanFolder(
    openTexts: ReadonlyMap<string, string>,
    changedPaths: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<FolderReport> {
    if (this.#settings === undefined) {
      this.#liveScan = new LiveScan();
      this.#settings = await parseScan(this.#flags, [], this.#io);
    }
    const limit = this.#settings.flags.maxFileSize ?? DEFAULT_MAX_FILE_SIZE;
    const unsavedTexts = new Map([...openTexts].filter(([path, text]) => !isSavedText(path, text, limit)));
    const differingPaths = new Set([...changedPaths, ...pathsThatDiffer(this.#unsavedTexts, unsavedTexts)]);
    for (const [path, text] of this.#excluded) if (openTexts.get(path) !== text) this.#excluded.delete(path);
    const { root } = this.#settings;
    try {
      const { result, settings } = await scanWithSeenApis(this.#settings, async (settingsWithApis) => {
        if (settingsWithApis !== this.#settings) this.#liveScan = new LiveScan();
        return {
          result: await this.#scan(settingsWithApis, unsavedTexts, differingPaths, signal),
          settings: settingsWithApis,
        };
      });
      this.#settings = settings;
      this.#unsavedTexts = unsavedTexts;
      return this.#reportOf(result, settings);
    } catch (error) {
      this.#exclude(error, root, openTexts);
      return this.scanFolder(openTexts, changedPaths, signal);
    }
  }

  /**
   * Scans one open file with its imports; undefined if a full scan is needed.
   *
   * @throws the errors of `next`.
   */
  async scanFile(
    path: string,
    openTexts: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<FolderReport | undefined> {
    const settings = this.#settings;
    if (settings === undefined || !isInside(settings.root, path)) return undefined;
    const { root } = settings;
    const file = toName(root, path);
    if (this.#excluded.has(path)) return undefined;
    const overlay = [...openTexts].filter(([name]) => isInside(root, name));
    const options = { ...runOptions(settings, this.#io), overlay: this.#overlayOf(overlay) };
    const changedNames = new Set(overlay.map(([name]) => toName(root, name)));
    const steps = this.#liveScan.quickSteps(file, options, dependenciesOf(settings), changedNames);
    try {
      const result = await drainAsync(steps, signal, this.#limits);
      return result && this.#reportOf(result, settings);
    } catch (error) {
      this.#exclude(error, root, openTexts);
      return undefined;
    }
  }

  /** Returns the open texts, with excluded files marked as absent. */
  #overlayOf(texts: readonly (readonly [path: string, text: string])[]): TreeOverlay {
    const excluded = [...this.#excluded.keys()].map((path) => [path, null] as const);
    return new TreeOverlay(new Map([...texts.map(([path, text]) => [path, Buffer.from(text)] as const), ...excluded]));
  }

  #reportOf(result: ScanResult, settings: ScanSettings): FolderReport {
    const { findings } = applyOpenBaseline(openBaseline(settings, this.#io.cwd), result, settings);
    const excludedNames = [...this.#excluded.keys()].map((path) => toName(settings.root, path));
    const report = amend(result.report, {
      findings,
      skipped:
        excludedNames.length === 0 ? [] : [{ reason: 'stopped', count: excludedNames.length, paths: excludedNames }],
      unread: excludedNames.map((file) => ({ file, reason: 'stopped' })),
    });
    return { report, settings, textOf: result.textOf };
  }

  async #scan(
    settings: ScanSettings,
    unsavedTexts: ReadonlyMap<string, string>,
    differingPaths: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<ScanResult> {
    const { root } = settings;
    const overlay = [...unsavedTexts].filter(([path]) => isInside(root, path));
    // Results for unsaved texts are not cached.
    const place =
      this.#liveScan.isNew && overlay.length + this.#excluded.size === 0 ? cachePlace(settings, this.#io) : undefined;
    const cache = place === undefined ? undefined : openCache(place, readFacts(settings, this.#io));
    const options = {
      ...runOptions(settings, this.#io),
      own: ownFiles(settings, this.#io.cwd, place?.folder),
      ...(overlay.length + this.#excluded.size === 0 ? {} : { overlay: this.#overlayOf(overlay) }),
      cache,
    };
    const differingNames = new Set(
      [...differingPaths].filter((path) => isInside(root, path)).map((path) => toName(root, path)),
    );
    const result = await drainAsync(
      this.#liveScan.steps(options, dependenciesOf(settings), differingNames),
      signal,
      this.#limits,
    );
    if (cache !== undefined && place !== undefined && result.stopped === undefined) saveCache(cache, place);
    return result;
  }
}

function isSavedText(path: string, text: string, limit: number): boolean {
  const content = readRegularFile(path, { limit });
  return content.kind === 'text' && content.text === text;
}

/** Lists the paths whose texts differ, and paths in only one of the maps. */
function pathsThatDiffer(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
}

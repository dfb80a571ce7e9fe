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
import { dependenciesOf, runOptions, withSeenApis } from '../scanning/scan-settings.js';
import type { ScanSettings } from '../settings/settings.js';
import { parseScan } from '../settings/settings.js';
import type { CliIo } from '../shared/io.js';

/** Result of a scan of a folder with its open texts. */
export interface FolderReport {
  readonly report: Report;
  readonly settings: ScanSettings;
  readonly textOf: (file: string) => string | undefined;
}

/** Milliseconds that one step of a scan may take in an editor; a file with all its imports takes less than a tenth. */
const MAX_WAIT = 120_000;

/** Consecutive scans of one folder with its own settings. */
export class FolderScan {
  readonly #io: CliIo;
  readonly #flags: readonly string[];
  readonly #limits: { readonly stepTime: () => number };
  #settings: ScanSettings | undefined;
  #live = new LiveScan();
  /** Absolute paths that were scanned with an unsaved text. */
  #unsaved = new Map<string, string>();
  /** Open texts of files whose scan took too long, by absolute path; excluded until the text changes. */
  readonly #excluded = new Map<string, string | undefined>();

  /** `io`: has the folder as its working directory. `wait`: milliseconds that one step may take. */
  constructor(io: CliIo, flags: readonly string[], wait = MAX_WAIT) {
    this.#io = io;
    this.#flags = flags;
    this.#limits = { stepTime: () => wait };
  }

  get settings(): ScanSettings | undefined {
    return this.#settings;
  }

  /** Makes the next scan read the settings again, and scan all files. */
  forget(): void {
    this.#settings = undefined;
    this.#excluded.clear();
  }

  /** Excludes the file whose scan took too long, and discards the scan, which cannot be continued. */
  #exclude(error: unknown, root: string, open: ReadonlyMap<string, string>): void {
    if (!(error instanceof StepTooLong)) throw error;
    this.#live = new LiveScan();
    const path = error.file === undefined ? undefined : resolve(root, error.file);
    if (path === undefined || this.#excluded.has(path)) throw error;
    this.#excluded.set(path, open.get(path));
  }

  /** Whether a file is part of the settings. */
  isOfSettings(path: string): boolean {
    const settings = this.#settings;
    if (settings === undefined || /(?:^|[\\/])(?:package\.json|\.?sunset-?lint[^\\/]*)$/.test(path)) return true;
    return ownFiles(settings, this.#io.cwd, undefined).includes(toName(settings.root, path));
  }

  /** Whether a file is the baseline, which affects only the state of findings. */
  isBaseline(path: string): boolean {
    return this.#settings !== undefined && path === baselineFile(this.#settings, this.#io.cwd);
  }

  /**
   * Scans again. `open`: open texts by absolute path; `changed`: files that may have changed on disk since the last
   * completed scan.
   *
   * @throws ConfigError, CatalogueError, ScanError, and the reason of the signal.
   */
  async next(
    open: ReadonlyMap<string, string>,
    changed: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<FolderReport> {
    if (this.#settings === undefined) {
      this.#live = new LiveScan();
      this.#settings = await parseScan(this.#flags, [], this.#io);
    }
    const limit = this.#settings.flags.maxFileSize ?? DEFAULT_MAX_FILE_SIZE;
    const unsaved = new Map([...open].filter(([path, text]) => !isOnDisk(path, text, limit)));
    const differing = new Set([...changed, ...differences(this.#unsaved, unsaved)]);
    for (const [path, text] of this.#excluded) if (open.get(path) !== text) this.#excluded.delete(path);
    const { root } = this.#settings;
    try {
      const { result, settings } = await withSeenApis(this.#settings, async (all) => {
        if (all !== this.#settings) this.#live = new LiveScan();
        return { result: await this.#scan(all, unsaved, differing, signal), settings: all };
      });
      this.#settings = settings;
      this.#unsaved = unsaved;
      return this.#reportOf(result, settings);
    } catch (error) {
      this.#exclude(error, root, open);
      return this.next(open, changed, signal);
    }
  }

  /**
   * Scans one open file with its imports; undefined if a whole scan is needed.
   *
   * @throws as `next`.
   */
  async quick(path: string, open: ReadonlyMap<string, string>, signal: AbortSignal): Promise<FolderReport | undefined> {
    const settings = this.#settings;
    if (settings === undefined || !isInside(settings.root, path)) return undefined;
    const { root } = settings;
    const file = toName(root, path);
    if (this.#excluded.has(path)) return undefined;
    const overlay = [...open].filter(([name]) => isInside(root, name));
    const options = { ...runOptions(settings, this.#io), overlay: this.#overlayOf(overlay) };
    const changed = new Set(overlay.map(([name]) => toName(root, name)));
    const steps = this.#live.quickSteps(file, options, dependenciesOf(settings), changed);
    try {
      const result = await drainAsync(steps, signal, this.#limits);
      return result && this.#reportOf(result, settings);
    } catch (error) {
      this.#exclude(error, root, open);
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
    const paths = [...this.#excluded.keys()].map((path) => toName(settings.root, path));
    const report = amend(result.report, {
      findings,
      skipped: paths.length === 0 ? [] : [{ reason: 'stopped', count: paths.length, paths }],
      unread: paths.map((file) => ({ file, reason: 'stopped' })),
    });
    return { report, settings, textOf: result.textOf };
  }

  async #scan(
    settings: ScanSettings,
    unsaved: ReadonlyMap<string, string>,
    differing: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<ScanResult> {
    const { root } = settings;
    const overlay = [...unsaved].filter(([path]) => isInside(root, path));
    // Results for unsaved texts are not cached.
    const place =
      this.#live.isNew && overlay.length + this.#excluded.size === 0 ? cachePlace(settings, this.#io) : undefined;
    const cache = place === undefined ? undefined : openCache(place, readFacts(settings, this.#io));
    const options = {
      ...runOptions(settings, this.#io),
      own: ownFiles(settings, this.#io.cwd, place?.folder),
      ...(overlay.length + this.#excluded.size === 0 ? {} : { overlay: this.#overlayOf(overlay) }),
      cache,
    };
    const names = new Set([...differing].filter((path) => isInside(root, path)).map((path) => toName(root, path)));
    const result = await drainAsync(this.#live.steps(options, dependenciesOf(settings), names), signal, this.#limits);
    if (cache !== undefined && place !== undefined && result.stopped === undefined) saveCache(cache, place);
    return result;
  }
}

function isOnDisk(path: string, text: string, limit: number): boolean {
  const content = readRegularFile(path, { limit });
  return content.kind === 'text' && content.text === text;
}

/** Lists paths whose text differs, or is in only one of the two maps. */
function differences(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
}

import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { escapeText } from '../../../core/lib/escape.js';
import { ScanError, isExpected } from '../../../core/model/errors.js';
import type { FileAnalysis } from '../../../core/model/finding.js';
import type { ReportFinding } from '../../../report/report.js';
import { kindsOf } from '../../../scan/prepare-scan.js';
import { belongsToOtherPrograms, mayAffectScan } from '../scanning/own-files.js';
import { scanOnce } from '../scanning/scan-settings.js';
import type { OneScan } from '../scanning/scan-settings.js';
import { openChange } from '../settings/open-change.js';
import type { ScanSettings } from '../settings/settings.js';
import { EXIT } from '../shared/io.js';
import type { CliIo, ExitCode } from '../shared/io.js';

const QUIET_MS = 120;

/**
 * Scans, and scans again when files change, until `io.signal` is aborted. If only scanned files have changed, these
 * files and their dependents are analysed again; otherwise, all files are analysed again.
 */
export async function watchScan(
  settings: ScanSettings,
  io: CliIo,
  conclude: (scan: OneScan) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { languages, alsoReport = [] } = settings.flags;
  const includesDocuments = alsoReport.includes('documents');
  const changes = new Changes(
    kindsOf({ ...(languages === undefined ? {} : { languages }), documents: includesDocuments }),
  );
  let failure: string | undefined;
  const stop = (reason?: string): void => {
    failure ??= reason;
    changes.end();
  };
  io.signal?.addEventListener('abort', () => stop(), { once: true });
  const folderWatcher = await watchFolder(settings, {
    isRelevant: (name) => changes.isRelevant(name),
    isWatched: (name) => !belongsToOtherPrograms(name),
    onChange: (name) => changes.add(name),
    onEnd: stop,
  });
  let lastScan: OneScan | undefined;
  let changedFiles: readonly string[] = [];
  try {
    while (io.signal?.aborted !== true) {
      try {
        const reusableAnalyses = lastScan === undefined ? undefined : unaffectedAnalyses(lastScan, changedFiles);
        const scan = await scanOnce(
          reopenChange(lastScan?.settings ?? settings),
          io,
          () => undefined,
          reusableAnalyses,
        );
        io.err(
          watchHeading(io, {
            changed: changedFiles,
            before: lastScan?.result.report.findings,
            now: scan.result.report.findings,
          }),
        );
        lastScan = scan;
        await conclude(lastScan);
        if (reusableAnalyses !== undefined)
          io.err(
            `Analysed again: ${lastScan.result.analyses.size - [...lastScan.result.analyses.keys()].filter((file) => reusableAnalyses.has(file)).length} of ${lastScan.result.analyses.size} files.\n`,
          );
      } catch (error) {
        if (!isExpected(error)) throw error;
        io.err(`error: ${escapeText(error.message)}\n`);
        lastScan = undefined;
      }
      io.err('Watching for changes; stop with Ctrl-C.\n');
      const nextChanges = await changes.next();
      if (nextChanges === undefined) break;
      changedFiles = nextChanges;
    }
  } finally {
    folderWatcher.close();
    changes.end();
  }
  if (io.signal?.aborted === true) return EXIT.interrupted;
  if (failure !== undefined) io.err(`error: ${escapeText(failure)}\n`);
  return EXIT.failure;
}

/** Opens the change of the settings again, because the work tree may differ since the last scan. */
function reopenChange(settings: ScanSettings): ScanSettings {
  const change = openChange(settings.flags, settings.root);
  return change === undefined ? settings : { ...settings, change };
}

/** Returns the analyses that changed files cannot affect; none if files were added or deleted. */
function unaffectedAnalyses({ result }: OneScan, changedFiles: readonly string[]): ReadonlyMap<string, FileAnalysis> {
  if (!changedFiles.every((file) => result.read.has(file) && result.exists(file))) return new Map();
  const affected = result.affectedBy(changedFiles);
  return new Map([...result.analyses].filter(([file]) => !affected.has(file)));
}

/** Queue of changed files, which are returned after a pause without changes. */
class Changes {
  readonly #names = new Set<string>();
  readonly #kinds: ReturnType<typeof kindsOf>;
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void) | undefined;
  #hasEnded = false;

  constructor(kinds: ReturnType<typeof kindsOf>) {
    this.#kinds = kinds;
  }

  /** Whether a change of the file can affect a scan. */
  isRelevant(name: string): boolean {
    return mayAffectScan(name, this.#kinds);
  }

  add(name: string): void {
    if (!this.isRelevant(name)) return;
    this.#names.add(name);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wake?.(), QUIET_MS);
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#wake?.();
  }

  /** Waits for files that changed since the last call. Returns undefined after the end of watching. */
  async next(): Promise<readonly string[] | undefined> {
    while (this.#names.size === 0 && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#hasEnded) return undefined;
    const names = [...this.#names];
    this.#names.clear();
    return names;
  }
}

/** Milliseconds between checks for replaced folders, which no event reports. */
const PRESENCE_INTERVAL_MS = 1000;

/** Listener for changes. Names are relative to the root, with `/`. */
interface FolderListener {
  /** Whether changes of a file are reported. */
  readonly isRelevant: (file: string) => boolean;
  /** Whether a folder is watched. */
  readonly isWatched: (folder: string) => boolean;
  readonly onChange: (file: string) => void;
  /** Called with the reason if watching fails. */
  readonly onEnd: (reason: string) => void;
}

/**
 * Watches the folder of a scan. Once the promise is fulfilled, no change is missed, not even of files that editors and
 * git replace.
 *
 * @throws ScanError if the folder cannot be watched.
 */
async function watchFolder(
  { root, paths }: Pick<ScanSettings, 'root' | 'paths'>,
  { isRelevant, isWatched, onChange, onEnd }: FolderListener,
): Promise<{ readonly close: () => void }> {
  // Loaded on demand, because other scans do not need the library.
  const { watch } = await import('chokidar');
  const nameOf = (path: string): string => relative(root, path).split(sep).join('/');
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (path, stats) => {
      const name = nameOf(path);
      return name !== '' && (!isWatched(name) || (stats?.isFile() === true && !isRelevant(name)));
    },
  });
  try {
    await new Promise<void>((ready, failed) => watcher.once('ready', ready).once('error', failed));
  } catch (error) {
    await watcher.close();
    throw new ScanError(`cannot watch '${root}': ${reasonOf(error)}.`);
  }
  watcher.on('all', (_event, path) => onChange(nameOf(path)));
  watcher.on('error', (error) => onEnd(`stopped watching '${root}': ${reasonOf(error)}.`));
  const timer = watchPresence([root, ...paths.map((path) => resolve(root, path))], onEnd);
  return {
    close: () => {
      clearInterval(timer);
      void watcher.close();
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Polls folders, and calls `onEnd` if one was removed or the root was replaced. */
function watchPresence(
  [root, ...others]: readonly [string, ...string[]],
  onEnd: (reason: string) => void,
): NodeJS.Timeout {
  const folders = [root, ...others].filter((path) => inodeOf(path) !== undefined);
  const rootInode = inodeOf(root);
  let previouslyMissing: string | undefined;
  return setInterval(() => {
    // Checked twice, because a checkout removes folders for a moment. The watcher does not notice a replaced root.
    const missing =
      folders.find((path) => inodeOf(path) === undefined) ?? (inodeOf(root) === rootInode ? undefined : root);
    if (missing !== undefined && missing === previouslyMissing)
      onEnd(`the watched folder '${missing}' was removed or replaced.`);
    previouslyMissing = missing;
  }, PRESENCE_INTERVAL_MS);
}

/** Returns the inode of a folder, to detect a replaced folder; undefined if the folder does not exist. */
function inodeOf(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true ? stat.ino : undefined;
}

interface HeadingInput {
  /** Names of changed files; empty for the first scan. */
  readonly changed: readonly string[];
  /** Findings of the previous scan; undefined for the first scan or after a failed one. */
  readonly before: readonly ReportFinding[] | undefined;
  readonly now: readonly ReportFinding[];
}

/** Escape sequence that clears screen and scrollback, and moves the cursor to the top. */
const CLEAR_SCREEN = '\u001b[2J\u001b[3J\u001b[H';

const MAX_LISTED_FILES = 5;

/** Formats the heading of a report in watch mode: time of day, changed files, numbers of new and gone findings. */
export function watchHeading(
  io: Pick<CliIo, 'timeOfDay' | 'outIsTerminal' | 'errIsTerminal'>,
  change: HeadingInput,
): string {
  const { changed, before, now } = change;
  const clear = io.outIsTerminal && io.errIsTerminal ? CLEAR_SCREEN : '';
  const time = io.timeOfDay === undefined ? '' : `[${io.timeOfDay()}] `;
  if (changed.length === 0) return clear === '' && time === '' ? '' : `${clear}${time}Scanned.\n\n`;
  return `${clear}${time}Changed: ${listFiles(changed)}.${before === undefined ? '' : ` Findings: ${describeDifference(before, now)}.`}\n\n`;
}

function listFiles(files: readonly string[]): string {
  const shown = files.slice(0, MAX_LISTED_FILES).map((file) => (file === '' ? 'a file' : escapeText(file)));
  const more = files.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function describeDifference(before: readonly ReportFinding[], now: readonly ReportFinding[]): string {
  const fingerprintsBefore = new Set(before.map(({ fingerprint }) => fingerprint));
  const fingerprintsNow = new Set(now.map(({ fingerprint }) => fingerprint));
  const newCount = now.filter(({ fingerprint }) => !fingerprintsBefore.has(fingerprint)).length;
  const goneCount = before.filter(({ fingerprint }) => !fingerprintsNow.has(fingerprint)).length;
  return newCount + goneCount === 0 ? 'the same as before' : `${newCount} new, ${goneCount} gone`;
}

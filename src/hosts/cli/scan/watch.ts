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

const QUIET_TIME = 120;

/**
 * Scans, and scans again when files change, until `io.signal` is aborted. After changes inside known files only these
 * files and their dependents are analysed again; after other changes, all files.
 */
export async function watchScan(
  settings: ScanSettings,
  io: CliIo,
  conclude: (scan: OneScan) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { languages, alsoReport = [] } = settings.flags;
  const documents = alsoReport.includes('documents');
  const changes = new Changes(kindsOf({ ...(languages === undefined ? {} : { languages }), documents }));
  let failure: string | undefined;
  const end = (reason?: string): void => {
    failure ??= reason;
    changes.end();
  };
  io.signal?.addEventListener('abort', () => end(), { once: true });
  const watched = await watchFolder(settings, {
    wants: (name) => changes.matters(name),
    enters: (name) => !belongsToOtherPrograms(name),
    onChange: (name) => changes.add(name),
    onEnd: end,
  });
  let last: OneScan | undefined;
  let changed: readonly string[] = [];
  try {
    while (io.signal?.aborted !== true) {
      try {
        const known = last === undefined ? undefined : stillKnown(last, changed);
        const scan = await scanOnce(withChange(last?.settings ?? settings), io, () => undefined, known);
        io.err(watchHeading(io, { changed, before: last?.result.report.findings, now: scan.result.report.findings }));
        last = scan;
        await conclude(last);
        if (known !== undefined)
          io.err(
            `Analysed again: ${last.result.analyses.size - [...last.result.analyses.keys()].filter((file) => known.has(file)).length} of ${last.result.analyses.size} files.\n`,
          );
      } catch (error) {
        if (!isExpected(error)) throw error;
        io.err(`error: ${escapeText(error.message)}\n`);
        last = undefined;
      }
      io.err('Watching for changes; stop with Ctrl-C.\n');
      const next = await changes.next();
      if (next === undefined) break;
      changed = next;
    }
  } finally {
    watched.close();
    changes.end();
  }
  if (io.signal?.aborted === true) return EXIT.interrupted;
  if (failure !== undefined) io.err(`error: ${escapeText(failure)}\n`);
  return EXIT.failure;
}

/** Opens the change again, which may have changed since. */
function withChange(settings: ScanSettings): ScanSettings {
  const change = openChange(settings.flags, settings.root);
  return change === undefined ? settings : { ...settings, change };
}

/** Returns results that a change cannot have affected; none if files were added or deleted. */
function stillKnown({ result }: OneScan, changed: readonly string[]): ReadonlyMap<string, FileAnalysis> {
  if (!changed.every((file) => result.read.has(file) && result.exists(file))) return new Map();
  const affected = result.affectedBy(changed);
  return new Map([...result.analyses].filter(([file]) => !affected.has(file)));
}

/** Queue of changed files, which are returned after a pause without changes. */
class Changes {
  readonly #names = new Set<string>();
  readonly #kinds: ReturnType<typeof kindsOf>;
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void) | undefined;
  #ended = false;

  constructor(kinds: ReturnType<typeof kindsOf>) {
    this.#kinds = kinds;
  }

  /** Whether a change of the file can affect a scan. */
  matters(name: string): boolean {
    return mayAffectScan(name, this.#kinds);
  }

  add(name: string): void {
    if (!this.matters(name)) return;
    this.#names.add(name);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#wake?.(), QUIET_TIME);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#wake?.();
  }

  /** Waits for files that changed since the last call; undefined after the end of watching. */
  async next(): Promise<readonly string[] | undefined> {
    while (this.#names.size === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#ended) return undefined;
    const names = [...this.#names];
    this.#names.clear();
    return names;
  }
}

/** Milliseconds between checks for replaced folders, which no event reports. */
const PRESENCE_INTERVAL = 1000;

/** Listener for changes. Names are relative to the root, with `/`. */
interface FolderListener {
  /** Whether changes of a file are reported. */
  readonly wants: (file: string) => boolean;
  /** Whether a folder is watched. */
  readonly enters: (folder: string) => boolean;
  readonly onChange: (file: string) => void;
  /** Called with the reason if watching fails. */
  readonly onEnd: (reason: string) => void;
}

/**
 * Watches the folder of a scan. After the promise is fulfilled, no change is missed, including files that editors and
 * git replace.
 *
 * @throws ScanError if it cannot be watched.
 */
async function watchFolder(
  { root, paths }: Pick<ScanSettings, 'root' | 'paths'>,
  { wants, enters, onChange, onEnd }: FolderListener,
): Promise<{ readonly close: () => void }> {
  // Loaded on demand.
  const { watch } = await import('chokidar');
  const nameOf = (path: string): string => relative(root, path).split(sep).join('/');
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (path, stats) => {
      const name = nameOf(path);
      return name !== '' && (!enters(name) || (stats?.isFile() === true && !wants(name)));
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

/** Polls whether folders still exist; the first one must not be replaced either. */
function watchPresence(
  [root, ...others]: readonly [string, ...string[]],
  onEnd: (reason: string) => void,
): NodeJS.Timeout {
  const folders = [root, ...others].filter((path) => identityOf(path) !== undefined);
  const first = identityOf(root);
  let wasGone: string | undefined;
  return setInterval(() => {
    // Two checks, because a checkout removes folders for a moment. The watcher does not notice a new root.
    const gone =
      folders.find((path) => identityOf(path) === undefined) ?? (identityOf(root) === first ? undefined : root);
    if (gone !== undefined && gone === wasGone) onEnd(`the watched folder '${gone}' was removed or replaced.`);
    wasGone = gone;
  }, PRESENCE_INTERVAL);
}

/** Returns the inode of a folder, to detect its replacement; undefined if it does not exist. */
function identityOf(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true ? stat.ino : undefined;
}

interface Change {
  /** Names of changed files; none before the first scan. */
  readonly changed: readonly string[];
  /** Findings of the previous scan; undefined if there was none, or it failed. */
  readonly before: readonly ReportFinding[] | undefined;
  readonly now: readonly ReportFinding[];
}

/** Escape sequence that clears screen and scrollback, and moves the cursor to the top. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

const MAX_NAMED = 5;

/** Formats the heading of a report while watching: time of day, changed files, new and gone findings. */
export function watchHeading(io: Pick<CliIo, 'timeOfDay' | 'outIsTerminal' | 'errIsTerminal'>, change: Change): string {
  const { changed, before, now } = change;
  const clear = io.outIsTerminal && io.errIsTerminal ? CLEAR : '';
  const time = io.timeOfDay === undefined ? '' : `[${io.timeOfDay()}] `;
  if (changed.length === 0) return clear === '' && time === '' ? '' : `${clear}${time}Scanned.\n\n`;
  return `${clear}${time}Changed: ${named(changed)}.${before === undefined ? '' : ` Findings: ${difference(before, now)}.`}\n\n`;
}

function named(files: readonly string[]): string {
  const shown = files.slice(0, MAX_NAMED).map((file) => (file === '' ? 'a file' : escapeText(file)));
  const rest = files.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function difference(before: readonly ReportFinding[], now: readonly ReportFinding[]): string {
  const had = new Set(before.map(({ fingerprint }) => fingerprint));
  const has = new Set(now.map(({ fingerprint }) => fingerprint));
  const came = now.filter(({ fingerprint }) => !had.has(fingerprint)).length;
  const gone = before.filter(({ fingerprint }) => !has.has(fingerprint)).length;
  return came + gone === 0 ? 'the same as before' : `${came} new, ${gone} gone`;
}

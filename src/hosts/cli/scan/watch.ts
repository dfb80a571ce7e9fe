import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { escapeText } from '../../../core/lib/escape.js';
import { ScanError, isExpected } from '../../../core/model/errors.js';
import type { FileAnalysis } from '../../../core/model/finding.js';
import type { ReportFinding } from '../../../report/report.js';
import { kindsOf } from '../../../scan/prepare-scan.js';
import { isOfOthers, mayMatter } from '../scanning/own-files.js';
import { scanOnce } from '../scanning/scan-settings.js';
import type { OneScan } from '../scanning/scan-settings.js';
import { openChange } from '../settings/open-change.js';
import type { ScanSettings } from '../settings/settings.js';
import { EXIT } from '../shared/io.js';
import type { CliIo, ExitCode } from '../shared/io.js';

const QUIET_TIME = 120;

/**
 * Scans, and scans again whenever files change, until `io.signal` is aborted. After a change inside known files only
 * these and the files that depend on them are analysed again; after anything else, all.
 */
export async function watchScan(
  settings: ScanSettings,
  io: CliIo,
  conclude: (scan: OneScan) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { languages, alsoReport = [] } = settings.flags;
  const documents = alsoReport.includes('documents');
  const changes = new Changes(kindsOf({ ...(languages === undefined ? {} : { languages }), documents }));
  let trouble: string | undefined;
  const end = (reason?: string): void => {
    trouble ??= reason;
    changes.end();
  };
  io.signal?.addEventListener('abort', () => end(), { once: true });
  const watched = await watchFolder(settings, {
    wants: (name) => changes.matters(name),
    enters: (name) => !isOfOthers(name),
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
  if (trouble !== undefined) io.err(`error: ${escapeText(trouble)}\n`);
  return EXIT.failure;
}

/** Reads the change again, which may differ by now. */
function withChange(settings: ScanSettings): ScanSettings {
  const change = openChange(settings.flags, settings.root);
  return change === undefined ? settings : { ...settings, change };
}

/** Results that a change cannot have affected; none where files were added or deleted. */
function stillKnown({ result }: OneScan, changed: readonly string[]): ReadonlyMap<string, FileAnalysis> {
  if (!changed.every((file) => result.read.has(file) && result.exists(file))) return new Map();
  const affected = result.affectedBy(changed);
  return new Map([...result.analyses].filter(([file]) => !affected.has(file)));
}

/** Names of changed files, handed out once it is quiet. */
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
    return mayMatter(name, this.#kinds);
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

  /** The files changed since the last call; undefined when it is over. */
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

/** Interval in milliseconds of the check for replaced folders, which no event reports. */
const LOOK_AGAIN = 1000;

/** Listener for changes. Names are relative to the root, with `/`. */
interface FolderListener {
  /** Whether a file is worth watching. */
  readonly wants: (file: string) => boolean;
  /** Whether a folder is worth looking into. */
  readonly enters: (folder: string) => boolean;
  readonly onChange: (file: string) => void;
  /** Called once watching has ended, with the reason. */
  readonly onEnd: (reason: string) => void;
}

/**
 * Watches the folder of a scan. Once the promise is fulfilled, no change is missed, also not of files that are
 * replaced, as editors and git do.
 *
 * @throws ScanError where it cannot be watched.
 */
async function watchFolder(
  { root, paths }: Pick<ScanSettings, 'root' | 'paths'>,
  { wants, enters, onChange, onEnd }: FolderListener,
): Promise<{ readonly close: () => void }> {
  // Loaded only to watch.
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

/** Polls whether folders are still there; the first of them must also be the same one. */
function watchPresence(
  [root, ...others]: readonly [string, ...string[]],
  onEnd: (reason: string) => void,
): NodeJS.Timeout {
  const folders = [root, ...others].filter((path) => identityOf(path) !== undefined);
  const first = identityOf(root);
  let wasGone: string | undefined;
  return setInterval(() => {
    // A checkout removes folders for a moment; a watcher does not return to a new root.
    const gone =
      folders.find((path) => identityOf(path) === undefined) ?? (identityOf(root) === first ? undefined : root);
    if (gone !== undefined && gone === wasGone) onEnd(`the watched folder '${gone}' was removed or replaced.`);
    wasGone = gone;
  }, LOOK_AGAIN);
}

/** Distinguishes a folder from a later one of the same name; undefined where there is none. */
function identityOf(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true ? stat.ino : undefined;
}

interface Change {
  /** Names of the files that changed; none before the first scan. */
  readonly changed: readonly string[];
  /** Findings of the scan before; undefined where there was none, or it failed. */
  readonly before: readonly ReportFinding[] | undefined;
  readonly now: readonly ReportFinding[];
}

/** Clears screen and scrollback, and puts the cursor at the top. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

const MAX_NAMED = 5;

/** Heading of each report of a watch: time of day, changed files, new and gone findings. */
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

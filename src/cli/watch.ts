import { watch } from 'node:fs';
import { sep } from 'node:path';
import { CatalogueError, ConfigError, ScanError } from '../model/errors.js';
import type { FileAnalysis } from '../model/finding.js';
import { escapeText } from '../lib/escape-text.js';
import { EXIT } from './exit-code.js';
import type { ExitCode } from './exit-code.js';
import type { CliIo } from './io.js';
import { openChange } from './open-change.js';
import { scanOnce } from './scan-settings.js';
import type { OneScan } from './scan-settings.js';
import type { ScanSettings } from './settings.js';

const QUIET_TIME = 120;
const NOT_OURS = /(?:^|\/)(?:node_modules|\.git)(?:\/|$)|\.tmp$/;
const SOURCE = /\.[cm]?[jt]sx?$/i;

/**
 * Scans, and scans again whenever files change, until `io.signal` is aborted. After a change inside known
 * files only these and the files that depend on them are analysed again; after anything else, all.
 */
export async function watchScan(
  settings: ScanSettings,
  io: CliIo,
  conclude: (scan: OneScan) => Promise<ExitCode>,
): Promise<ExitCode> {
  const changes = new Changes();
  const watcher = watch(settings.root, { recursive: true, persistent: true }, (_event, name) =>
    changes.add(name?.split(sep).join('/') ?? ''),
  );
  const stop = (): void => {
    watcher.close();
    changes.end();
  };
  watcher.on('error', stop);
  io.signal?.addEventListener('abort', stop, { once: true });
  let last: OneScan | undefined;
  let changed: readonly string[] = [];
  try {
    while (io.signal?.aborted !== true) {
      try {
        const known = last === undefined ? undefined : stillKnown(last, changed);
        last = await scanOnce(withChange(settings), io, () => undefined, known);
        await conclude(last);
        if (known !== undefined)
          io.err(
            `Analysed again: ${last.result.analyses.size - [...last.result.analyses.keys()].filter((file) => known.has(file)).length} of ${last.result.analyses.size} files.\n`,
          );
      } catch (error) {
        if (!(error instanceof ConfigError || error instanceof ScanError || error instanceof CatalogueError))
          throw error;
        io.err(`error: ${escapeText(error.message)}\n`);
        last = undefined;
      }
      io.err('Watching for changes; stop with Ctrl-C.\n');
      const next = await changes.next();
      if (next === undefined) break;
      changed = next;
    }
  } finally {
    stop();
  }
  return io.signal?.aborted === true ? EXIT.interrupted : EXIT.failure;
}

/** What is staged or changed may be something else by now. */
function withChange(settings: ScanSettings): ScanSettings {
  const change = openChange(settings.flags, settings.root);
  return change === undefined ? settings : { ...settings, change };
}

/** Results that a change cannot have changed; none where files came or went. */
function stillKnown({ result }: OneScan, changed: readonly string[]): ReadonlyMap<string, FileAnalysis> {
  if (!changed.every((file) => result.read.has(file) && result.exists(file))) return new Map();
  const affected = result.affectedBy(changed);
  return new Map([...result.analyses].filter(([file]) => !affected.has(file)));
}

/** Names of changed files, handed out once it is quiet. */
class Changes {
  readonly #names = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void) | undefined;
  #ended = false;

  add(name: string): void {
    const matters =
      !NOT_OURS.test(name) &&
      (SOURCE.test(name) || /(?:\.jsonc?|\.yaml|\.gitignore)$/.test(name) || !/\.[^/]+$/.test(name));
    if (!matters) return;
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

import { isExpected } from '../../model/errors.js';
import type { FileAnalysis } from '../../model/finding.js';
import { escapeText } from '../../lib/escape-text.js';
import { EXIT } from '../shared/exit-code.js';
import type { ExitCode } from '../shared/exit-code.js';
import type { CliIo } from '../shared/io.js';
import { kindsOf } from '../../scan/prepare-scan.js';
import { openChange } from '../settings/open-change.js';
import { isOfOthers, mayMatter } from '../scanning/watched-names.js';
import { scanOnce } from '../scanning/scan-settings.js';
import type { OneScan } from '../scanning/scan-settings.js';
import type { ScanSettings } from '../settings/settings.js';
import { watchFolder } from './watch-folder.js';
import { watchHeading } from './watch-heading.js';

const QUIET_TIME = 120;

/**
 * Scans, and scans again whenever files change, until `io.signal` is aborted. After a change inside known
 * files only these and the files that depend on them are analysed again; after anything else, all.
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

/** Results that a change cannot have changed; none where files came or went. */
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

  /** Whether the change of a file may change what a scan says. */
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

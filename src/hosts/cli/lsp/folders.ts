import { isInside } from '../../../core/lib/read-file.js';
import type { CliIo } from '../shared/io.js';
import type { ShownFile } from './diagnostics.js';
import type { Documents, ServerOptions } from './editor.js';
import { pathOfUri } from './editor.js';
import { resolve } from 'node:path';
import { isExpected } from '../../../core/model/errors.js';
import type { IsoDate } from '../../../core/model/deprecation.js';
import { kindsOf } from '../../../scan/prepare-scan.js';
import { toName } from '../../../files/file-name.js';
import { mayMatter } from '../scanning/own-files.js';
import { acceptFinding, shownFiles } from './diagnostics.js';
import { FolderScan } from './folder-scan.js';
import type { FolderReport } from './folder-scan.js';

/** Input that all folders of a client share. */
export interface FoldersInput {
  readonly io: CliIo;
  readonly options: ServerOptions;
  readonly documents: Documents;
  readonly onScan: (
    before: ReadonlyMap<string, ShownFile>,
    now: ReadonlyMap<string, ShownFile>,
    how: 'quick' | 'whole',
  ) => void;
  readonly onProblem: (problem: string) => void;
}

/** The folders of a client. A file belongs to the innermost that contains it, and to none outside of all. */
export class Folders {
  readonly #input: FoldersInput;
  readonly #all = new Map<string, Workspace>();
  #hasStarted = false;

  constructor(input: FoldersInput) {
    this.#input = input;
  }

  add(paths: readonly string[]): void {
    for (const folder of paths) {
      if (this.#all.has(folder)) continue;
      const workspace: Workspace = new Workspace({
        folder,
        io: this.#input.io,
        options: this.#input.options,
        open: () => this.#input.documents.texts(),
        isOwn: (path) => this.of(path) === workspace,
        onScan: (before, how) => this.#input.onScan(before, workspace.shown, how),
        onProblem: this.#input.onProblem,
      });
      this.#all.set(folder, workspace);
    }
    // Files of an outer folder may belong to a new one now.
    if (this.#hasStarted) for (const workspace of this.#all.values()) workspace.touch();
  }

  remove(paths: readonly string[]): void {
    for (const folder of paths) {
      const workspace = this.#all.get(folder);
      if (workspace === undefined) continue;
      workspace.close();
      this.#all.delete(folder);
      this.#input.onScan(workspace.shown, new Map(), 'whole');
    }
    for (const workspace of this.#all.values()) workspace.touch();
  }

  /** Scans all folders for the first time. */
  start(): void {
    this.#hasStarted = true;
    for (const workspace of this.#all.values()) workspace.touch();
  }

  /** The folder that a file belongs to. */
  of(path: string): Workspace | undefined {
    const around = [...this.#all.values()].filter(({ folder }) => isInside(folder, path));
    return around.sort((a, b) => b.folder.length - a.folder.length)[0];
  }

  /** Reports that a text was opened, changed or closed. */
  touch(uri: string): void {
    const path = pathOfUri(uri);
    // An outer folder may read its files as well.
    for (const workspace of this.#all.values())
      if (this.#hasStarted && path !== undefined && isInside(workspace.folder, path)) workspace.touch(path);
  }

  changedOnDisk(uris: readonly string[]): void {
    const paths = uris.flatMap((uri) => pathOfUri(uri) ?? []);
    for (const workspace of this.#all.values()) workspace.changedOnDisk(paths);
  }

  /** Reads all again: any file may have changed on disk. */
  readAnew(): void {
    for (const workspace of this.#all.values()) workspace.readAnew();
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#all.values()].map((workspace) => workspace.settled()));
  }

  /** Files that any of the folders shows, by absolute path. */
  shown(): ReadonlyMap<string, ShownFile> {
    return new Map([...this.#all.values()].flatMap(({ shown }) => [...shown]));
  }

  close(): void {
    for (const workspace of this.#all.values()) workspace.close();
  }
}

/**
 * Milliseconds without a change after which the changed texts are scanned, and after which everything is that they
 * affect.
 */
const QUIET_TIME = 20;
const LONG_QUIET_TIME = 400;

const ALL_KINDS = kindsOf({ documents: true });

interface WorkspaceInput {
  /** Absolute path. */
  readonly folder: string;
  readonly io: CliIo;
  readonly options: ServerOptions;
  /** Texts that are open in the folder, by absolute path. */
  readonly open: () => ReadonlyMap<string, string>;
  /** Whether a file is shown by this folder: it may belong to an inner one. */
  readonly isOwn: (path: string) => boolean;
  /** Called when the findings change. `quick`: of a file that its client asks about by itself. */
  readonly onScan: (before: ReadonlyMap<string, ShownFile>, how: 'quick' | 'whole') => void;
  readonly onProblem: (problem: string) => void;
}

/** One folder of a client: its findings, and the scans that keep them current, one at a time. */
class Workspace {
  readonly folder: string;
  readonly #input: WorkspaceInput;
  readonly #scans: FolderScan;
  readonly #waiting: (() => void)[] = [];
  /** Open texts that changed since the last completed scan. */
  #typed = new Set<string>();
  /** Those of them with a first answer on display. */
  #answered = new Set<string>();
  /** Absolute paths of files that changed since the last completed scan. */
  #changed = new Set<string>();
  #shown: ReadonlyMap<string, ShownFile> = new Map();
  #last: FolderReport | undefined;
  #problem: string | undefined;
  /** Number of reported changes, and of those that a scan has seen. */
  #told = 0;
  #seen = 0;
  #isRunning = false;
  #isClosed = false;
  #abort = new AbortController();

  constructor(input: WorkspaceInput) {
    this.folder = input.folder;
    this.#input = input;
    this.#scans = new FolderScan(
      { ...input.io, cwd: input.folder },
      input.options.configCode ? [] : ['--no-config-code'],
    );
  }

  get shown(): ReadonlyMap<string, ShownFile> {
    return this.#shown;
  }

  /** The day of the last report. */
  get asOf(): IsoDate | undefined {
    return this.#last?.report.asOf;
  }

  /** The folder that names of the last report are relative to, and its texts. */
  get scanned(): { readonly root: string; readonly textOf: FolderReport['textOf'] } | undefined {
    return this.#last && { root: this.#last.settings.root, textOf: this.#last.textOf };
  }

  /** Whether findings can be accepted: the settings may leave the baseline out. */
  get accepts(): boolean {
    return this.#last !== undefined && this.#last.settings.flags.baseline !== false;
  }

  /** Reports that files changed on disk, by absolute path. Those that no scan reads are ignored. */
  changedOnDisk(paths: readonly string[]): void {
    const own = paths.filter((path) => isInside(this.folder, path) && mayMatter(toName(this.folder, path), ALL_KINDS));
    if (own.length === 0) return;
    let areSettings = false;
    for (const path of own) {
      if (this.#scans.isBaseline(path)) continue;
      this.#changed.add(path);
      if (!this.#scans.isOfSettings(path)) continue;
      this.#scans.forget();
      areSettings = true;
    }
    this.#begin(areSettings ? 'settings' : 'texts');
  }

  /** Reads settings and files again: any of them may have changed. */
  readAnew(): void {
    this.#scans.forget();
    this.#begin('settings');
  }

  /** Reports that an open text was opened, changed or closed; without a path, requests the first scan. */
  touch(path?: string): void {
    if (path !== undefined) this.#typed.add(path);
    this.#begin('texts');
  }

  /** Waits until the findings of a file are those of its text; effects of other files may come later. */
  async answered(path: string): Promise<void> {
    const told = this.#told;
    const isOpen = (): boolean => this.#seen < told && !this.#isClosed && !this.#answered.has(path);
    while (isOpen()) await new Promise<void>((done) => this.#waiting.push(done));
  }

  /** Waits until the reported changes are on display; not for later changes. */
  async settled(): Promise<void> {
    const told = this.#told;
    while (this.#seen < told && !this.#isClosed) await new Promise<void>((done) => this.#waiting.push(done));
  }

  /** Adds a finding of a file to the baseline, by its fingerprint. @throws ConfigError where it cannot be written. */
  accept(path: string, fingerprint: string): 'accepted' | 'unknown' {
    const found = this.#shown
      .get(path)
      ?.findings.find(({ finding, diagnostic }) => diagnostic !== undefined && finding.fingerprint === fingerprint);
    if (found === undefined || this.#last === undefined || !this.accepts) return 'unknown';
    const { settings, report } = this.#last;
    acceptFinding(found.finding, settings, this.folder, report.asOf);
    this.#begin('texts');
    return 'accepted';
  }

  close(): void {
    this.#isClosed = true;
    this.#abort.abort();
    this.#wake();
  }

  #begin(what: 'texts' | 'settings'): void {
    this.#told += 1;
    // Open files may import changed ones.
    this.#answered = new Set();
    // Typing would otherwise restart the first scan forever: it goes on with the texts as they were.
    if (this.#last !== undefined || what === 'settings') this.#abort.abort();
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#seen < this.#told && !this.#isClosed) {
      this.#abort = new AbortController();
      const { signal } = this.#abort;
      const told = this.#told;
      if (this.#last !== undefined && !(await this.#answerFirst(signal))) continue;
      const changed = this.#changed;
      this.#changed = new Set();
      try {
        await this.#scan(changed, signal);
      } catch (error) {
        this.#changed = new Set([...changed, ...this.#changed]);
        if (isOver(signal)) continue;
        this.#tell(error);
      }
      if (isOver(signal)) continue;
      if (this.#told === told) {
        this.#typed = new Set();
        this.#answered = new Set();
      }
      this.#seen = told;
      this.#wake();
    }
    this.#isRunning = false;
  }

  /** Waits for quiet, and shows a first answer of the texts that changed meanwhile; false where more changes come. */
  async #answerFirst(signal: AbortSignal): Promise<boolean> {
    await quiet(QUIET_TIME, signal);
    if (isOver(signal)) return false;
    for (const path of this.#typed) if (!this.#answered.has(path)) await this.#answer(path, signal);
    if (this.#answered.size > 0) await quiet(LONG_QUIET_TIME, signal);
    return !isOver(signal);
  }

  async #answer(path: string, signal: AbortSignal): Promise<void> {
    const open = this.#input.open();
    // A closed file is as on disk, which the whole scan reads.
    if (!open.has(path) || !this.#input.isOwn(path)) return;
    try {
      const found = await this.#scans.quick(path, open, signal);
      if (found === undefined) return;
      const { report, settings, textOf } = found;
      const isShown = (file: string): boolean => resolve(settings.root, file) === path;
      const of = shownFiles({ report, root: settings.root, textOf, isShown, options: this.#input.options }).get(path);
      const before = this.#shown;
      const others = [...before].filter(([other]) => other !== path);
      this.#shown = new Map(of === undefined ? others : [...others, [path, of]]);
      this.#answered.add(path);
      this.#input.onScan(before, 'quick');
      this.#wake();
    } catch (error) {
      // The whole scan reports it, unless it is an interruption.
      if (!(error instanceof Error)) throw error;
    }
  }

  async #scan(changed: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const last = await this.#scans.next(this.#input.open(), changed, signal);
    const { report, settings, textOf } = last;
    const isShown = (file: string): boolean => this.#input.isOwn(resolve(settings.root, file));
    const before = this.#shown;
    this.#shown = shownFiles({ report, root: settings.root, textOf, isShown, options: this.#input.options });
    this.#last = last;
    this.#problem = undefined;
    this.#input.onScan(before, 'whole');
  }

  /** Reports once why there is no scan; the known findings stay. */
  #tell(error: unknown): void {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const problem = isExpected(error) ? error.message : detail;
    if (problem !== this.#problem) this.#input.onProblem(problem);
    this.#problem = problem;
    this.#scans.forget();
  }

  #wake(): void {
    for (const done of this.#waiting.splice(0)) done();
  }
}

/** Waits, as long as nothing is aborted. */
async function quiet(time: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done) => {
    const timer = setTimeout(done, time);
    const end = (): void => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Read again each time: it may have been aborted meanwhile. */
function isOver({ aborted }: AbortSignal): boolean {
  return aborted;
}

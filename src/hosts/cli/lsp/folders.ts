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
import { mayAffectScan } from '../scanning/own-files.js';
import { acceptFinding, shownFiles } from './diagnostics.js';
import { FolderScan } from './folder-scan.js';
import type { FolderReport } from './folder-scan.js';

/** Input shared by all folders of a client. */
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

/** Workspace folders of a client. A file belongs to the innermost folder that contains it, if any. */
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
    // Files of an outer folder may belong to a new folder now.
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

  /** Returns the folder that a file belongs to. */
  of(path: string): Workspace | undefined {
    const around = [...this.#all.values()].filter(({ folder }) => isInside(folder, path));
    return around.sort((a, b) => b.folder.length - a.folder.length)[0];
  }

  /** Reports that a text was opened, changed or closed. */
  touch(uri: string): void {
    const path = pathOfUri(uri);
    // An outer folder may depend on the file as well.
    for (const workspace of this.#all.values())
      if (this.#hasStarted && path !== undefined && isInside(workspace.folder, path)) workspace.touch(path);
  }

  changedOnDisk(uris: readonly string[]): void {
    const paths = uris.flatMap((uri) => pathOfUri(uri) ?? []);
    for (const workspace of this.#all.values()) workspace.changedOnDisk(paths);
  }

  /** Reads all files again, because any may have changed on disk. */
  readAnew(): void {
    for (const workspace of this.#all.values()) workspace.readAnew();
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#all.values()].map((workspace) => workspace.settled()));
  }

  /** Returns the diagnostics of all folders, by absolute path. */
  shown(): ReadonlyMap<string, ShownFile> {
    return new Map([...this.#all.values()].flatMap(({ shown }) => [...shown]));
  }

  close(): void {
    for (const workspace of this.#all.values()) workspace.close();
  }
}

/** Milliseconds without changes before changed texts are scanned, and before all files that they affect are. */
const QUIET_TIME = 20;
const LONG_QUIET_TIME = 400;

const ALL_KINDS = kindsOf({ documents: true });

interface WorkspaceInput {
  /** Absolute path. */
  readonly folder: string;
  readonly io: CliIo;
  readonly options: ServerOptions;
  /** Returns the open texts of the folder, by absolute path. */
  readonly open: () => ReadonlyMap<string, string>;
  /** Whether a file belongs to this folder, and not to an inner one. */
  readonly isOwn: (path: string) => boolean;
  /** Called when findings change. `quick`: only those of one open file. */
  readonly onScan: (before: ReadonlyMap<string, ShownFile>, how: 'quick' | 'whole') => void;
  readonly onProblem: (problem: string) => void;
}

/** A workspace folder with its findings; scans that keep them current run one at a time. */
class Workspace {
  readonly folder: string;
  readonly #input: WorkspaceInput;
  readonly #scans: FolderScan;
  readonly #waiting: (() => void)[] = [];
  /** Paths of open texts that changed since the last completed scan. */
  #edited = new Set<string>();
  /** Paths of changed texts whose quick result is on display. */
  #answered = new Set<string>();
  /** Absolute paths of files that changed since the last completed scan. */
  #changed = new Set<string>();
  #shown: ReadonlyMap<string, ShownFile> = new Map();
  #last: FolderReport | undefined;
  #problem: string | undefined;
  /** Number of reported changes, and of those that a completed scan includes. */
  #reported = 0;
  #completed = 0;
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

  /** Date of the last report. */
  get asOf(): IsoDate | undefined {
    return this.#last?.report.asOf;
  }

  /** Folder that names in the last report are relative to, and its texts. */
  get scanned(): { readonly root: string; readonly textOf: FolderReport['textOf'] } | undefined {
    return this.#last && { root: this.#last.settings.root, textOf: this.#last.textOf };
  }

  /** Whether findings can be accepted, which settings without a baseline do not allow. */
  get accepts(): boolean {
    return this.#last !== undefined && this.#last.settings.flags.baseline !== false;
  }

  /** Reports changes on disk, by absolute path. Files that no scan reads are ignored. */
  changedOnDisk(paths: readonly string[]): void {
    const own = paths.filter(
      (path) => isInside(this.folder, path) && mayAffectScan(toName(this.folder, path), ALL_KINDS),
    );
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

  /** Reads settings and files again, because any may have changed. */
  readAnew(): void {
    this.#scans.forget();
    this.#begin('settings');
  }

  /** Reports that an open text was opened, changed or closed; without a path, requests the first scan. */
  touch(path?: string): void {
    if (path !== undefined) this.#edited.add(path);
    this.#begin('texts');
  }

  /** Waits until the findings of a file match its text; changes in other files may affect them later. */
  async answered(path: string): Promise<void> {
    const reported = this.#reported;
    const isOpen = (): boolean => this.#completed < reported && !this.#isClosed && !this.#answered.has(path);
    while (isOpen()) await new Promise<void>((done) => this.#waiting.push(done));
  }

  /** Waits until all changes reported so far are on display. */
  async settled(): Promise<void> {
    const reported = this.#reported;
    while (this.#completed < reported && !this.#isClosed) await new Promise<void>((done) => this.#waiting.push(done));
  }

  /** Adds a finding of a file to the baseline, by its fingerprint. @throws ConfigError if it cannot be written. */
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
    this.#reported += 1;
    // Open files may import changed ones.
    this.#answered = new Set();
    // The first scan continues with the earlier texts; otherwise typing would restart it forever.
    if (this.#last !== undefined || what === 'settings') this.#abort.abort();
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#completed < this.#reported && !this.#isClosed) {
      this.#abort = new AbortController();
      const { signal } = this.#abort;
      const reported = this.#reported;
      if (this.#last !== undefined && !(await this.#showQuickResults(signal))) continue;
      const changed = this.#changed;
      this.#changed = new Set();
      try {
        await this.#scan(changed, signal);
      } catch (error) {
        this.#changed = new Set([...changed, ...this.#changed]);
        if (isOver(signal)) continue;
        this.#reportProblem(error);
      }
      if (isOver(signal)) continue;
      if (this.#reported === reported) {
        this.#edited = new Set();
        this.#answered = new Set();
      }
      this.#completed = reported;
      this.#wake();
    }
    this.#isRunning = false;
  }

  /** Waits for a pause, and shows quick results of the changed texts; false if the wait was interrupted. */
  async #showQuickResults(signal: AbortSignal): Promise<boolean> {
    await pause(QUIET_TIME, signal);
    if (isOver(signal)) return false;
    for (const path of this.#edited) if (!this.#answered.has(path)) await this.#showQuickResult(path, signal);
    if (this.#answered.size > 0) await pause(LONG_QUIET_TIME, signal);
    return !isOver(signal);
  }

  async #showQuickResult(path: string, signal: AbortSignal): Promise<void> {
    const open = this.#input.open();
    // A closed file is read from disk by the whole scan.
    if (!open.has(path) || !this.#input.isOwn(path)) return;
    try {
      const found = await this.#scans.quick(path, open, signal);
      if (found === undefined) return;
      const { report, settings, textOf } = found;
      const isShown = (file: string): boolean => resolve(settings.root, file) === path;
      const file = shownFiles({ report, root: settings.root, textOf, isShown, options: this.#input.options }).get(path);
      const before = this.#shown;
      const others = [...before].filter(([other]) => other !== path);
      this.#shown = new Map(file === undefined ? others : [...others, [path, file]]);
      this.#answered.add(path);
      this.#input.onScan(before, 'quick');
      this.#wake();
    } catch (error) {
      // The whole scan reports the error, unless it is an interruption.
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

  /** Reports a problem once, and keeps the known findings. */
  #reportProblem(error: unknown): void {
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

/** Waits for some milliseconds, or until the signal is aborted. */
async function pause(time: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done) => {
    const timer = setTimeout(done, time);
    const end = (): void => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Reads the current state of a signal; a function, so that the compiler does not assume it is unchanged. */
function isOver({ aborted }: AbortSignal): boolean {
  return aborted;
}

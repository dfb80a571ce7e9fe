import { isInside } from '../../../core/lib/read-file.js';
import type { CliIo } from '../shared/io.js';
import type { ShownFile } from './diagnostics.js';
import type { Documents, ServerOptions } from './client.js';
import { pathOfUri } from './client.js';
import { resolve } from 'node:path';
import { isExpected } from '../../../core/model/errors.js';
import type { IsoDate } from '../../../core/model/deprecation.js';
import { kindsOf } from '../../../scan/prepare-scan.js';
import { toName } from '../../../files/file-name.js';
import { mayAffectScan } from '../scanning/own-files.js';
import { acceptFinding, shownFiles } from './diagnostics.js';
import { FolderScan } from './folder-scan.js';
import type { FolderReport } from './folder-scan.js';

/** Input of all folders of a client. */
export interface FoldersInput {
  readonly io: CliIo;
  readonly options: ServerOptions;
  readonly documents: Documents;
  readonly onScan: (
    before: ReadonlyMap<string, ShownFile>,
    now: ReadonlyMap<string, ShownFile>,
    extent: 'quick' | 'full',
  ) => void;
  readonly onProblem: (problem: string) => void;
}

/** Workspace folders of a client. A file belongs to the innermost folder that contains it, if any. */
export class Folders {
  readonly #input: FoldersInput;
  readonly #workspaces = new Map<string, Workspace>();
  #hasStarted = false;

  constructor(input: FoldersInput) {
    this.#input = input;
  }

  add(paths: readonly string[]): void {
    for (const folder of paths) {
      if (this.#workspaces.has(folder)) continue;
      const workspace: Workspace = new Workspace({
        folder,
        io: this.#input.io,
        options: this.#input.options,
        openTexts: () => this.#input.documents.texts(),
        isOwn: (path) => this.workspaceOf(path) === workspace,
        onScan: (before, extent) => this.#input.onScan(before, workspace.shown, extent),
        onProblem: this.#input.onProblem,
      });
      this.#workspaces.set(folder, workspace);
    }
    // Files of an outer folder may now belong to a new folder.
    if (this.#hasStarted) for (const workspace of this.#workspaces.values()) workspace.reportTextChange();
  }

  remove(paths: readonly string[]): void {
    for (const folder of paths) {
      const workspace = this.#workspaces.get(folder);
      if (workspace === undefined) continue;
      workspace.close();
      this.#workspaces.delete(folder);
      this.#input.onScan(workspace.shown, new Map(), 'full');
    }
    for (const workspace of this.#workspaces.values()) workspace.reportTextChange();
  }

  /** Scans all folders for the first time. */
  start(): void {
    this.#hasStarted = true;
    for (const workspace of this.#workspaces.values()) workspace.reportTextChange();
  }

  /** Returns the folder that a file belongs to. */
  workspaceOf(path: string): Workspace | undefined {
    const containing = [...this.#workspaces.values()].filter(({ folder }) => isInside(folder, path));
    return containing.sort((a, b) => b.folder.length - a.folder.length)[0];
  }

  /** Reports that a text was opened, changed or closed. */
  reportTextChange(uri: string): void {
    const path = pathOfUri(uri);
    // An outer folder may depend on the file as well.
    for (const workspace of this.#workspaces.values())
      if (this.#hasStarted && path !== undefined && isInside(workspace.folder, path)) workspace.reportTextChange(path);
  }

  reportDiskChanges(uris: readonly string[]): void {
    const paths = uris.flatMap((uri) => pathOfUri(uri) ?? []);
    for (const workspace of this.#workspaces.values()) workspace.reportDiskChanges(paths);
  }

  /** Reads all files again, because any may have changed on disk. */
  rereadFiles(): void {
    for (const workspace of this.#workspaces.values()) workspace.rereadFiles();
  }

  async whenSettled(): Promise<void> {
    await Promise.all([...this.#workspaces.values()].map((workspace) => workspace.whenSettled()));
  }

  /** Returns the diagnostics of all folders, by absolute path. */
  shown(): ReadonlyMap<string, ShownFile> {
    return new Map([...this.#workspaces.values()].flatMap(({ shown }) => [...shown]));
  }

  close(): void {
    for (const workspace of this.#workspaces.values()) workspace.close();
  }
}

/** Milliseconds without changes before the quick scans of changed texts, and before the full scan. */
const QUICK_SCAN_DELAY_MS = 20;
const FULL_SCAN_DELAY_MS = 400;

const ALL_KINDS = kindsOf({ documents: true });

interface WorkspaceInput {
  /** Absolute path. */
  readonly folder: string;
  readonly io: CliIo;
  readonly options: ServerOptions;
  /** Returns the open texts of the folder, by absolute path. */
  readonly openTexts: () => ReadonlyMap<string, string>;
  /** Whether a file belongs to this folder, and not to an inner folder. */
  readonly isOwn: (path: string) => boolean;
  /** Called when findings change; `quick` if only those of one open file changed. */
  readonly onScan: (before: ReadonlyMap<string, ShownFile>, extent: 'quick' | 'full') => void;
  readonly onProblem: (problem: string) => void;
}

/** A workspace folder with its findings, which are kept current by one scan at a time. */
class Workspace {
  readonly folder: string;
  readonly #input: WorkspaceInput;
  readonly #folderScan: FolderScan;
  readonly #waiters: (() => void)[] = [];
  /** Paths of open texts that changed since the last completed scan. */
  #editedPaths = new Set<string>();
  /** Paths of changed texts whose quick result is on display. */
  #quicklyShownPaths = new Set<string>();
  /** Absolute paths of files that changed since the last completed scan. */
  #changedPaths = new Set<string>();
  #shown: ReadonlyMap<string, ShownFile> = new Map();
  #lastReport: FolderReport | undefined;
  #lastProblem: string | undefined;
  /** Number of reported changes, and of those that a completed scan includes. */
  #reportedChanges = 0;
  #completedChanges = 0;
  #isRunning = false;
  #isClosed = false;
  #abortController = new AbortController();

  constructor(input: WorkspaceInput) {
    this.folder = input.folder;
    this.#input = input;
    this.#folderScan = new FolderScan(
      { ...input.io, cwd: input.folder },
      input.options.configCode ? [] : ['--no-config-code'],
    );
  }

  get shown(): ReadonlyMap<string, ShownFile> {
    return this.#shown;
  }

  /** Date of the last report. */
  get asOf(): IsoDate | undefined {
    return this.#lastReport?.report.asOf;
  }

  /** Root folder of the names in the last report, and the scanned texts. */
  get scanned(): { readonly root: string; readonly textOf: FolderReport['textOf'] } | undefined {
    return this.#lastReport && { root: this.#lastReport.settings.root, textOf: this.#lastReport.textOf };
  }

  /** Whether findings can be accepted: not if the settings disable the baseline. */
  get canAccept(): boolean {
    return this.#lastReport !== undefined && this.#lastReport.settings.flags.baseline !== false;
  }

  /** Reports changes on disk, by absolute path. Files that no scan reads are ignored. */
  reportDiskChanges(paths: readonly string[]): void {
    const relevantPaths = paths.filter(
      (path) => isInside(this.folder, path) && mayAffectScan(toName(this.folder, path), ALL_KINDS),
    );
    if (relevantPaths.length === 0) return;
    let haveSettingsChanged = false;
    for (const path of relevantPaths) {
      if (this.#folderScan.isBaseline(path)) continue;
      this.#changedPaths.add(path);
      if (!this.#folderScan.isOfSettings(path)) continue;
      this.#folderScan.forgetSettings();
      haveSettingsChanged = true;
    }
    this.#startScan(haveSettingsChanged ? 'settings' : 'texts');
  }

  /** Reads settings and files again, because any may have changed. */
  rereadFiles(): void {
    this.#folderScan.forgetSettings();
    this.#startScan('settings');
  }

  /** Reports that an open text was opened, changed or closed; without a path, requests the first scan. */
  reportTextChange(path?: string): void {
    if (path !== undefined) this.#editedPaths.add(path);
    this.#startScan('texts');
  }

  /** Waits until the findings of a file match its text; changes in other files may affect the findings later. */
  async whenCurrent(path: string): Promise<void> {
    const reportedChanges = this.#reportedChanges;
    const isOutdated = (): boolean =>
      this.#completedChanges < reportedChanges && !this.#isClosed && !this.#quicklyShownPaths.has(path);
    while (isOutdated()) await new Promise<void>((done) => this.#waiters.push(done));
  }

  /** Waits until all changes reported so far are on display. */
  async whenSettled(): Promise<void> {
    const reportedChanges = this.#reportedChanges;
    while (this.#completedChanges < reportedChanges && !this.#isClosed)
      await new Promise<void>((done) => this.#waiters.push(done));
  }

  /** Adds a finding of a file to the baseline. @throws ConfigError if the baseline cannot be written. */
  accept(path: string, fingerprint: string): 'accepted' | 'unknown' {
    const shownFinding = this.#shown
      .get(path)
      ?.findings.find(({ finding, diagnostic }) => diagnostic !== undefined && finding.fingerprint === fingerprint);
    if (shownFinding === undefined || this.#lastReport === undefined || !this.canAccept) return 'unknown';
    const { settings, report } = this.#lastReport;
    acceptFinding(shownFinding.finding, settings, this.folder, report.asOf);
    this.#startScan('texts');
    return 'accepted';
  }

  close(): void {
    this.#isClosed = true;
    this.#abortController.abort();
    this.#wake();
  }

  #startScan(changeKind: 'texts' | 'settings'): void {
    this.#reportedChanges += 1;
    // Open files may import changed files.
    this.#quicklyShownPaths = new Set();
    // The first scan is not aborted, but continues with the earlier texts; otherwise typing would restart it forever.
    if (this.#lastReport !== undefined || changeKind === 'settings') this.#abortController.abort();
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#completedChanges < this.#reportedChanges && !this.#isClosed) {
      this.#abortController = new AbortController();
      const { signal } = this.#abortController;
      const reportedChanges = this.#reportedChanges;
      if (this.#lastReport !== undefined && !(await this.#showQuickResults(signal))) continue;
      const changedPaths = this.#changedPaths;
      this.#changedPaths = new Set();
      try {
        await this.#scan(changedPaths, signal);
      } catch (error) {
        this.#changedPaths = new Set([...changedPaths, ...this.#changedPaths]);
        if (isAborted(signal)) continue;
        this.#reportProblem(error);
      }
      if (isAborted(signal)) continue;
      if (this.#reportedChanges === reportedChanges) {
        this.#editedPaths = new Set();
        this.#quicklyShownPaths = new Set();
      }
      this.#completedChanges = reportedChanges;
      this.#wake();
    }
    this.#isRunning = false;
  }

  /** Waits for a pause, and shows quick results of the changed texts; false if the wait was interrupted. */
  async #showQuickResults(signal: AbortSignal): Promise<boolean> {
    await pause(QUICK_SCAN_DELAY_MS, signal);
    if (isAborted(signal)) return false;
    for (const path of this.#editedPaths)
      if (!this.#quicklyShownPaths.has(path)) await this.#showQuickResult(path, signal);
    if (this.#quicklyShownPaths.size > 0) await pause(FULL_SCAN_DELAY_MS, signal);
    return !isAborted(signal);
  }

  async #showQuickResult(path: string, signal: AbortSignal): Promise<void> {
    const openTexts = this.#input.openTexts();
    // The full scan reads a closed file from disk.
    if (!openTexts.has(path) || !this.#input.isOwn(path)) return;
    try {
      const quickReport = await this.#folderScan.scanFile(path, openTexts, signal);
      if (quickReport === undefined) return;
      const { report, settings, textOf } = quickReport;
      const isShown = (file: string): boolean => resolve(settings.root, file) === path;
      const file = shownFiles({ report, root: settings.root, textOf, isShown, options: this.#input.options }).get(path);
      const before = this.#shown;
      const otherFiles = [...before].filter(([other]) => other !== path);
      this.#shown = new Map(file === undefined ? otherFiles : [...otherFiles, [path, file]]);
      this.#quicklyShownPaths.add(path);
      this.#input.onScan(before, 'quick');
      this.#wake();
    } catch (error) {
      // The full scan reports the error, unless it is an interruption.
      if (!(error instanceof Error)) throw error;
    }
  }

  async #scan(changedPaths: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const folderReport = await this.#folderScan.scanFolder(this.#input.openTexts(), changedPaths, signal);
    const { report, settings, textOf } = folderReport;
    const isShown = (file: string): boolean => this.#input.isOwn(resolve(settings.root, file));
    const before = this.#shown;
    this.#shown = shownFiles({ report, root: settings.root, textOf, isShown, options: this.#input.options });
    this.#lastReport = folderReport;
    this.#lastProblem = undefined;
    this.#input.onScan(before, 'full');
  }

  /** Reports a problem once; the shown findings remain. */
  #reportProblem(error: unknown): void {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const problem = isExpected(error) ? error.message : detail;
    if (problem !== this.#lastProblem) this.#input.onProblem(problem);
    this.#lastProblem = problem;
    this.#folderScan.forgetSettings();
  }

  #wake(): void {
    for (const done of this.#waiters.splice(0)) done();
  }
}

/** Waits for some milliseconds, or until the signal is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resume) => {
    const timer = setTimeout(resume, milliseconds);
    const stopWaiting = (): void => {
      clearTimeout(timer);
      resume();
    };
    signal.addEventListener('abort', stopWaiting, { once: true });
  });
}

/** Reads the current state of a signal. A property access would be narrowed to its earlier value by the compiler. */
function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}

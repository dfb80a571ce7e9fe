import { isInside } from '../../lib/read-regular-file.js';
import type { CliIo } from '../shared/io.js';
import type { ShownFile } from './diagnostics.js';
import type { Documents } from './documents.js';
import type { ServerOptions } from './options.js';
import { pathOfUri } from './places.js';
import { Workspace } from './workspace.js';

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

/** The folders of a client. A file belongs to the innermost that holds it, and to none outside of all. */
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
    // Files of a folder around it may be those of a new one now.
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

  /** Looks at all folders for the first time. */
  start(): void {
    this.#hasStarted = true;
    for (const workspace of this.#all.values()) workspace.touch();
  }

  /** The folder that a file belongs to. */
  of(path: string): Workspace | undefined {
    const around = [...this.#all.values()].filter(({ folder }) => isInside(folder, path));
    return around.sort((a, b) => b.folder.length - a.folder.length)[0];
  }

  /** Says that an open text came, changed or went. */
  touch(uri: string): void {
    const path = pathOfUri(uri);
    // A folder around another one may read its files as well.
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

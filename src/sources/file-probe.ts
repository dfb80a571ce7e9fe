import { readFileSync, statSync } from 'node:fs';
import type { TreeOverlay } from './tree-overlay.js';

/** What of a file was not considered. */
export interface ProbeNote {
  /** Absolute path. */
  readonly file: string;
  /** As the end of a sentence that begins with the file. */
  readonly what: string;
  /** `much`: it was too much, so that what counts may have been left out. `odd`: it is not understood. */
  readonly why: 'much' | 'odd';
}

const MAX_NOTES = 100;

/** Cached questions to the file system, by absolute path. */
export class FileProbe {
  readonly #kinds = new Map<string, 'file' | 'folder' | 'none'>();
  readonly #json = new Map<string, unknown>();
  readonly #overlay: TreeOverlay | undefined;
  readonly #notes = new Map<string, ProbeNote>();

  constructor(overlay?: TreeOverlay) {
    this.#overlay = overlay;
  }

  isFile(path: string): boolean {
    return this.#kind(path) === 'file';
  }

  isFolder(path: string): boolean {
    return this.#kind(path) === 'folder';
  }

  /** Notes what of a file was not considered. */
  note(note: ProbeNote): void {
    const key = `${note.file}\0${note.what}`;
    if (this.#notes.size < MAX_NOTES) this.#notes.set(key, note);
  }

  /** What was not considered so far. */
  get notes(): readonly ProbeNote[] {
    return [...this.#notes.values()];
  }

  /** The JSON object in a file, or undefined where there is none to be had. */
  readJson(path: string): Readonly<Record<string, unknown>> | undefined {
    if (!this.#json.has(path)) this.#json.set(path, this.isFile(path) ? this.#parseJson(path) : undefined);
    return asRecord(this.#json.get(path));
  }

  /** Text of a file, or undefined where it cannot be read. */
  readText(path: string): string | undefined {
    const content = this.#overlay?.content(path);
    if (content !== undefined && content !== null) return Buffer.from(content).toString('utf8');
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  }

  #kind(path: string): 'file' | 'folder' | 'none' {
    let kind = this.#kinds.get(path);
    if (kind === undefined) {
      kind = this.#overlay?.kind(path) ?? kindOf(path);
      this.#kinds.set(path, kind);
    }
    return kind;
  }

  #parseJson(path: string): unknown {
    try {
      return JSON.parse(this.readText(path)?.replace(/^\uFEFF/, '') ?? '');
    } catch {
      return undefined;
    }
  }
}

/** A value that is a plain object, as such. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function kindOf(path: string): 'file' | 'folder' | 'none' {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return 'none';
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'none';
  } catch {
    return 'none';
  }
}

import { lstatSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { rememberedText } from '../lib/collections.js';

/**
 * Stamp that shows, without reading, whether a file or folder is unchanged: times of the last change to its content and
 * to its metadata in milliseconds, its size in bytes, inode and device. Programs cannot set the metadata time, where
 * the system has one.
 */
export type FileStamp = readonly [changed: number, touched: number, size: number, inode: number, device: number];

/** Milliseconds by which clocks of file systems may be behind, or step. */
const STEP = 2000;

/**
 * Stamps by absolute path, each read once. The methods for lasting stamps read again: undefined where the file may have
 * changed unseen since these were taken.
 */
export class FileStamps {
  readonly #since = Date.now();
  readonly #entries = rememberedText((path) => stampOf(path, lstatSync));
  readonly #targets = rememberedText((path) => stampOf(path, statSync));

  /** Stamp of a file that is no link; null where there is none. */
  file(path: string): FileStamp | null {
    const entry = this.#entries(path);
    return entry?.kind === 'file' ? entry.stamp : null;
  }

  lastingFile(path: string): FileStamp | null | undefined {
    return this.#lasting(stampOf(path, lstatSync), 'file');
  }

  /** Stamp of the target of a path, links followed; null where there is none. */
  target(path: string, kind: Entry['kind']): FileStamp | null {
    const entry = this.#targets(path);
    return entry?.kind === kind ? entry.stamp : null;
  }

  lastingTarget(path: string, kind: Entry['kind']): FileStamp | null | undefined {
    return this.#lasting(stampOf(path, statSync), kind);
  }

  #lasting(entry: Entry | undefined, kind: Entry['kind']): FileStamp | null | undefined {
    if (entry?.kind !== kind) return null;
    const [changed, touched] = entry.stamp;
    return touched > 0 && Math.max(changed, touched) < this.#since - STEP ? entry.stamp : undefined;
  }
}

interface Entry {
  readonly kind: 'file' | 'folder';
  readonly stamp: FileStamp;
}

export function isSameStamp(one: FileStamp | null, other: FileStamp | null): boolean {
  return one === null || other === null ? one === other : one.every((part, index) => part === other[index]);
}

/** The stamp of a file or folder by its `stat`. */
export function stampFrom({ mtimeMs, ctimeMs, size, ino, dev }: Stats): FileStamp {
  return [mtimeMs, ctimeMs, size, ino, dev];
}

function stampOf(path: string, look: typeof statSync): Entry | undefined {
  try {
    const stat = look(path, { throwIfNoEntry: false });
    if (stat === undefined || !(stat.isFile() || stat.isDirectory())) return undefined;
    return { kind: stat.isFile() ? 'file' : 'folder', stamp: stampFrom(stat) };
  } catch {
    return undefined;
  }
}

import { lstatSync } from 'node:fs';

/**
 * What tells without reading whether a file is the same: when its content and when anything about it was changed, in
 * milliseconds, and its size in bytes. Nobody but the system sets the second.
 */
export type FileStamp = readonly [changed: number, touched: number, size: number];

/** Milliseconds by which clocks of file systems may be behind, or step. */
const STEP = 2000;

/** Stamps of files by absolute path, each looked at once. A link has the stamp of a link. */
export class FileStamps {
  readonly #since = Date.now();
  readonly #stamps = new Map<string, FileStamp | undefined>();

  /** Undefined where there is no file to be had. */
  of(path: string): FileStamp | undefined {
    let stamp = this.#stamps.get(path);
    if (stamp === undefined && !this.#stamps.has(path)) this.#stamps.set(path, (stamp = stampOf(path)));
    return stamp;
  }

  /** The stamp of a file as it is now; undefined where it may have had another one since this was made. */
  lasting(path: string): FileStamp | undefined {
    const stamp = stampOf(path);
    return stamp !== undefined && stamp[1] < this.#since - STEP ? stamp : undefined;
  }
}

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.every((part, index) => part === other[index]);
}

function stampOf(path: string): FileStamp | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true ? [stat.mtimeMs, stat.ctimeMs, stat.size] : undefined;
  } catch {
    return undefined;
  }
}

import { statSync } from 'node:fs';
import { stampFrom } from '../sources/file-probe.js';

/** Files and folders that answers depend on, by absolute path, with their stamps before they were read. */
export class Stamps {
  readonly #stamps = new Map<string, string>();

  /** Records a file or folder that is about to be read. */
  note(path: string): void {
    if (!this.#stamps.has(path)) this.#stamps.set(path, stampOf(path));
  }

  has(path: string): boolean {
    return this.#stamps.has(path);
  }

  /** Whether a recorded file or folder is unchanged. */
  isHolding(path: string): boolean {
    return this.#stamps.get(path) === stampOf(path);
  }

  /** Whether all of them are unchanged. */
  areHolding(): boolean {
    for (const [path, stamp] of this.#stamps) if (stampOf(path) !== stamp) return false;
    return true;
  }
}

/**
 * Clocks of file systems advance in steps of some milliseconds: a file that changed just now can change again unseen.
 */
const TICK = 50;

/** Stamp of an absent file or folder. */
export const ABSENT = 'absent';

let unsettled = 0;

/**
 * Stamps that show without reading whether a file or folder has changed. The stamp of a file that
 * changed just now equals no other.
 */
export function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return ABSENT;
    const stamp = stampFrom(stat).join(' ');
    return Math.abs(Date.now() - stat.ctimeMs) < TICK ? `${stamp} ${String((unsettled += 1))}` : stamp;
  } catch {
    // It cannot be read.
    return ABSENT;
  }
}

import { statSync } from 'node:fs';
import { stampFrom } from '../sources/file-stamps.js';

/** Files and folders that answers rest on, by absolute path, with their stamps before they were looked at. */
export class Stamps {
  readonly #stamps = new Map<string, string>();

  /** Notes what is about to be looked at. */
  note(path: string): void {
    if (!this.#stamps.has(path)) this.#stamps.set(path, stampOf(path));
  }

  has(path: string): boolean {
    return this.#stamps.has(path);
  }

  /** Whether one that was noted is what it was. */
  isHolding(path: string): boolean {
    return this.#stamps.get(path) === stampOf(path);
  }

  /** Whether all of them are what they were. */
  areHolding(): boolean {
    for (const [path, stamp] of this.#stamps) if (stampOf(path) !== stamp) return false;
    return true;
  }
}

/** Clocks of file systems advance in steps of some milliseconds: what changed just now can change again unseen. */
const TICK = 50;

/** Of what is not there. */
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
    // Not ours to look at.
    return ABSENT;
  }
}

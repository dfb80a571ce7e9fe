import { statSync } from 'node:fs';

/** Clocks of file systems advance in steps of some milliseconds: what changed just now can change again unseen. */
const TICK = 50;

/** Of what is not there. */
export const ABSENT = 'absent';

let unsettled = 0;

/**
 * Times of change and size, which tell without reading whether a file or folder has changed. The stamp of a file that
 * changed just now equals no other.
 */
export function stampOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return ABSENT;
    const stamp = `${String(stat.mtimeMs)} ${String(stat.ctimeMs)} ${String(stat.size)}`;
    return Math.abs(Date.now() - stat.ctimeMs) < TICK ? `${stamp} ${String((unsettled += 1))}` : stamp;
  } catch {
    // Not ours to look at.
    return ABSENT;
  }
}

import { lstatSync, readFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { IndexEntry } from './index-entries.js';
import type { IndexStats, NotedStat } from './index-stats.js';

/** Times of files are known to a fraction of a millisecond that a number of JavaScript does not hold in full. */
const SAME_TIME = 0.001;

/**
 * Whether a file may have another content than the index has: `no` only where git compared it before and nothing
 * touched it since. Links and submodules count as no files.
 */
export function mayDiffer(top: string, entry: IndexEntry, stats: IndexStats): boolean {
  const stat = statOf(join(top, entry.path));
  if (!isFile(entry.mode)) return stat?.isFile() === true && entry.mode === '120000';
  if (stat === undefined) return !entry.sparse;
  const noted = stats.byPath.get(entry.path);
  return !(stat.isFile() && noted?.id === entry.id && isUntouched(stat, noted) && noted.modified < stats.written);
}

export function isFile(mode: string): boolean {
  return mode.startsWith('100');
}

/** Whether a file on disk has this content. Line ends do not count: git may have changed them on the way to the disk. */
export function hasContent(path: string, content: Uint8Array | null): boolean {
  if (content === null) return false;
  const stat = statOf(path);
  // Line ends at most double a text.
  if (stat?.isFile() !== true || stat.size > 2 * content.length || content.length > 2 * stat.size) return false;
  try {
    const disk = readFileSync(path);
    return disk.equals(content) || withoutReturns(disk) === withoutReturns(Buffer.from(content));
  } catch {
    return false;
  }
}

function withoutReturns(content: Buffer): string {
  return content.toString('latin1').replaceAll('\r\n', '\n');
}

function isUntouched(stat: Stats, noted: NotedStat): boolean {
  return (
    stat.size % 2 ** 32 === noted.size &&
    Math.abs(stat.mtimeMs - noted.modified) < SAME_TIME &&
    // On Windows git notes there when the file was made.
    (process.platform === 'win32' || Math.abs(stat.ctimeMs - noted.changed) < SAME_TIME)
  );
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

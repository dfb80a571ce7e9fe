import { escapeText } from '../../lib/escape.js';
import type { ScanResult } from '../../scan/scan-tree.js';

/** Files that could not be read, each in a sentence for a terminal. */
export function scanProblems({ missing, shortfalls, stopped }: ScanResult): readonly string[] {
  return [
    ...missing.map(({ path, reason }) => `cannot scan '${escapeText(path)}': ${reason}.`),
    ...shortfalls.map(escapeText),
    ...(stopped === undefined ? [] : [`stopped ${stopped}: not all was looked at.`]),
  ];
}

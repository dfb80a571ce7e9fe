import { realpathSync } from 'node:fs';
import { MEGABYTE, readRegularFile } from '../lib/read-file.js';
import { kindOfPath } from './path-kind.js';
import type { TreeOverlay } from './tree-overlay.js';

/** Target of the path of a file, links followed: a file, a folder, or nothing that can be opened. */
export interface Target {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'nothing';
}

/** Follows the links of a path. */
export function targetOf(path: string): Target {
  const kind = kindOfPath(path);
  return kind === 'file' || kind === 'folder' ? { path: realpathSync(path), kind } : { path, kind: 'nothing' };
}

/** Largest file that is no text for the scan and is still searched. */
const MAX_SEARCHED = 64 * MEGABYTE;

/**
 * A file that is no text for the scan, as characters to search: without NULs, so that words are found in UTF-16 and
 * UTF-32 as well. Undefined where it cannot be opened or is too large.
 */
export function searchableText(path: string, overlay: TreeOverlay | undefined): string | undefined {
  const content = overlay?.content(path);
  if (content === null) return undefined;
  if (content !== undefined) return withoutNul(Buffer.from(content).toString('utf8'));
  const file = readRegularFile(path, { limit: MAX_SEARCHED, malformed: 'replace' });
  return file.kind === 'text' ? withoutNul(file.text) : undefined;
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

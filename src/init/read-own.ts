import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MEGABYTE, readRegularFile } from '../lib/read-file.js';
import { ConfigError } from '../model/errors.js';

/** Files that people write by hand, and manifests. */
const MAX_FILE = 10 * MEGABYTE;

/**
 * Text of a file of a folder, without the byte order mark; undefined where there is none.
 *
 * @throws ConfigError where there is one that cannot be read, or that is outside of the folder by a link.
 */
export function readOwn(folder: string, name: string): string | undefined {
  const content = readRegularFile(join(folder, name), { limit: MAX_FILE, within: folder });
  if (content.kind === 'refused')
    throw new ConfigError(`cannot read '${join(folder, name)}': ${content.why}. Set this folder up by hand.`);
  return content.kind === 'text' ? content.text : undefined;
}

/**
 * The byte order mark of a file whose text is known: empty, or that of UTF-8.
 *
 * @throws ConfigError where the file is in another encoding, which would be lost.
 */
export function markOf(folder: string, name: string, text: string): string {
  const marks = statSync(join(folder, name)).size - Buffer.byteLength(text);
  if (marks === 0) return '';
  if (marks === UTF8_MARK_BYTES) return '\uFEFF';
  throw new ConfigError(`cannot change '${join(folder, name)}': it is not in UTF-8. Set this folder up by hand.`);
}

const UTF8_MARK_BYTES = 3;

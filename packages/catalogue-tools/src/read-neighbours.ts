import { dirname, resolve } from 'node:path';
import { readRegularFile } from '../../../src/core/lib/read-file.js';
import type { NeighbourReader } from './upstream/references.js';
import type { CliIo } from '../../../src/hosts/cli/shared/io.js';

/**
 * Creates a reader of files in the folder of a file, up to a total number of bytes; links out of the folder are not
 * followed.
 */
export function neighbourReader(name: string, limit: number, io: Pick<CliIo, 'cwd'>): NeighbourReader {
  const folder = dirname(resolve(io.cwd, name));
  let remainingBytes = limit;
  return (path) => {
    const content = readRegularFile(resolve(folder, path), { limit: remainingBytes, within: folder });
    if (content.kind !== 'text') return content.kind === 'absent' ? 'it does not exist' : content.why;
    remainingBytes = Math.max(0, remainingBytes - Buffer.byteLength(content.text));
    return { file: path, text: content.text };
  };
}

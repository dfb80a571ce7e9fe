import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readRegularFile } from '../../../src/core/lib/read-file.js';
import { ConfigError } from '../../../src/core/model/errors.js';
import type { DocumentText } from './upstream/read-document.js';
import type { CliIo } from '../../../src/hosts/cli/shared/io.js';

/** Reads a file that the command line names, up to `limit` bytes. @throws ConfigError if it cannot be read. */
export function readInput(name: string, limit: number, io: Pick<CliIo, 'cwd'>): DocumentText {
  const content = readRegularFile(resolve(io.cwd, name), { limit, kinds: 'any' });
  if (content.kind === 'text') return { file: name, text: content.text };
  const why = content.kind === 'absent' ? 'the file does not exist' : content.why;
  throw new ConfigError(`cannot read '${name}': ${why}.`);
}

/** Whether a path is a folder; false if it cannot be reached. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

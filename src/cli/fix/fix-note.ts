import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { utf8Mark } from '../../lib/read-file.js';
import { identityFrom } from '../../lib/identity.js';
import { makeFolder } from '../../lib/own-cache.js';
import { writeWhole } from '../../lib/write-whole.js';
import type { Temporary } from '../../lib/write-whole.js';
import type { FixableFile } from './fixable-file.js';
import type { CliIo } from '../shared/io.js';
import { userFolder } from '../shared/user-folder.js';

/** Files that a run is about to fix, by absolute paths, with their digests. */
export interface FixNote {
  readonly process: number;
  readonly files: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

/** A note that was written. */
export interface OpenNote {
  readonly temporary: Temporary;
  readonly remove: () => void;
}

/**
 * Records in the user's own folder which files are about to be written below `top`, so that the next run can report an
 * interruption. New texts are stored there first. Undefined where the user has no such folder, or it cannot be written.
 */
export function noteFix(
  top: string,
  env: CliIo['env'],
  files: readonly { readonly file: FixableFile; readonly text: string }[],
): OpenNote | undefined {
  const folder = notesFolder(top, env);
  if (folder === undefined || files.length === 0) return undefined;
  const id = randomBytes(6).toString('hex');
  const path = join(folder, notesOf(top) + id);
  const note: FixNote = {
    process: process.pid,
    files: files.map(({ file: { path, bytes }, text }) => ({
      path,
      before: digestOf(bytes),
      after: digestOf(Buffer.concat([bytes.subarray(0, utf8Mark(bytes)), Buffer.from(text)])),
    })),
  };
  try {
    makeFolder(folder);
    writeWhole(path, JSON.stringify(note), { rights: 0o600 });
  } catch {
    return undefined;
  }
  return {
    temporary: { folder, id },
    remove: () => {
      rmSync(path, { force: true });
    },
  };
}

/** Folder of the notes. */
export function notesFolder(top: string, env: CliIo['env']): string | undefined {
  const folder = userFolder([top], env);
  return folder === undefined ? undefined : join(folder, 'fixes');
}

/** Prefix of the names of the notes of one repository. The rest is their id. */
export function notesOf(top: string): string {
  return `${identityFrom([top])}-`;
}

/** The digest of a file. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

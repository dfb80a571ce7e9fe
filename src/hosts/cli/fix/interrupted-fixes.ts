import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { escapeText } from '../../../core/lib/escape.js';
import { identityFrom } from '../../../core/lib/identity.js';
import { makeFolder } from '../../../core/lib/user-cache.js';
import { isInside, utf8Mark } from '../../../core/lib/read-file.js';
import { temporaryName, writeAtomically } from '../../../core/lib/write-atomically.js';
import type { Temporary } from '../../../core/lib/write-atomically.js';
import { errorCode } from '../../../core/model/errors.js';
import type { CliIo } from '../shared/io.js';
import { userFolder } from '../shared/repository.js';
import { readBytes } from './fixable-file.js';
import type { FixableFile } from './fixable-file.js';

/** Maximum number of files that are listed per state. */
const MAX_LISTED_FILES = 20;

/**
 * Describes, in sentences, the files below `topFolder` that interrupted runs with `--fix` wrote or did not write.
 * Removes temporary files and notes of these runs.
 */
export function interruptedFixes(topFolder: string, env: CliIo['env']): readonly string[] {
  const folder = notesFolder(topFolder, env);
  if (folder === undefined) return [];
  const prefix = notePrefix(topFolder);
  return namesIn(folder)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => {
      const note = readNote(join(folder, name));
      if (note === undefined || isRunning(note.process)) return [];
      const description = describeNote(note, topFolder);
      for (const { path } of note.files) removeTemporary(path, topFolder, { folder, id: name.slice(prefix.length) });
      rmSync(join(folder, name), { force: true });
      return [description];
    });
}

function describeNote({ files }: FixNote, topFolder: string): string {
  const pathsByState = new Map<string, string[]>();
  for (const { path, before, after } of files) {
    const currentDigest = currentDigestOf(path);
    const state = currentDigest === after ? 'written' : currentDigest === before ? 'not written' : 'changed since';
    pathsByState.set(state, [...(pathsByState.get(state) ?? []), relative(topFolder, path)]);
  }
  const parts = [...pathsByState].map(([state, paths]) => {
    const more = paths.length > MAX_LISTED_FILES ? `, and ${String(paths.length - MAX_LISTED_FILES)} more` : '';
    return `${state}: ${paths.slice(0, MAX_LISTED_FILES).map(escapeText).join(', ')}${more}`;
  });
  return `An earlier run with --fix was interrupted. Each file is complete; ${parts.join('; ')}.`;
}

/** Removes the temporary file with the new text of a file: in the folder of the notes, or beside the file. */
function removeTemporary(path: string, topFolder: string, { folder, id }: { folder: string; id: string }): void {
  if (!isInside(topFolder, path)) return;
  for (const place of [folder, dirname(path)]) {
    const temporary = temporaryName(place, path, id);
    try {
      if (lstatSync(temporary, { throwIfNoEntry: false })?.isFile() === true) rmSync(temporary);
    } catch {
      // The folder is no longer accessible.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function readNote(file: string): FixNote | undefined {
  try {
    const note = JSON.parse(readBytes(file).toString('utf8')) as FixNote;
    return note.files.every(({ path }) => typeof path === 'string') ? note : undefined;
  } catch {
    return undefined;
  }
}

function currentDigestOf(file: string): string | undefined {
  try {
    return digestOf(readBytes(file));
  } catch {
    return undefined;
  }
}

/** Whether another process with this id is running. */
function isRunning(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Files that a run is about to write, by absolute path, with digests before and after. */
interface FixNote {
  readonly process: number;
  readonly files: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

/** Note on disk of a run that writes files. */
export interface OpenNote {
  readonly temporary: Temporary;
  readonly remove: () => void;
}

/**
 * Records the files that are about to be written below `topFolder`, so that the next run can report an interruption.
 * The note and temporary files are in the user's cache folder; undefined if that folder is unavailable.
 */
export function noteFix(
  topFolder: string,
  env: CliIo['env'],
  files: readonly { readonly file: FixableFile; readonly text: string }[],
): OpenNote | undefined {
  const folder = notesFolder(topFolder, env);
  if (folder === undefined || files.length === 0) return undefined;
  const id = randomBytes(6).toString('hex');
  const notePath = join(folder, notePrefix(topFolder) + id);
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
    writeAtomically(notePath, JSON.stringify(note), { rights: 0o600 });
  } catch {
    return undefined;
  }
  return {
    temporary: { folder, id },
    remove: () => {
      rmSync(notePath, { force: true });
    },
  };
}

function notesFolder(topFolder: string, env: CliIo['env']): string | undefined {
  const folder = userFolder([topFolder], env);
  return folder === undefined ? undefined : join(folder, 'fixes');
}

/** Returns the prefix of the file names of a repository's notes, which an id follows. */
export function notePrefix(topFolder: string): string {
  return `${identityFrom([topFolder])}-`;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { escapeText } from '../../../core/lib/escape.js';
import { identityFrom } from '../../../core/lib/identity.js';
import { makeFolder } from '../../../core/lib/own-cache.js';
import { isInside, utf8Mark } from '../../../core/lib/read-file.js';
import { temporaryName, writeAtomically } from '../../../core/lib/write-atomically.js';
import type { Temporary } from '../../../core/lib/write-atomically.js';
import { errorCode } from '../../../core/model/errors.js';
import type { CliIo } from '../shared/io.js';
import { userFolder } from '../shared/repository.js';
import { readBytes } from './fixable-file.js';
import type { FixableFile } from './fixable-file.js';

/** Number of files that are listed per state. */
const MAX_NAMES = 20;

/**
 * Describes files below `top` that interrupted runs with `--fix` have written, or left unwritten, in sentences. Removes
 * temporary files and notes of these runs.
 */
export function interruptedFixes(top: string, env: CliIo['env']): readonly string[] {
  const folder = notesFolder(top, env);
  if (folder === undefined) return [];
  const start = notesOf(top);
  return namesIn(folder)
    .filter((name) => name.startsWith(start))
    .flatMap((name) => {
      const note = readNote(join(folder, name));
      if (note === undefined || isRunning(note.process)) return [];
      const said = describeNote(note, top);
      for (const { path } of note.files) removeTemporary(path, top, { folder, id: name.slice(start.length) });
      rmSync(join(folder, name), { force: true });
      return [said];
    });
}

function describeNote({ files }: FixNote, top: string): string {
  const kinds = new Map<string, string[]>();
  for (const { path, before, after } of files) {
    const now = digestNow(path);
    const kind = now === after ? 'written' : now === before ? 'not written' : 'changed since';
    kinds.set(kind, [...(kinds.get(kind) ?? []), relative(top, path)]);
  }
  const parts = [...kinds].map(([kind, names]) => {
    const rest = names.length > MAX_NAMES ? `, and ${String(names.length - MAX_NAMES)} more` : '';
    return `${kind}: ${names.slice(0, MAX_NAMES).map(escapeText).join(', ')}${rest}`;
  });
  return `An earlier run with --fix was interrupted. Each file is complete; ${parts.join('; ')}.`;
}

/** Removes the temporary file with a new text: in the folder of the notes, or beside the file. */
function removeTemporary(path: string, top: string, { folder, id }: { folder: string; id: string }): void {
  if (!isInside(top, path)) return;
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

function digestNow(file: string): string | undefined {
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

/** A written note. */
export interface OpenNote {
  readonly temporary: Temporary;
  readonly remove: () => void;
}

/**
 * Records in the user's cache folder which files are about to be written below `top`, so that the next run can report
 * an interruption. New texts are stored there first. Undefined if the folder does not exist or cannot be written.
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
    writeAtomically(path, JSON.stringify(note), { rights: 0o600 });
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

/** Returns the folder of the notes. */
function notesFolder(top: string, env: CliIo['env']): string | undefined {
  const folder = userFolder([top], env);
  return folder === undefined ? undefined : join(folder, 'fixes');
}

/** Returns the prefix of names of a repository's notes; an id follows it. */
export function notesOf(top: string): string {
  return `${identityFrom([top])}-`;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

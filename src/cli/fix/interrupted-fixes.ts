import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { escapeText } from '../../lib/escape.js';
import { isInside } from '../../lib/read-file.js';
import { temporaryName } from '../../lib/write-whole.js';
import { digestOf, notesFolder, notesOf } from './fix-note.js';
import type { FixNote } from './fix-note.js';
import { readBytes } from './fixable-file.js';
import type { CliIo } from '../shared/io.js';
import { errorCode } from '../../model/errors.js';

/** Names that are listed of each kind. */
const MAX_NAMES = 20;

/**
 * Files below `top` that interrupted runs with `--fix` have written, and those not, in sentences. Removes temporary
 * files and notes of the runs.
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
      const said = whatBecame(note, top);
      for (const { path } of note.files) removeTemporary(path, top, { folder, id: name.slice(start.length) });
      rmSync(join(folder, name), { force: true });
      return [said];
    });
}

function whatBecame({ files }: FixNote, top: string): string {
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
  return `An earlier run with --fix was interrupted. Each file is whole; ${parts.join('; ')}.`;
}

/** Removes the new text of a file that was not yet in its place: in the folder of the notes, or beside the file. */
function removeTemporary(path: string, top: string, { folder, id }: { folder: string; id: string }): void {
  if (!isInside(top, path)) return;
  for (const place of [folder, dirname(path)]) {
    const temporary = temporaryName(place, path, id);
    try {
      if (lstatSync(temporary, { throwIfNoEntry: false })?.isFile() === true) rmSync(temporary);
    } catch {
      // The folder has another owner now.
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

/** Whether a process is running, and is not this one. */
function isRunning(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

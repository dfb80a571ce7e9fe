import { randomBytes } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../model/errors.js';

/**
 * Writes a file whole or not at all: a reader never sees half of it, and what was there stays where the new
 * text cannot be written. `what` is the name of the text for people, such as `the report`.
 */
export function writeOutput(file: string, text: string, what: string, advice = ''): void {
  const target = targetOf(file);
  try {
    if (target.kind === 'file') replace(target.path, text);
    // A device or a pipe is written to; it must not be replaced by a file.
    else writeFileSync(target.path, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`cannot write ${what} to '${file}': ${reason}.${advice === '' ? '' : ` ${advice}`}`);
  }
}

function replace(file: string, text: string): void {
  // The name is a new one each time: what a killed run left behind is in nobody's way.
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Where a path leads: a link stays one, and the file it leads to is the one that is written. */
function targetOf(file: string): { readonly path: string; readonly kind: 'file' | 'other' } {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return { path: file, kind: 'file' };
  return { path: realpathSync(file), kind: stat.isFile() || stat.isDirectory() ? 'file' : 'other' };
}

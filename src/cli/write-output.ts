import { lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { writeWhole } from '../lib/write-whole.js';
import { isInside } from '../lib/read-regular-file.js';
import { ConfigError } from '../model/errors.js';

export interface WriteOptions {
  /** The name of the text for people, such as `the report`. */
  readonly what: string;
  /**
   * The folder that the file must lie in, links followed: for a name that the command line did not give. Nothing is
   * written there into a repository's own files, nor into packages, nor into anything but a regular file.
   */
  readonly within?: string | undefined;
  /** What to do where it cannot be written. */
  readonly advice?: string;
}

/**
 * Writes a file whole or not at all: a reader never sees half of it, and what was there stays where the new
 * text cannot be written.
 *
 * @throws ConfigError where it cannot be written, or leads out of `within`.
 */
export function writeOutput(file: string, text: string, { what, within, advice = '' }: WriteOptions): void {
  try {
    // At the last moment: what was looked at earlier may be a link by now.
    const target = within === undefined ? targetOf(file) : targetWithin(file, within, what);
    if (target.kind === 'file') writeWhole(target.path, text);
    // A device or a pipe is written to; it must not be replaced by a file.
    else writeFileSync(target.path, text);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`cannot write ${what} to '${file}': ${reason}.${advice === '' ? '' : ` ${advice}`}`);
  }
}

/**
 * Looks ahead whether a file may be written, so that a run ends before it has done its work.
 *
 * @throws ConfigError where it leads out of `within`.
 */
export function refuseOutside(file: string, within: string, what: string): void {
  try {
    targetWithin(file, within, what);
  } catch (error) {
    // A folder that is missing is told when it is written.
    if (error instanceof ConfigError) throw error;
  }
}

interface Target {
  readonly path: string;
  readonly kind: 'file' | 'other';
}

/** Where a path leads: a link stays one, and the file it leads to is the one that is written. */
function targetOf(file: string): Target {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return { path: file, kind: 'file' };
  return { path: realpathSync(file), kind: stat.isFile() || stat.isDirectory() ? 'file' : 'other' };
}

/** Folders whose files make programs do things. Also as Windows and macOS take their names for the same. */
const NOT_OURS = /^(?:\.git|git~\d+|\.hg|\.svn|\.jj|node_modules)[. ]*(?::.*)?$/i;

function targetWithin(file: string, within: string, what: string): Target {
  const refuse = (why: string): ConfigError =>
    new ConfigError(
      `${what} is not written to '${file}': ${why}. What the command line does not name itself is written below '${within}' only; name the file there, or on the command line.`,
    );
  const exists = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  const path = exists ? realpathSync.native(file) : join(realpathSync.native(dirname(file)), basename(file));
  const folder = realpathSync.native(within);
  if (!isInside(folder, path) || path === folder) throw refuse('it leads out of the folder');
  // Also as it was written: where case does not matter, the real name need not be the one that was asked for.
  const steps = [relative(folder, path), relative(within, file)].flatMap((way) => way.split(sep));
  if (steps.some((step) => NOT_OURS.test(step))) throw refuse('the files in there are those of other programs');
  if (exists && !statSync(path).isFile()) throw refuse('it is not a regular file');
  return { path, kind: 'file' };
}

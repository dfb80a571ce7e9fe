import { closeSync, lstatSync, openSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { SafeOutput } from '../../../core/lib/safe-output.js';
import { isInside } from '../../../core/lib/read-file.js';
import { writeContent, writeAtomically } from '../../../core/lib/write-atomically.js';
import type { Content, Temporary } from '../../../core/lib/write-atomically.js';
import { ConfigError } from '../../../core/model/errors.js';
import type { CliIo } from './io.js';
import { repositoryLink } from './repository.js';

export interface WriteOptions {
  /** The name of the text for people, such as `the report`. */
  readonly what: string;
  /**
   * The folder that must contain the file, links followed: for a name that the command line did not give. Inside it, a
   * repository's own files, packages, and anything but regular files are never written.
   */
  readonly within?: string | undefined;
  /** Advice for a file that cannot be written. */
  readonly advice?: string;
  /** Folder and name of the temporary file. Default: beside the file. */
  readonly temporary?: Temporary | undefined;
}

/**
 * Writes a file atomically: a reader never sees half of it, and the old text stays where the new one cannot be written.
 *
 * @throws ConfigError where it cannot be written, is outside of `within`, or without one through a link of a
 * repository.
 */
export function writeOutput(file: string, text: Content, { what, within, advice = '', temporary }: WriteOptions): void {
  try {
    // Checked again at the last moment: the file may be a link by now.
    const target = within === undefined ? targetOf(file, what) : targetWithin(file, within, what);
    if (target.kind === 'file') writeAtomically(target.path, text, { temporary });
    // A device or a pipe is written to; it must not be replaced by a file.
    else {
      const fd = openSync(target.path, 'w');
      try {
        writeContent(fd, text);
      } finally {
        closeSync(fd);
      }
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`cannot write ${what} to '${file}': ${reason}.${advice === '' ? '' : ` ${advice}`}`);
  }
}

/**
 * Checks in advance whether a file may be written, so that a run ends before it has done its work.
 *
 * @throws ConfigError where it is outside of `within`, or without one through a link of a repository.
 */
export function refuseAhead(file: string, { what, within }: WriteOptions): void {
  try {
    if (within === undefined) targetOf(file, what);
    else targetWithin(file, within, what);
  } catch (error) {
    // A missing folder is reported when it is written.
    if (error instanceof ConfigError) throw error;
  }
}

interface Target {
  readonly path: string;
  readonly kind: 'file' | 'other';
}

/** Target of a path: a link of the user is kept, and its target is written. */
function targetOf(file: string, what: string): Target {
  const link = repositoryLink(file);
  if (link !== undefined)
    throw new ConfigError(
      `${what} is not written to '${file}': '${link}' is a link inside a repository, and a commit may have added it. Name a file that is not reached through it.`,
    );
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return { path: file, kind: 'file' };
  return { path: realpathSync(file), kind: stat.isFile() || stat.isDirectory() ? 'file' : 'other' };
}

/** Folders whose files make programs do things. Also as Windows and macOS take their names for the same. */
const NOT_OURS = /^(?:\.git|git~\d+|\.hg|\.svn|\.jj|node_modules)[. ]*(?::.*)?$/i;

function targetWithin(file: string, within: string, what: string): Target {
  const found = placeWithin(file, within);
  if ('path' in found) return { path: found.path, kind: 'file' };
  throw new ConfigError(
    `${what} is not written to '${file}': ${found.why}. What the command line does not name itself is written below '${within}' only; name the file there, or on the command line.`,
  );
}

/**
 * Target of a path inside a folder, links followed; or the reason why nothing is written there, in words that follow
 * its name.
 */
export function placeWithin(file: string, within: string): { readonly path: string } | { readonly why: string } {
  const exists = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  const path = exists ? realpathSync.native(file) : join(realpathSync.native(dirname(file)), basename(file));
  const folder = realpathSync.native(within);
  if (!isInside(folder, path) || path === folder) return { why: 'it is outside the folder' };
  // Also as it was written: where case does not matter, the real name may differ.
  const steps = [relative(folder, path), relative(within, file)].flatMap((way) => way.split(sep));
  if (steps.some((step) => NOT_OURS.test(step))) return { why: 'that folder contains files of other programs' };
  if (exists && !statSync(path).isFile()) return { why: 'it is not a regular file' };
  return { path };
}

/** Writes a text to a file, whole or not at all, or prints it where no file is named. @throws ConfigError */
export function outputOrPrint(
  text: SafeOutput,
  file: string | undefined,
  what: string,
  io: Pick<CliIo, 'cwd' | 'data'>,
): void {
  if (file === undefined) io.data(text);
  else
    writeOutput(resolve(io.cwd, file), text, {
      what,
      advice: 'Name a file in an existing, writable folder with --output.',
    });
}

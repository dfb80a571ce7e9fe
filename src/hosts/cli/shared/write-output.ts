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
  /** Name of the output in messages, such as `the report`. */
  readonly outputName: string;
  /**
   * Folder that must contain the file after resolving links; for names that are not from the command line. Files of
   * version control, packages and anything but regular files are never written there.
   */
  readonly within?: string | undefined;
  /** Advice for a file that cannot be written. */
  readonly advice?: string;
  /** Folder and name of the temporary file. Default: beside the file. */
  readonly temporary?: Temporary | undefined;
}

/**
 * Writes a file atomically: readers never see a part of the text, and the old text remains if writing fails.
 *
 * @throws ConfigError if the file cannot be written, is outside of `within`, or, without `within`, is reached through a
 * link in a repository.
 */
export function writeOutput(
  file: string,
  text: Content,
  { outputName, within, advice = '', temporary }: WriteOptions,
): void {
  try {
    // Checked again just before writing: the file may have become a link.
    const target =
      within === undefined ? resolveTarget(file, outputName) : resolveTargetWithin(file, within, outputName);
    if (target.kind === 'file') writeAtomically(target.path, text, { temporary });
    // A device or a pipe must not be replaced by a file.
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
    throw new ConfigError(`cannot write ${outputName} to '${file}': ${reason}.${advice === '' ? '' : ` ${advice}`}`);
  }
}

/**
 * Checks in advance whether a file may be written, so that a run fails early.
 *
 * @throws ConfigError if the file is outside of `within`, or, without `within`, is reached through a link in a
 * repository.
 */
export function refuseUnwritable(file: string, { outputName, within }: WriteOptions): void {
  try {
    if (within === undefined) resolveTarget(file, outputName);
    else resolveTargetWithin(file, within, outputName);
  } catch (error) {
    // A missing folder is reported when the file is written.
    if (error instanceof ConfigError) throw error;
  }
}

interface Target {
  readonly path: string;
  readonly kind: 'file' | 'other';
}

/** Resolves a path, following links outside of repositories, so that writing does not replace a user's link. */
function resolveTarget(file: string, what: string): Target {
  const link = repositoryLink(file);
  if (link !== undefined)
    throw new ConfigError(
      `${what} is not written to '${file}': '${link}' is a link inside a repository, and a commit may have added it. Name a file that is not reached through it.`,
    );
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return { path: file, kind: 'file' };
  return { path: realpathSync(file), kind: stat.isFile() || stat.isDirectory() ? 'file' : 'other' };
}

/** Folders whose files make other programs run code, including spellings that Windows and macOS treat as equal. */
const PROTECTED_FOLDER = /^(?:\.git|git~\d+|\.hg|\.svn|\.jj|node_modules)[. ]*(?::.*)?$/i;

function resolveTargetWithin(file: string, within: string, what: string): Target {
  const place = resolveWithin(file, within);
  if ('path' in place) return { path: place.path, kind: 'file' };
  throw new ConfigError(
    `${what} is not written to '${file}': ${place.why}. What the command line does not name itself is written below '${within}' only; name the file there, or on the command line.`,
  );
}

/**
 * Resolves the links of a path inside a folder, or returns the reason why the file must not be written, as a clause.
 */
export function resolveWithin(file: string, within: string): { readonly path: string } | { readonly why: string } {
  const exists = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  const path = exists ? realpathSync.native(file) : join(realpathSync.native(dirname(file)), basename(file));
  const folder = realpathSync.native(within);
  if (!isInside(folder, path) || path === folder) return { why: 'it is outside the folder' };
  // Checks the written name as well, because the real name may differ in case.
  const folderNames = [relative(folder, path), relative(within, file)].flatMap((name) => name.split(sep));
  if (folderNames.some((step) => PROTECTED_FOLDER.test(step)))
    return { why: 'that folder contains files of other programs' };
  if (exists && !statSync(path).isFile()) return { why: 'it is not a regular file' };
  return { path };
}

/** Writes a text to a file atomically, or prints it if no file is named. @throws ConfigError */
export function outputOrPrint(
  text: SafeOutput,
  file: string | undefined,
  what: string,
  io: Pick<CliIo, 'cwd' | 'data'>,
): void {
  if (file === undefined) io.data(text);
  else
    writeOutput(resolve(io.cwd, file), text, {
      outputName: what,
      advice: 'Name a file in an existing, writable folder with --output.',
    });
}

import { chmodSync, existsSync, mkdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../model/errors.js';
import { isInside } from '../../lib/read-regular-file.js';
import type { FileChange } from '../../init/file-changes.js';
import { readOwn } from '../../init/read-own.js';
import { refuseAhead, writeOutput } from '../shared/write-output.js';

const WHAT = 'the file';
const EXECUTABLE = 0o755;

/**
 * Writes all changes or none: where one cannot be written, those before it are taken back.
 *
 * @throws ConfigError where a file cannot be written, is another one by now, or leads out of the folder.
 */
export function writeChanges(folder: string, changes: readonly FileChange[]): void {
  for (const { file } of changes) refuseFolder(folder, file);
  const written: FileChange[] = [];
  for (const change of changes) {
    try {
      writeChange(folder, change);
    } catch (error) {
      for (const earlier of written.reverse()) takeBack(folder, earlier);
      throw error;
    }
    written.push(change);
  }
}

/** Gives a file the text that it had; one that was not there goes, and its folders where nothing else is in them. */
export function takeBack(folder: string, { file, before }: FileChange): void {
  const path = join(folder, file);
  if (before !== undefined) {
    writeOutput(path, before, { what: WHAT, within: folder });
    return;
  }
  rmSync(path, { force: true });
  removeEmpty(folder, dirname(path));
}

function removeEmpty(folder: string, path: string): void {
  if (path === folder || !isInside(folder, path)) return;
  try {
    rmdirSync(path);
  } catch {
    // Something else is in it.
    return;
  }
  removeEmpty(folder, dirname(path));
}

function writeChange(folder: string, { file, before, after, executable }: FileChange): void {
  const path = join(folder, file);
  // Somebody may have saved it while the question stood.
  if (readOwn(folder, file) !== before?.replace(/^\uFEFF/, ''))
    throw new ConfigError(`'${path}' was changed meanwhile. Nothing was written; run again.`);
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  writeOutput(path, after, { what: WHAT, within: folder });
  if (before === undefined && executable) chmodSync(path, EXECUTABLE);
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new ConfigError(
      `cannot make the folder '${path}': ${error instanceof Error ? error.message : String(error)}. Nothing was written.`,
    );
  }
}

/** Refuses a file whose nearest folder that is there lies elsewhere, through a link. */
function refuseFolder(folder: string, file: string): void {
  const path = join(folder, file);
  let nearest = dirname(path);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (!isInside(realpathSync.native(folder), realpathSync.native(nearest)))
    throw new ConfigError(
      `${WHAT} is not written to '${path}': it leads out of the folder. Set this folder up by hand.`,
    );
  refuseAhead(path, { what: WHAT, within: folder });
}

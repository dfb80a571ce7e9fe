import { isUtf8 } from 'node:buffer';
import { closeSync, lstatSync, readFileSync } from 'node:fs';
import { utf16Order, utf8Mark } from '../lib/decode-text.js';
import { ConfigError } from '../model/errors.js';
import { openRegular } from '../lib/open-file.js';
import { writeOutput } from './write-output.js';

/** A file that may be written, as it was when it was looked at. */
export interface FixableFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** A file to be fixed, or why it is left alone: words that follow its name. */
export function openFixable(path: string, scanned: string | undefined): FixableFile | string {
  try {
    if (lstatSync(path).isSymbolicLink()) return 'it is a link';
    const bytes = readBytes(path);
    if (utf16Order(bytes) !== undefined || !isUtf8(bytes)) return 'it is not UTF-8 text';
    const text = bytes.toString('utf8', utf8Mark(bytes));
    return text === scanned ? { path, bytes, text } : 'it was changed during the scan';
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Writes the fixed texts, each file whole. Where one cannot be written, those before it are put back, and one that was
 * changed since it was looked at stays as it is now.
 *
 * @throws ConfigError for a file that cannot be written, or was changed in the meantime; it says what became of the rest.
 */
export function writeFixed(
  files: readonly { readonly file: FixableFile; readonly text: string }[],
  root: string,
): void {
  const done: FixableFile[] = [];
  // Before the first is written, so that most often there is nothing to put back.
  for (const { file } of files) refuseChanged(file);
  try {
    for (const { file, text } of files) {
      refuseChanged(file);
      const mark = file.bytes.subarray(0, utf8Mark(file.bytes)).toString('utf8');
      writeOutput(file.path, mark + text, { what: 'the fix', within: root });
      done.push(file);
    }
  } catch (error) {
    const stuck = done.filter((file) => !putBack(file, root)).map(({ path }) => `'${path}'`);
    const said = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      stuck.length === 0 ? `${said} Nothing is fixed.` : `${said} Fixed already: ${stuck.join(', ')}.`,
    );
  }
}

function refuseChanged({ path, bytes }: FixableFile): void {
  let now: Buffer | undefined;
  try {
    now = readBytes(path);
  } catch {
    // Gone, or something else by now.
  }
  if (now?.equals(bytes) !== true)
    throw new ConfigError(`'${path}' was changed during the scan; nothing was written to it. Run it again.`);
}

/** Whether a file is again what it was. */
function putBack({ path, bytes }: FixableFile, root: string): boolean {
  try {
    writeOutput(path, bytes.toString('utf8'), { what: 'the file', within: root });
    return true;
  } catch {
    return false;
  }
}

function readBytes(path: string): Buffer {
  const fd = openRegular(path, 'refuse');
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

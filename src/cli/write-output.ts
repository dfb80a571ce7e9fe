import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../model/errors.js';

/** Writes a file whole or not at all: a reader never sees half a report. */
export function writeOutput(file: string, text: string): void {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`cannot write the report to '${file}': ${reason}. Name a file in an existing, writable folder with --output.`);
  }
}

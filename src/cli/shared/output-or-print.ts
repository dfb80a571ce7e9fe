import { resolve } from 'node:path';
import type { Leaving } from '../../lib/leaving.js';
import type { CliIo } from './io.js';
import { writeOutput } from './write-output.js';

/** Writes a text to a file, whole or not at all, or prints it where no file is named. @throws ConfigError */
export function outputOrPrint(
  text: Leaving,
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

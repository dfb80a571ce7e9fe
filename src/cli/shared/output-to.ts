import { writeSync } from 'node:fs';
import { ConfigError, errorCode } from '../../model/errors.js';

/** How long to wait for a reader that is slow, in milliseconds. */
const PAUSE = 5;

/**
 * Writes texts to standard output, each one whole before it returns. Nothing more is written where the reader has gone
 * (`| head`): it has seen enough.
 *
 * @throws ConfigError where the system refuses, such as on a full disk: a report that was cut must not look like one.
 */
export function outputTo(descriptor: number): (text: string) => void {
  let isClosed = false;
  return (text) => {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length && !isClosed;) {
      try {
        done += writeSync(descriptor, bytes, done);
      } catch (error) {
        const code = errorCode(error);
        if (code === 'EPIPE') isClosed = true;
        // A pipe that somebody made non-blocking is full.
        else if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
        else
          throw new ConfigError(
            `cannot write to standard output: ${error instanceof Error ? error.message : String(error)}. What was written is not whole.`,
          );
      }
    }
  };
}

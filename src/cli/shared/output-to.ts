import { writeSync } from 'node:fs';
import { ConfigError, errorCode } from '../../model/errors.js';

/** Milliseconds to wait for a slow reader. */
const PAUSE = 5;

/**
 * Writes texts to standard output, each one in full before it returns. Nothing more is written where the reader has
 * gone (`| head`).
 *
 * @throws ConfigError where the system refuses, such as on a full disk: a truncated report must not look complete.
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
        // A non-blocking pipe is full.
        else if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
        else
          throw new ConfigError(
            `cannot write to standard output: ${error instanceof Error ? error.message : String(error)}. What was written is not whole.`,
          );
      }
    }
  };
}

import { asWords } from '../../lib/leaving.js';
import type { CliIo, GivenIo } from './io.js';

/** The one way out of the program: nothing is written to its two streams but what went through `leaving.ts`. */
export function wayOut(given: GivenIo): CliIo {
  const { ask } = given;
  return {
    ...given,
    out: (text) => given.out(asWords(text)),
    // Logs keep it, and runners of CI servers read it as well.
    err: (text) => given.err(asWords(text)),
    data: given.out,
    ...(ask === undefined ? {} : { ask: (question) => ask(asWords(question)) }),
  };
}

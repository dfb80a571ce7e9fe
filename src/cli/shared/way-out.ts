import { asWords } from '../../lib/leaving.js';
import type { CliIo, GivenIo } from './io.js';

/** The only output of the program: its two streams get nothing that has not passed `leaving.ts`. */
export function wayOut(given: GivenIo): CliIo {
  const { ask } = given;
  return {
    ...given,
    out: (text) => given.out(asWords(text)),
    // Logs keep it, and runners of CI servers parse it.
    err: (text) => given.err(asWords(text)),
    data: given.out,
    ...(ask === undefined ? {} : { ask: (question) => ask(asWords(question)) }),
  };
}

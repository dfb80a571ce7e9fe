import type { Readable, Writable } from 'node:stream';
import type { Leaving } from '../../lib/leaving.js';

/** Streams of a server. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** All that the command line has to do with the outside world; tests pass their own. */
export interface GivenIo {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Today in UTC, `YYYY-MM-DD`: the only clock there is. */
  readonly today: () => string;
  /** `09:41:07` where the user is, for people only; absent where nobody watches. */
  readonly timeOfDay?: () => string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  /** Columns of the terminal that `out` writes to, where it is one. */
  readonly columns?: number;
  readonly errIsTerminal: boolean;
  /** Contents of standard input, piece by piece; absent where there is none. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** The streams themselves, for servers, whose protocols take them; absent where there are none. */
  readonly streams?: () => Streams;
  /** Asks a question on a terminal; absent where nobody is there to answer. */
  readonly ask?: (question: string) => Promise<string>;
  /** Results may be kept between runs without being asked to; tests say where. */
  readonly keepsResults?: true;
  /** Aborted when the user interrupts the run. */
  readonly signal?: AbortSignal;
}

/** The same for commands. Whatever they say to people is masked and made inert on its way. */
export interface CliIo extends GivenIo {
  /** For standard output, what is no words for people: data, and reports. */
  readonly data: (text: Leaving) => void;
}

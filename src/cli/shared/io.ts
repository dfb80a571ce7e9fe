import type { Readable, Writable } from 'node:stream';
import type { Leaving } from '../../lib/leaving.js';

/** Streams of a server. */
export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Access of the command line to the outside world; tests pass their own. */
export interface GivenIo {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Today in UTC, `YYYY-MM-DD`: the only clock there is. */
  readonly today: () => string;
  /** Local time of day as `09:41:07`, for people only; absent without a terminal. */
  readonly timeOfDay?: () => string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  /** Columns of the terminal that `out` writes to, where it is one. */
  readonly columns?: number;
  readonly errIsTerminal: boolean;
  /** Contents of standard input, in chunks; absent without standard input. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** The streams themselves, for the protocols of servers; absent where there are none. */
  readonly streams?: () => Streams;
  /** Asks a question on a terminal; absent where no user can answer. */
  readonly ask?: (question: string) => Promise<string>;
  /** Whether results are cached by default; tests name a folder. */
  readonly keepsResults?: true;
  /** Aborted when the user interrupts the run. */
  readonly signal?: AbortSignal;
}

/** Access of commands to the outside world. All text for people is masked and made inert on its way out. */
export interface CliIo extends GivenIo {
  /** Writes data and reports, which are not text for people, to standard output. */
  readonly data: (text: Leaving) => void;
}

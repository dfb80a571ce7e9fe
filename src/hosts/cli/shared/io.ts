import { writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { plainText } from '../../../core/lib/safe-output.js';
import type { SafeOutput } from '../../../core/lib/safe-output.js';
import { ConfigError, errorCode } from '../../../core/model/errors.js';
import type { ScanProgress } from '../../../scan/scan-options.js';

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
  readonly data: (text: SafeOutput) => void;
}

/** One run of the program, for the declarations of its commands. */
export interface CommandRun {
  readonly args: readonly string[];
  readonly io: CliIo;
  /** Sets the exit code, which is 0 otherwise. */
  readonly finish: (code: ExitCode) => void;
}

/** Exit codes of the process. The worst wins. */
export const EXIT = { clean: 0, findings: 1, failure: 2, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code of a scan by its outcome. */
export function exitCode(outcome: { readonly findings: number; readonly problems: number }): ExitCode {
  if (outcome.problems > 0) return EXIT.failure;
  return outcome.findings > 0 ? EXIT.findings : EXIT.clean;
}

/** The only output of the program: its two streams get nothing that has not passed `safe-output.ts`. */
export function guardOutput(given: GivenIo): CliIo {
  const { ask } = given;
  return {
    ...given,
    out: (text) => given.out(plainText(text)),
    // Logs keep it, and runners of CI servers parse it.
    err: (text) => given.err(plainText(text)),
    data: given.out,
    ...(ask === undefined ? {} : { ask: (question) => ask(plainText(question)) }),
  };
}

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
            `cannot write to standard output: ${error instanceof Error ? error.message : String(error)}. The output is incomplete.`,
          );
      }
    }
  };
}

/** Streams of a server. @throws ConfigError where there are none. */
export function streamsOf({ streams }: Pick<GivenIo, 'streams'>): Streams {
  if (streams === undefined) throw new ConfigError('a server needs standard input and output.');
  return streams();
}

/** Calls back once the client has closed the input of a server, or the server is interrupted; perhaps several times. */
export function onInputEnd({ input }: Streams, { signal }: Pick<CliIo, 'signal'>, over: () => void): void {
  input.once('end', over).once('close', over);
  signal?.addEventListener('abort', () => over(), { once: true });
}

/** Colour on a terminal only; NO_COLOR and `--no-color` turn it off, FORCE_COLOR turns it on. */
export function chooseColour(
  io: CliIo,
  options: { readonly color: boolean; readonly output?: string | undefined },
): 'on' | 'off' {
  const { NO_COLOR, FORCE_COLOR, TERM } = io.env;
  if (!options.color || options.output !== undefined || (NO_COLOR !== undefined && NO_COLOR !== '')) return 'off';
  if (FORCE_COLOR !== undefined) return FORCE_COLOR === '0' || FORCE_COLOR === 'false' ? 'off' : 'on';
  return io.outIsTerminal && TERM !== 'dumb' ? 'on' : 'off';
}

export interface ProgressLine {
  readonly update: (progress: ScanProgress) => void;
  readonly clear: () => void;
}

/** Milliseconds between two updates of the line of a terminal, and between two lines where there is none. */
const INTERVAL = 100;
const HEARTBEAT = 10_000;

const PHASES: Readonly<Record<ScanProgress['phase'], string>> = {
  list: 'Listing files',
  read: 'Reading',
  analyse: 'Analysing',
};

/**
 * Prints the progress of a scan on standard error: on a terminal in one line from the start, elsewhere, such as in the
 * log of a CI server, in a line every ten seconds. `now`: milliseconds of a monotonic clock.
 */
export function progressLine(
  io: Pick<CliIo, 'err' | 'errIsTerminal'>,
  wanted: 'shown' | 'hidden',
  now: () => number = () => performance.now(),
): ProgressLine {
  if (wanted === 'hidden') return { update: () => undefined, clear: () => undefined };
  const start = now();
  const interval = io.errIsTerminal ? INTERVAL : HEARTBEAT;
  let last = io.errIsTerminal ? -Infinity : start;
  let phase: ScanProgress['phase'] | undefined;
  let shown = false;
  return {
    update(progress) {
      const time = now();
      // A new phase is shown at once: its first step can take long.
      const isNew = io.errIsTerminal && progress.phase !== phase;
      phase = progress.phase;
      if (!isNew && time - last < interval) return;
      last = time;
      shown = true;
      const line = describe(progress);
      io.err(io.errIsTerminal ? `\r\u001b[K${line}` : `${line}, ${Math.round((time - start) / 1000)} s so far.\n`);
    },
    clear() {
      if (shown && io.errIsTerminal) io.err('\r\u001b[K');
    },
  };
}

function describe({ phase, done, total }: ScanProgress): string {
  return total === 0 ? PHASES[phase] : `${PHASES[phase]} ${done} of ${total} files`;
}

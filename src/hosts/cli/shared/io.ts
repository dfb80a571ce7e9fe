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

/** Access of the command line to the outside world; tests replace it. */
export interface RawIo {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Today in UTC, `YYYY-MM-DD`; the only clock of the program. */
  readonly today: () => string;
  /** Local time of day such as `09:41:07`, for display; absent without a terminal. */
  readonly timeOfDay?: () => string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  /** Columns of the terminal, if `out` writes to one. */
  readonly columns?: number;
  readonly errIsTerminal: boolean;
  /** Contents of standard input, in chunks; absent without standard input. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Raw streams for protocols of servers, if available. */
  readonly streams?: () => Streams;
  /** Asks a question on a terminal; absent if no user can answer. */
  readonly ask?: (question: string) => Promise<string>;
  /** Whether results are cached by default; tests pass a cache folder instead. */
  readonly cachesResults?: true;
  /** Aborted when the user interrupts the run. */
  readonly signal?: AbortSignal;
}

/** Access of commands to the outside world. Secrets and control characters in text for people are masked. */
export interface CliIo extends RawIo {
  /** Writes reports and data, which are already safe, to standard output. */
  readonly data: (text: SafeOutput) => void;
}

/** One run of the program, passed to the declarations of its commands. */
export interface CommandRun {
  readonly args: readonly string[];
  readonly io: CliIo;
  /** Sets the exit code, which is 0 otherwise. */
  readonly finish: (code: ExitCode) => void;
}

/** Exit codes of the process; the highest that applies is used. */
export const EXIT = { clean: 0, findings: 1, failure: 2, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Returns the exit code of a scan. */
export function exitCode(outcome: { readonly findings: number; readonly problems: number }): ExitCode {
  if (outcome.problems > 0) return EXIT.failure;
  return outcome.findings > 0 ? EXIT.findings : EXIT.clean;
}

/** Restricts the program's output to text that has passed `safe-output.ts`. */
export function guardOutput(raw: RawIo): CliIo {
  const { ask } = raw;
  return {
    ...raw,
    out: (text) => raw.out(plainText(text)),
    // Standard error is masked as well: CI servers store and parse it.
    err: (text) => raw.err(plainText(text)),
    data: raw.out,
    ...(ask === undefined ? {} : { ask: (question) => ask(plainText(question)) }),
  };
}

/** Milliseconds between attempts to write to a slow reader. */
const RETRY_MS = 5;

/**
 * Returns a function that writes texts synchronously and in full. After the reader has closed the pipe (`| head`),
 * further texts are dropped.
 *
 * @throws ConfigError if writing fails, such as on a full disk: a truncated report must not look complete.
 */
export function outputTo(descriptor: number): (text: string) => void {
  let isClosed = false;
  return (text) => {
    const bytes = Buffer.from(text);
    for (let writtenBytes = 0; writtenBytes < bytes.length && !isClosed;) {
      try {
        writtenBytes += writeSync(descriptor, bytes, writtenBytes);
      } catch (error) {
        const code = errorCode(error);
        if (code === 'EPIPE') isClosed = true;
        // A non-blocking pipe is full.
        else if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
        else
          throw new ConfigError(
            `cannot write to standard output: ${error instanceof Error ? error.message : String(error)}. The output is incomplete.`,
          );
      }
    }
  };
}

/** Returns the streams of a server. @throws ConfigError if there are none. */
export function streamsOf({ streams }: Pick<RawIo, 'streams'>): Streams {
  if (streams === undefined) throw new ConfigError('a server needs standard input and output.');
  return streams();
}

/** Calls `onEnd`, possibly several times, when the client closes the input of a server or the server is interrupted. */
export function onInputEnd({ input }: Streams, { signal }: Pick<CliIo, 'signal'>, onEnd: () => void): void {
  input.once('end', onEnd).once('close', onEnd);
  signal?.addEventListener('abort', () => onEnd(), { once: true });
}

/** Chooses colour for terminals only; NO_COLOR and `--no-color` turn colour off, FORCE_COLOR turns it on. */
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

/** Milliseconds between updates of the line on a terminal, and between lines elsewhere. */
const UPDATE_INTERVAL_MS = 100;
const LOG_INTERVAL_MS = 10_000;

const PHASE_WORDS: Readonly<Record<ScanProgress['phase'], string>> = {
  list: 'Listing files',
  read: 'Reading',
  analyse: 'Analysing',
};

/**
 * Prints the progress of a scan on standard error: in one updated line on a terminal, elsewhere (such as in a CI log)
 * in a line every ten seconds. `now`: milliseconds of a monotonic clock.
 */
export function progressLine(
  io: Pick<CliIo, 'err' | 'errIsTerminal'>,
  visibility: 'shown' | 'hidden',
  now: () => number = () => performance.now(),
): ProgressLine {
  if (visibility === 'hidden') return { update: () => undefined, clear: () => undefined };
  const startTime = now();
  const interval = io.errIsTerminal ? UPDATE_INTERVAL_MS : LOG_INTERVAL_MS;
  let lastUpdate = io.errIsTerminal ? -Infinity : startTime;
  let phase: ScanProgress['phase'] | undefined;
  let hasPrinted = false;
  return {
    update(progress) {
      const time = now();
      // A new phase is shown immediately, because its first step can take long.
      const isNewPhase = io.errIsTerminal && progress.phase !== phase;
      phase = progress.phase;
      if (!isNewPhase && time - lastUpdate < interval) return;
      lastUpdate = time;
      hasPrinted = true;
      const line = describeProgress(progress);
      io.err(io.errIsTerminal ? `\r\u001b[K${line}` : `${line}, ${Math.round((time - startTime) / 1000)} s so far.\n`);
    },
    clear() {
      if (hasPrinted && io.errIsTerminal) io.err('\r\u001b[K');
    },
  };
}

function describeProgress({ phase, done, total }: ScanProgress): string {
  return total === 0 ? PHASE_WORDS[phase] : `${PHASE_WORDS[phase]} ${done} of ${total} files`;
}

/**
 * Time limits in an editor after each change of a file, in milliseconds: for the facts, for the analysis, and for all
 * work with reporting. Selecting calls, the step after the facts, takes about as long as they do.
 */
const LIMITS = { facts: 25, analysis: 40, all: 60 };

/**
 * Processor time of a process before any limit applies, in milliseconds. Code is several times slower when it runs for
 * the first time, and the first opened file should be complete.
 */
const WARM_UP = 300;

/** Arguments with which editors start language servers; command lines of linters have none of them. */
const EDITOR_ARGUMENT = /^--(?:stdio|node-ipc|clientProcessId=\d+)$/;

/** Time budget for one file in an editor. */
export interface TimeBudget {
  /** Runs a part of the work; the host's own work between two parts does not count. */
  readonly during: <T>(run: () => T) => T;
  /** Whether it is too late for the facts of the whole tree. */
  readonly isSlow: () => boolean;
  /** Whether the analysis should stop with its findings so far. */
  readonly isLate: () => boolean;
  /** Whether reporting should stop with its findings so far. */
  readonly isOver: () => boolean;
  /** Whether `isLate` has returned true, so that the analysis is incomplete. */
  readonly wasLate: () => boolean;
}

const UNLIMITED: TimeBudget = {
  during: (run) => run(),
  isSlow: () => false,
  isLate: () => false,
  isOver: () => false,
  wasLate: () => false,
};

/**
 * Creates the time budget for the linted file. Unlimited outside editors: the result of `eslint .` must not depend on
 * the machine. In editors a limit applies once both processor time and elapsed time exceed it; with either alone,
 * findings would come and go on a busy machine. The editor lints again at the next keystroke, when more is cached.
 */
export function createTimeBudget(args: readonly string[] = process.argv): TimeBudget {
  if (!args.some((arg) => EDITOR_ARGUMENT.test(arg))) return UNLIMITED;
  const elapsed = new Stopwatch(() => performance.now());
  const worked = new Stopwatch(cpuTime);
  let wasLate = false;
  const hasWorked = (milliseconds: number): boolean =>
    elapsed.total() >= milliseconds && worked.total() >= milliseconds && processWork.total() >= WARM_UP;
  return {
    during(run) {
      elapsed.start();
      worked.start();
      processWork.start();
      try {
        return run();
      } finally {
        elapsed.stop();
        worked.stop();
        processWork.stop();
      }
    },
    isSlow: () => hasWorked(LIMITS.facts),
    isLate: () => (wasLate ||= hasWorked(LIMITS.analysis)),
    isOver: () => hasWorked(LIMITS.all),
    wasLate: () => wasLate,
  };
}

/** Processor time of the process in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Adds up the time of a clock between each start and stop. */
class Stopwatch {
  readonly #now: () => number;
  #before = 0;
  #since: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  start(): void {
    this.#since = this.#now();
  }

  stop(): void {
    this.#before = this.total();
    this.#since = undefined;
  }

  total(): number {
    return this.#before + (this.#since === undefined ? 0 : this.#now() - this.#since);
  }
}

/** Processor time for all files that this process has linted. */
const processWork = new Stopwatch(cpuTime);

/** Part of a file that was analysed. */
type AnalysedPart = 'whole' | 'in part' | 'not at all';

const OMISSIONS: Readonly<Record<AnalysedPart, string | undefined>> = {
  whole: undefined,
  'in part': 'not all of this file was judged',
  'not at all': 'nothing of this file was judged',
};

/** Message about findings that were omitted for lack of time; reported once per file, by the first rule. */
export class Unfinished {
  readonly #file: string;
  readonly #analysed: AnalysedPart;
  #hidden = 0;
  #isReported = false;

  constructor(file: string, analysed: AnalysedPart) {
    this.#file = file;
    this.#analysed = analysed;
  }

  /** Counts a finding that is not reported. */
  leave(): void {
    this.#hidden += 1;
  }

  /** Returns the message to the first caller; undefined if nothing was omitted. */
  take(): { readonly what: string; readonly file: string } | undefined {
    if (this.#isReported) return undefined;
    this.#isReported = true;
    const hidden = this.#hidden === 1 ? '1 finding is not shown' : `${String(this.#hidden)} findings are not shown`;
    const parts = [OMISSIONS[this.#analysed], this.#hidden === 0 ? undefined : hidden].filter(
      (part) => part !== undefined,
    );
    return parts.length === 0 ? undefined : { what: parts.join(', and '), file: asArgument(this.#file) };
  }
}

/** Quotes a file name for a shell. */
function asArgument(file: string): string {
  return /^[\w./@+:-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

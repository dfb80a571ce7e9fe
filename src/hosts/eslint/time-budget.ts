/**
 * Time limits in an editor after each change of a file: for the facts, for the analysis, and for all work including
 * reporting. The step after the facts, selecting calls, takes about as long as the facts.
 */
const LIMITS_MS = { facts: 25, analysis: 40, all: 60 };

/**
 * Processor time of a process before any limit applies. Code is several times slower when it runs for the first time,
 * and the findings of the first opened file should be complete.
 */
const WARM_UP_MS = 300;

/** Arguments with which editors start language servers, and which command lines of linters do not have. */
const EDITOR_ARGUMENT = /^--(?:stdio|node-ipc|clientProcessId=\d+)$/;

/** Time budget for one file in an editor. */
export interface TimeBudget {
  /** Runs a part of the work and measures its time; the host's work between two parts is not measured. */
  readonly during: <T>(run: () => T) => T;
  /** Whether it is too late for the facts of the complete tree. */
  readonly isTooLateForFacts: () => boolean;
  /** Whether the analysis should stop with its findings so far. */
  readonly isTooLateForAnalysis: () => boolean;
  /** Whether reporting should stop with its findings so far. */
  readonly isTooLateForReporting: () => boolean;
  /** Whether `isLate` has returned true, so that the analysis is incomplete. */
  readonly wasAnalysisStopped: () => boolean;
}

const UNLIMITED: TimeBudget = {
  during: (run) => run(),
  isTooLateForFacts: () => false,
  isTooLateForAnalysis: () => false,
  isTooLateForReporting: () => false,
  wasAnalysisStopped: () => false,
};

/**
 * Creates the time budget for the linted file. Unlimited outside editors: the result of `eslint .` must not depend on
 * the machine. In editors a limit applies once both processor time and elapsed time exceed it; with only one of them,
 * findings would vary on a busy machine. The editor lints again at the next keystroke, when more is cached.
 */
export function createTimeBudget(args: readonly string[] = process.argv): TimeBudget {
  if (!args.some((arg) => EDITOR_ARGUMENT.test(arg))) return UNLIMITED;
  const elapsedTime = new Stopwatch(() => performance.now());
  const processorTime = new Stopwatch(cpuTime);
  let wasLate = false;
  const hasExceeded = (milliseconds: number): boolean =>
    elapsedTime.total() >= milliseconds &&
    processorTime.total() >= milliseconds &&
    totalProcessorTime.total() >= WARM_UP_MS;
  return {
    during(run) {
      elapsedTime.start();
      processorTime.start();
      totalProcessorTime.start();
      try {
        return run();
      } finally {
        elapsedTime.stop();
        processorTime.stop();
        totalProcessorTime.stop();
      }
    },
    isTooLateForFacts: () => hasExceeded(LIMITS_MS.facts),
    isTooLateForAnalysis: () => (wasLate ||= hasExceeded(LIMITS_MS.analysis)),
    isTooLateForReporting: () => hasExceeded(LIMITS_MS.all),
    wasAnalysisStopped: () => wasLate,
  };
}

/** Returns the processor time of the process in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Sums the times of a clock between each start and stop. */
class Stopwatch {
  readonly #now: () => number;
  #measured = 0;
  #startTime: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  start(): void {
    this.#startTime = this.#now();
  }

  stop(): void {
    this.#measured = this.total();
    this.#startTime = undefined;
  }

  total(): number {
    return this.#measured + (this.#startTime === undefined ? 0 : this.#now() - this.#startTime);
  }
}

/** Processor time for all files that this process has linted. */
const totalProcessorTime = new Stopwatch(cpuTime);

/** Extent to which a file was analysed. */
type AnalysedPart = 'whole' | 'in part' | 'not at all';

const OMISSIONS: Readonly<Record<AnalysedPart, string | undefined>> = {
  whole: undefined,
  'in part': 'not all of this file was judged',
  'not at all': 'nothing of this file was judged',
};

/** Message about findings that were omitted for lack of time; reported once per file, by the first rule. */
export class UnfinishedNote {
  readonly #file: string;
  readonly #analysed: AnalysedPart;
  #hiddenFindings = 0;
  #isReported = false;

  constructor(file: string, analysed: AnalysedPart) {
    this.#file = file;
    this.#analysed = analysed;
  }

  /** Counts a finding that is not reported. */
  countHiddenFinding(): void {
    this.#hiddenFindings += 1;
  }

  /** Returns the message to the first caller; undefined if nothing was omitted. */
  takeMessage(): { readonly what: string; readonly file: string } | undefined {
    if (this.#isReported) return undefined;
    this.#isReported = true;
    const hidden =
      this.#hiddenFindings === 1 ? '1 finding is not shown' : `${String(this.#hiddenFindings)} findings are not shown`;
    const parts = [OMISSIONS[this.#analysed], this.#hiddenFindings === 0 ? undefined : hidden].filter(
      (part) => part !== undefined,
    );
    return parts.length === 0 ? undefined : { what: parts.join(', and '), file: asArgument(this.#file) };
  }
}

/** Quotes a file name for a shell. */
function asArgument(file: string): string {
  return /^[\w./@+:-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

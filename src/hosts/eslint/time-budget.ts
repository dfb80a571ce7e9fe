/**
 * Milliseconds of work that an editor waits for after each change of a file: for the facts of its tree, for the
 * findings, and until they are reported. The step after the first one, the selection of calls, takes about as long
 * again.
 */
const PATIENCE = { facts: 25, analysis: 40, all: 60 };

/**
 * Milliseconds of work in which a process runs most of our code for the first time, several times slower than later.
 * They are added once, so that the first opened file is complete.
 */
const WARM_UP = 300;

/** Arguments with which an editor starts a language server; no command line of a linter has these. */
const OF_EDITOR = /^--(?:stdio|node-ipc|clientProcessId=\d+)$/;

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
  /** Whether a caller was refused for lack of time, and left the rest out. */
  readonly wasLate: () => boolean;
}

const ENDLESS: TimeBudget = {
  during: (run) => run(),
  isSlow: () => false,
  isLate: () => false,
  isOver: () => false,
  wasLate: () => false,
};

/**
 * The time budget for the linted file. Unlimited outside editors: the result of `eslint .` must not depend on the
 * machine. In editors both the processor time, of any part of the plugin, and the elapsed time must be spent: on a busy
 * machine little would be done otherwise, and findings would come and go. An editor asks again with the next key, when
 * more is cached.
 */
export function createTimeBudget(args: readonly string[] = process.argv): TimeBudget {
  if (!args.some((arg) => OF_EDITOR.test(arg))) return ENDLESS;
  const elapsed = new Stopwatch(() => performance.now());
  const worked = new Stopwatch(cpuTime);
  let wasLate = false;
  const hasWorked = (milliseconds: number): boolean =>
    elapsed.total() >= milliseconds && worked.total() >= milliseconds && ofProcess.total() >= WARM_UP;
  return {
    during(run) {
      elapsed.start();
      worked.start();
      ofProcess.start();
      try {
        return run();
      } finally {
        elapsed.stop();
        worked.stop();
        ofProcess.stop();
      }
    },
    isSlow: () => hasWorked(PATIENCE.facts),
    isLate: () => (wasLate ||= hasWorked(PATIENCE.analysis)),
    isOver: () => hasWorked(PATIENCE.all),
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

/** The time for all files that this process has linted. */
const ofProcess = new Stopwatch(cpuTime);

/** Judged part of a file. */
type Judged = 'whole' | 'in part' | 'not at all';

const JUDGED: Readonly<Record<Judged, string | undefined>> = {
  whole: undefined,
  'in part': 'not all of this file was judged',
  'not at all': 'nothing of this file was judged',
};

/** Checks that were left out of a file so that the editor does not wait: reported once, by the first rule. */
export class Unfinished {
  readonly #file: string;
  readonly #judged: Judged;
  #untold = 0;
  #isTold = false;

  constructor(file: string, judged: Judged) {
    this.#file = file;
    this.#judged = judged;
  }

  /** Counts a finding that is not reported. */
  leave(): void {
    this.#untold += 1;
  }

  /** The message about the file, for the first caller; undefined where nothing was left out. */
  take(): { readonly what: string; readonly file: string } | undefined {
    if (this.#isTold) return undefined;
    this.#isTold = true;
    const untold = this.#untold === 1 ? '1 finding is not shown' : `${String(this.#untold)} findings are not shown`;
    const what = [JUDGED[this.#judged], this.#untold === 0 ? undefined : untold].filter((part) => part !== undefined);
    return what.length === 0 ? undefined : { what: what.join(', and '), file: asArgument(this.#file) };
  }
}

/** A file as an argument in a shell. */
function asArgument(file: string): string {
  return /^[\w./@+:-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

/**
 * Milliseconds of work that an editor waits for each time a file changes: to make facts of its tree, to find what there
 * is, and to have told it. What follows the first in one go, choosing the calls to look at, takes about as long again.
 */
const PATIENCE = { facts: 25, analysis: 40, all: 60 };

/**
 * Milliseconds of work in which a process runs most of our code for the first time, and so several times slower than
 * later. They are waited for as well, once: the first file that is opened is told in full.
 */
const WARM_UP = 300;

/** How a language server is told by its editor whom to talk to, and how; no command line of a linter has these. */
const OF_EDITOR = /^--(?:stdio|node-ipc|clientProcessId=\d+)$/;

/** How long somebody who types will wait. */
export interface Patience {
  /** Runs a part of what is waited for; what the host does between two parts is its own. */
  readonly during: <T>(run: () => T) => T;
  /** Whether it is too late to make facts of the whole tree. */
  readonly isSlow: () => boolean;
  /** Whether what is found by now is all that is looked for. */
  readonly isLate: () => boolean;
  /** Whether what is told by now is all that is told. */
  readonly isOver: () => boolean;
  /** Whether somebody who looks for something was told that it is late, and left the rest out. */
  readonly wasLate: () => boolean;
}

const ENDLESS: Patience = {
  during: (run) => run(),
  isSlow: () => false,
  isLate: () => false,
  isOver: () => false,
  wasLate: () => false,
};

/**
 * The patience with a file that is linted now. Outside editors it never ends: what `eslint .` says must not depend on the
 * machine. In them as much work must have been done, by whichever part of the plugin, as well as time have passed: on a
 * busy machine little would be done by then, and a finding come and go. An editor asks again with the next key, when more
 * is known already.
 */
export function createPatience(args: readonly string[] = process.argv): Patience {
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

/** Milliseconds that the process has worked. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Adds up what a clock tells between each start and stop. */
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

/** The work of all files that this process has linted. */
const ofProcess = new Stopwatch(cpuTime);

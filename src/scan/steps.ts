import { boundedRun, OutOfTime } from '../core/lib/bounded-run.js';
import { ScanError } from '../core/model/errors.js';

/** Work that yields periodically, or yields a promise to wait for, and returns a result. */
export type Steps<T> = Generator<Promise<void> | undefined, T, void>;

/** Longest time between two turns of the event loop. */
const SLICE_MS = 15;

/**
 * Longest time of a step in milliseconds; a caller may set a shorter one. The analysis of a repository of 6,000 files
 * takes two minutes.
 */
export const MAX_STEP = 600_000;

/** Error for a step that was cut off because it took too long, so that its data is incomplete. */
export class StepTooLong extends ScanError {
  /** `file`: the file in progress, by its name in the scan. */
  constructor(
    readonly file: string | undefined,
    milliseconds: number,
  ) {
    const culprit = file === undefined ? 'a step of the scan' : `'${file}'`;
    super(
      `${culprit} took more than ${Math.round(milliseconds / 100) / 10} s in one piece, and the scan was ended. Leave the file out (--ignore-files) to scan the others, and please report it.`,
    );
  }
}

let currentFile: string | undefined;

/** Records the file in progress, which an error names if a step takes too long, and returns the previous file. */
export function setCurrentFile(file: string | undefined): string | undefined {
  const previousFile = currentFile;
  currentFile = file;
  return previousFile;
}

/** Milliseconds that the next step may take. */
interface StepTime {
  readonly stepTime: () => number;
}

/**
 * Runs the work in slices, so that timers and signals are handled. A slice that takes longer than `allowed` is cut off,
 * even inside a regular expression.
 *
 * @throws the reason of an aborted signal; StepTooLong.
 */
export async function drainAsync<T>(
  steps: Steps<T>,
  signal: AbortSignal | undefined,
  allowed: StepTime = { stepTime: () => MAX_STEP },
): Promise<T> {
  let wasCut = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const step = runBounded(() => nextSlice(steps, signal), allowed.stepTime());
      if (step.done === true) return step.value;
      if (step.value === undefined) await new Promise((resolve) => setImmediate(resolve));
      else await step.value;
    }
  } catch (error) {
    wasCut = error instanceof StepTooLong;
    throw error;
  } finally {
    currentFile = undefined;
    // A generator that was cut off in the middle of a step cannot be closed.
    if (!wasCut) steps.return(undefined as never);
  }
}

/** Continues the work until its slice is over, or it waits for a promise. */
function nextSlice<T>(steps: Steps<T>, signal: AbortSignal | undefined): IteratorResult<Promise<void> | undefined, T> {
  const end = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true || step.value !== undefined || performance.now() >= end || signal?.aborted === true)
      return step;
  }
}

function runBounded<T>(run: () => T, milliseconds: number): T {
  try {
    return boundedRun(run, milliseconds);
  } catch (error) {
    if (error instanceof OutOfTime) throw new StepTooLong(currentFile, milliseconds);
    throw error;
  }
}

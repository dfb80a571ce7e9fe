import { boundedRun, OutOfTime } from '../core/lib/bounded-run.js';
import { ScanError } from '../core/model/errors.js';

/** Work that yields periodically, or yields a promise to wait for, and returns a result. */
export type Steps<T> = Generator<Promise<void> | undefined, T, void>;

/** Longest time in milliseconds between two yields. */
const SLICE = 15;

/**
 * Longest time in milliseconds of one step, where the caller sets no shorter one: analysing a repository of 6,000 files
 * takes two minutes.
 */
export const MAX_STEP = 600_000;

/** Error for a step that was cut off because it took too long; its data is incomplete. */
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

let current: string | undefined;

/** Records the file in progress, to be named if it never finishes, and returns the previous one. */
export function workOn(file: string | undefined): string | undefined {
  const before = current;
  current = file;
  return before;
}

/** Milliseconds that the next step may take. */
interface StepTime {
  readonly stepTime: () => number;
}

/**
 * Runs the work in slices, so that timers and signals are handled. A slice that takes longer than `allowed` is cut off,
 * even inside a regular expression.
 *
 * @throws the reason of the signal where it is aborted; StepTooLong.
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
      const step = bounded(() => nextSlice(steps, signal), allowed.stepTime());
      if (step.done === true) return step.value;
      if (step.value === undefined) await new Promise((resolve) => setImmediate(resolve));
      else await step.value;
    }
  } catch (error) {
    wasCut = error instanceof StepTooLong;
    throw error;
  } finally {
    current = undefined;
    // A generator that was cut off in the middle of a step cannot be closed.
    if (!wasCut) steps.return(undefined as never);
  }
}

/** Continues the work until its slice is over, or it waits for a promise. */
function nextSlice<T>(steps: Steps<T>, signal: AbortSignal | undefined): IteratorResult<Promise<void> | undefined, T> {
  const end = performance.now() + SLICE;
  for (;;) {
    const step = steps.next();
    if (step.done === true || step.value !== undefined || performance.now() >= end || signal?.aborted === true)
      return step;
  }
}

function bounded<T>(run: () => T, milliseconds: number): T {
  try {
    return boundedRun(run, milliseconds);
  } catch (error) {
    if (error instanceof OutOfTime) throw new StepTooLong(current, milliseconds);
    throw error;
  }
}

import { boundedRun, OutOfTime } from '../lib/bounded-run.js';
import { ScanError } from '../model/errors.js';

/** Work that stops for breath now and then, or until a promise is kept, and gives something in the end. */
export type Steps<T> = Generator<Promise<void> | undefined, T, void>;

/** How long others may have to wait, in milliseconds. */
const SLICE = 15;

/** How long one step may take, in milliseconds, where nobody asked for less: following a repository of 6,000 files takes two minutes. */
export const MAX_STEP = 600_000;

/** Error for a step that was ended because it took too long; its data is incomplete. */
export class StepTooLong extends ScanError {
  /** `file`: the one that was worked on, as the scan names it. */
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

/** Notes the file that is worked on from now on, to be named where that never ends, and returns the one before it. */
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
 * Does the work in slices, so that timers and signals are heard. A slice that takes longer than `allowed` is ended, even
 * inside a regular expression.
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
    // A generator that was cut in the middle of a step cannot be closed.
    if (!wasCut) steps.return(undefined as never);
  }
}

/** Goes on with the work until others have waited long enough, or it waits itself. */
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

import { Script } from 'node:vm';

/** Error for a function that was stopped because it took too long; data that it writes may be incomplete. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

const RUN = Symbol.for('sunset-lint: the function that is being run');

/** Script that calls the function: V8 has a time limit for scripts only. */
let caller: Script | undefined;

/**
 * Runs a function, and stops it after a number of milliseconds, even inside a regular expression.
 *
 * @throws OutOfTime if the time is over; and any error of the function.
 */
export function boundedRun<T>(run: () => T, milliseconds: number): T {
  const shared = globalThis as { [RUN]?: (() => T) | undefined };
  const outer = shared[RUN];
  shared[RUN] = run;
  caller ??= new Script(`globalThis[Symbol.for(${JSON.stringify(RUN.description)})]()`);
  try {
    return caller.runInThisContext({ timeout: milliseconds }) as T;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new OutOfTime();
    throw error;
  } finally {
    shared[RUN] = outer;
  }
}

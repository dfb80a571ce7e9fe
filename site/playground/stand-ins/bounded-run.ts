/** The page ends its worker where an analysis takes too long. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Runs a function without a bound of its own. */
export function boundedRun<T>(run: () => T): T {
  return run();
}

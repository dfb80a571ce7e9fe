/** Error that is never thrown here: the page stops its worker if an analysis takes too long. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Runs a function without a time limit. */
export function boundedRun<T>(run: () => T): T {
  return run();
}

/** Work that stops for breath now and then, or until a promise is kept, and gives something in the end. */
export type Steps<T> = Generator<Promise<void> | undefined, T, void>;

/** How long others may have to wait, in milliseconds. */
const SLICE = 15;

/**
 * Does the work in slices, so that timers and signals are heard.
 *
 * @throws the reason of the signal where it is aborted.
 */
export async function drainAsync<T>(steps: Steps<T>, signal: AbortSignal | undefined): Promise<T> {
  let since = performance.now();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const step = steps.next();
      if (step.done === true) return step.value;
      if (step.value !== undefined) await step.value;
      if (performance.now() - since < SLICE) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
  } finally {
    steps.return(undefined as never);
  }
}

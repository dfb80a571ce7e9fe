/** Budget of steps for a computation. They are counted, not timed: the same input gives the same result. */
export class Effort {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Takes a number of steps; false if too few are left. */
  take(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  /** Whether more steps were taken than the budget has. */
  get spent(): boolean {
    return this.#left < 0;
  }
}

/** Reason for code whose nesting overflows the stack. */
export const TOO_DEEP = 'nested too deeply';

/** Whether an error is a stack overflow. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

/** Budget of steps for a computation. They are counted, not timed: the same input gives the same result. */
export class StepBudget {
  #remaining: number;

  constructor(steps: number) {
    this.#remaining = steps;
  }

  /** Takes a number of steps; false if too few are left. */
  take(steps: number): boolean {
    this.#remaining -= steps;
    return this.#remaining >= 0;
  }

  /** Whether more steps were taken than the budget has. */
  get isSpent(): boolean {
    return this.#remaining < 0;
  }
}

/** Reason for code whose nesting overflows the stack. */
export const TOO_DEEP = 'nested too deeply';

/** Whether an error is a stack overflow. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

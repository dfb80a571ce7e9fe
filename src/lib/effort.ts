/** Steps that something may take before it gives up. They are counted, not timed: the same input gives the same result. */
export class Effort {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Takes so many steps; false where there are none left. */
  take(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  /** Whether more was asked for than there was. */
  get spent(): boolean {
    return this.#left < 0;
  }
}

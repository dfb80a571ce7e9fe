import type { ExprFact } from '../../core/model/facts.js';
import type { Frame } from '../values/value.js';

/** The expressions under evaluation, each with its frames. */
export class ActiveEvaluations {
  readonly #frames = new Map<ExprFact, (Frame | undefined)[]>();
  #depth = 0;

  /** Number of nested evaluations. */
  get depth(): number {
    return this.#depth;
  }

  /** Enters an evaluation; false if the expression is already being evaluated in that frame. */
  enter(expr: ExprFact, frame: Frame | undefined): boolean {
    const frames = this.#frames.get(expr);
    if (frames === undefined) this.#frames.set(expr, [frame]);
    else if (frames.includes(frame)) return false;
    else frames.push(frame);
    this.#depth++;
    return true;
  }

  /** Leaves the evaluation that was entered last. */
  leave(expr: ExprFact): void {
    this.#depth--;
    const frames = this.#frames.get(expr);
    frames?.pop();
    if (frames?.length === 0) this.#frames.delete(expr);
  }
}

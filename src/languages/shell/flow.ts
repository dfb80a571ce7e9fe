import { literalExpression, unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';

/** Output of one path through a script, piece by piece. */
type Way = { readonly pieces: readonly ExprFact[]; readonly ended: boolean };

/** Most pieces that are joined. */
const MAX_PIECES = 32;

/** Most paths through a script that are kept apart. */
const MAX_WAYS = 16;

/** Output of a script on each path through it. */
export class Flow {
  #ways: readonly Way[] = [{ pieces: [], ended: false }];
  #lost = false;

  /** Appends output. */
  print(value: ExprFact): void {
    if (this.#lost) return;
    if (this.#ways.some(({ pieces }) => pieces.length >= MAX_PIECES)) {
      this.lose();
      return;
    }
    this.#ways = this.#ways.map((way) => (way.ended ? way : { ...way, pieces: [...way.pieces, value] }));
  }

  /** Ends this path: `return`, `exit`. */
  end(): void {
    this.#ways = this.#ways.map((way) => ({ ...way, ended: true }));
  }

  /** Runs the following commands on every path. */
  resume(): void {
    this.#ways = this.#ways.map((way) => ({ ...way, ended: false }));
  }

  /** Marks the output as unknown. */
  lose(): void {
    this.#lost = true;
    this.#ways = this.#ways.map(({ ended }) => ({ pieces: [], ended }));
  }

  /** Whether no later command is reached. */
  get ended(): boolean {
    return this.#ways.every(({ ended }) => ended);
  }

  /** Whether nothing is printed on any path. */
  get silent(): boolean {
    return !this.#lost && this.#ways.every(({ pieces }) => pieces.length === 0);
  }

  /** Runs one of several branches; none of them if `orNone`. */
  either(arms: readonly Flow[], orNone: boolean): void {
    const [going, over] = [this.#ways.filter(({ ended }) => !ended), this.#ways.filter(({ ended }) => ended)];
    const next = arms.flatMap((arm) =>
      going.flatMap(({ pieces }) =>
        arm.#ways.map((way): Way => ({ pieces: [...pieces, ...way.pieces], ended: way.ended })),
      ),
    );
    const ways = [...over, ...(orNone ? going : []), ...next];
    this.#ways = ways;
    if (arms.some((arm) => arm.#lost)) this.lose();
    this.#unite();
    if (this.#ways.length <= MAX_WAYS) return;
    this.lose();
    this.#unite();
  }

  /** Merges paths with equal output. */
  #unite(): void {
    this.#ways = [...new Map(this.#ways.map((way) => [wayKey(way), way])).values()];
  }

  /** Runs a body any number of times. */
  repeat(body: Flow): void {
    if (body.silent) this.either([body], true);
    else this.lose();
  }

  /** Whole output of each path; an unknown value if the output was lost. */
  texts(at: Span): readonly ExprFact[] {
    if (this.#lost) return [unknownExpression('function-result', at)];
    return this.#ways.map(({ pieces }) => joined(pieces, at));
  }
}

function wayKey({ pieces, ended }: Way): string {
  return `${pieces.map(({ at, kind }) => `${kind} ${String(at[0])}-${String(at[1])}`).join()} ${String(ended)}`;
}

/** Joins pieces of output with line breaks. */
function joined(pieces: readonly ExprFact[], at: Span): ExprFact {
  const [first, ...others] = pieces;
  if (first === undefined) return literalExpression('', at);
  if (others.length === 0) return first;
  const parts = [first, ...others.flatMap((piece) => [literalExpression('\n', at), piece])];
  return { kind: 'concat', parts, at };
}

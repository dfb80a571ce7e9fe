import type { FactsBuilder } from '../../facts/builder.js';
import { elementExpression, literalExpression, nameExpression, unknownExpression } from '../../facts/expressions.js';
import type { ExprFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';

/** Offset of the arguments after shifts, and the list that replaces them. */
interface Moved {
  readonly by: number;
  /** The offset is unknown. */
  readonly loose?: true;
  /** `set -- a b`. */
  readonly list?: ExprFact;
}

/** Function number of the script itself, whose arguments are unknown. */
const NO_FUNCTION = -1;

/** `$1`, `$2`, `$@` of a function, or of a script. */
export class Positional {
  readonly #builder: FactsBuilder;
  readonly #function: number;
  readonly #at: Span;
  readonly #named = new Set<number>();
  #moved: Moved = { by: 0 };
  #all = false;

  constructor(builder: FactsBuilder, at: Span, index = NO_FUNCTION) {
    this.#builder = builder;
    this.#function = index;
    this.#at = at;
  }

  /** `$1` is number 1. */
  argument(number: number, at: Span): ExprFact {
    const { by, loose, list } = this.#moved;
    const index = by + number - 1;
    if (loose === true) return { kind: 'each', value: this.#rest(by, at), at };
    if (list !== undefined) return elementExpression(list, literalExpression(index, at), at);
    if (this.#function === NO_FUNCTION) return unknownExpression('hole', at);
    const name = String(index + 1);
    if (!this.#named.has(index)) {
      this.#named.add(index);
      const value: ExprFact = { kind: 'parameter', function: this.#function, index, at: this.#at };
      this.#builder.declare({ name, kind: 'parameter', at: this.#at, scope: this.#at, value });
    }
    return nameExpression(name, at);
  }

  /** `$@`, from a number on. */
  all(at: Span, from = 1): ExprFact {
    const { by, loose, list } = this.#moved;
    if (loose === true) return unknownExpression('hole', at);
    return list === undefined ? this.#rest(by + from - 1, at) : { kind: 'rest', value: list, from: by + from - 1, at };
  }

  #rest(index: number, at: Span): ExprFact {
    if (this.#moved.list !== undefined) return this.#moved.list;
    this.#all = true;
    if (this.#function === NO_FUNCTION) return unknownExpression('hole', at);
    return { kind: 'parameter', function: this.#function, index, rest: true, at };
  }

  /** `shift`; `undefined`: by an unknown number. */
  shift(count: number | undefined): void {
    this.#moved =
      count === undefined ? { ...this.#moved, loose: true } : { ...this.#moved, by: this.#moved.by + count };
  }

  /** `set -- a b`. */
  set(list: ExprFact): void {
    this.#moved = { by: 0, list };
  }

  /** The arguments may have been replaced by unknown ones. */
  lose(): void {
    this.#moved = { by: 0, loose: true, list: unknownExpression('hole', this.#at) };
  }

  /** Lowers code that may not run: its shifts may have happened afterwards. */
  perhaps(lower: () => void): void {
    this.oneOf([lower]);
  }

  /** Lowers branches; at most one of them is taken. */
  oneOf(ways: readonly (() => void)[]): void {
    const before = this.#moved;
    const after = ways.map((way) => {
      this.#moved = before;
      way();
      return this.#moved;
    });
    this.#moved = after.every((moved) => moved === before) ? before : { ...before, loose: true };
    if (after.some(({ list }) => list !== before.list)) this.lose();
  }

  /** Records in the facts of the function how many arguments it reads. */
  describe(): void {
    if (this.#function === NO_FUNCTION) return;
    const count = Math.max(0, ...[...this.#named].map((index) => index + 1));
    this.#builder.describeFunction(
      this.#function,
      this.#all ? count + 1 : count,
      this.#all ? count : undefined,
      undefined,
    );
  }
}

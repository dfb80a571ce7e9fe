import type { ParsedScript } from 'unbash';
import type { FactsBuilder } from '../facts/builder.js';
import { elementExpression, literalExpression, nameExpression, unknownExpression } from '../facts/expressions.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import type { Names } from './names.js';

/** State of the lowering of a script. */
export interface ShellState {
  readonly builder: FactsBuilder;
  readonly names: Names;
  /** Text of the script, to which the offsets of the tree refer. */
  readonly source: string;
  /** Range of the file for a range of the tree. */
  span(start: number, end: number): Span;
  /** Values of `$1` and `$@`. */
  positional: Positional;
  /** Output so far. */
  flow: Flow;
  /** Standard input of commands. */
  stdin: ExprFact | undefined;
  /** Returns the output of `$(…)`. */
  substituted(script: ParsedScript | undefined, at: Span): ExprFact;
}

/** Output of one path through a script, piece by piece. */
type OutputPath = { readonly pieces: readonly ExprFact[]; readonly ended: boolean };

/** Maximum number of pieces that are joined. */
const MAX_PIECES = 32;

/** Maximum number of paths through a script that are distinguished. */
const MAX_WAYS = 16;

/** Output of a script on each path through it. */
export class Flow {
  #paths: readonly OutputPath[] = [{ pieces: [], ended: false }];
  #lost = false;

  /** Appends output. */
  print(value: ExprFact): void {
    if (this.#lost) return;
    if (this.#paths.some(({ pieces }) => pieces.length >= MAX_PIECES)) {
      this.lose();
      return;
    }
    this.#paths = this.#paths.map((path) => (path.ended ? path : { ...path, pieces: [...path.pieces, value] }));
  }

  /** Ends this path: `return`, `exit`. */
  end(): void {
    this.#paths = this.#paths.map((path) => ({ ...path, ended: true }));
  }

  /** Runs the following commands on every path. */
  resume(): void {
    this.#paths = this.#paths.map((path) => ({ ...path, ended: false }));
  }

  /** Marks the output as unknown. */
  lose(): void {
    this.#lost = true;
    this.#paths = this.#paths.map(({ ended }) => ({ pieces: [], ended }));
  }

  /** Whether no later command is reached. */
  get ended(): boolean {
    return this.#paths.every(({ ended }) => ended);
  }

  /** Whether nothing is printed on any path. */
  get silent(): boolean {
    return !this.#lost && this.#paths.every(({ pieces }) => pieces.length === 0);
  }

  /** Runs one of several branches; perhaps none of them if `orNone`. */
  either(arms: readonly Flow[], orNone: boolean): void {
    const [going, over] = [this.#paths.filter(({ ended }) => !ended), this.#paths.filter(({ ended }) => ended)];
    const next = arms.flatMap((arm) =>
      going.flatMap(({ pieces }) =>
        arm.#paths.map((path): OutputPath => ({ pieces: [...pieces, ...path.pieces], ended: path.ended })),
      ),
    );
    const paths = [...over, ...(orNone ? going : []), ...next];
    this.#paths = paths;
    if (arms.some((arm) => arm.#lost)) this.lose();
    this.#unite();
    if (this.#paths.length <= MAX_WAYS) return;
    this.lose();
    this.#unite();
  }

  /** Merges paths with equal output. */
  #unite(): void {
    this.#paths = [...new Map(this.#paths.map((path) => [pathKey(path), path])).values()];
  }

  /** Runs a body any number of times. */
  repeat(body: Flow): void {
    if (body.silent) this.either([body], true);
    else this.lose();
  }

  /** Whole output of each path; an unknown value if the output was lost. */
  texts(at: Span): readonly ExprFact[] {
    if (this.#lost) return [unknownExpression('function-result', at)];
    return this.#paths.map(({ pieces }) => joinLines(pieces, at));
  }
}

function pathKey({ pieces, ended }: OutputPath): string {
  return `${pieces.map(({ at, kind }) => `${kind} ${String(at[0])}-${String(at[1])}`).join()} ${String(ended)}`;
}

/** Joins pieces of output with line breaks. */
function joinLines(pieces: readonly ExprFact[], at: Span): ExprFact {
  const [first, ...others] = pieces;
  if (first === undefined) return literalExpression('', at);
  if (others.length === 0) return first;
  const parts = [first, ...others.flatMap((piece) => [literalExpression('\n', at), piece])];
  return { kind: 'concat', parts, at };
}

/** Offset of the arguments after shifts, and the list that replaces them. */
interface Moved {
  readonly by: number;
  /** Set if the offset is unknown. */
  readonly loose?: true;
  /** List of `set -- a b`. */
  readonly list?: ExprFact;
}

/** Function index of the script itself, whose arguments are unknown. */
const NO_FUNCTION = -1;

/** Arguments `$1`, `$2`, `$@` of a function, or of a script. */
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

  /** The fact of an argument; `$1` is number 1. */
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

  /** The fact of `$@`, from a number on. */
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

  /** Applies `shift`; `undefined`: by an unknown number. */
  shift(count: number | undefined): void {
    this.#moved =
      count === undefined ? { ...this.#moved, loose: true } : { ...this.#moved, by: this.#moved.by + count };
  }

  /** Applies `set -- a b`. */
  set(list: ExprFact): void {
    this.#moved = { by: 0, list };
  }

  /** Marks the arguments as perhaps replaced by unknown ones. */
  lose(): void {
    this.#moved = { by: 0, loose: true, list: unknownExpression('hole', this.#at) };
  }

  /** Lowers code that may not run: its shifts may have happened afterwards. */
  perhaps(lower: () => void): void {
    this.oneOf([lower]);
  }

  /** Lowers branches, at most one of which is taken. */
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

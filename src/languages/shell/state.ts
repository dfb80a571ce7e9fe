import type { ParsedScript } from 'unbash';
import type { FactsBuilder } from '../facts/builder.js';
import { elementExpression, literalExpression, nameExpression, unknownExpression } from '../facts/expressions.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import type { ScriptNames } from './names.js';

/** State of the lowering of a script. */
export interface ShellState {
  readonly builder: FactsBuilder;
  readonly names: ScriptNames;
  /** Text of the script, to which the offsets of the tree refer. */
  readonly source: string;
  /** Range of the file for a range of the tree. */
  span(start: number, end: number): Span;
  /** Values of `$1` and `$@`. */
  positional: PositionalArguments;
  /** Output so far. */
  output: ScriptOutput;
  /** Standard input of commands. */
  stdin: ExprFact | undefined;
  /** Returns the output of `$(…)`. */
  outputOfSubstitution(script: ParsedScript | undefined, at: Span): ExprFact;
}

/** Output of one path through a script, as pieces. */
type OutputPath = { readonly pieces: readonly ExprFact[]; readonly isEnded: boolean };

/** Maximum number of pieces that are joined. */
const MAX_PIECES = 32;

/** Maximum number of paths through a script that are distinguished. */
const MAX_WAYS = 16;

/** Output of a script on each path through it. */
export class ScriptOutput {
  #paths: readonly OutputPath[] = [{ pieces: [], isEnded: false }];
  #isUnknown = false;

  /** Appends output. */
  print(value: ExprFact): void {
    if (this.#isUnknown) return;
    if (this.#paths.some(({ pieces }) => pieces.length >= MAX_PIECES)) {
      this.markUnknown();
      return;
    }
    this.#paths = this.#paths.map((path) => (path.isEnded ? path : { ...path, pieces: [...path.pieces, value] }));
  }

  /** Ends this path: `return`, `exit`. */
  end(): void {
    this.#paths = this.#paths.map((path) => ({ ...path, isEnded: true }));
  }

  /** Runs the following commands on every path. */
  resume(): void {
    this.#paths = this.#paths.map((path) => ({ ...path, isEnded: false }));
  }

  /** Marks the output as unknown. */
  markUnknown(): void {
    this.#isUnknown = true;
    this.#paths = this.#paths.map(({ isEnded }) => ({ pieces: [], isEnded }));
  }

  /** Whether no later command is reached. */
  get isEnded(): boolean {
    return this.#paths.every(({ isEnded }) => isEnded);
  }

  /** Whether no path prints anything. */
  get isSilent(): boolean {
    return !this.#isUnknown && this.#paths.every(({ pieces }) => pieces.length === 0);
  }

  /** Adds the outputs of branches, one of which runs; `mayRunNone`: or none of them. */
  addBranches(branches: readonly ScriptOutput[], mayRunNone: boolean): void {
    const [openPaths, endedPaths] = [
      this.#paths.filter(({ isEnded }) => !isEnded),
      this.#paths.filter(({ isEnded }) => isEnded),
    ];
    const branchPaths = branches.flatMap((branch) =>
      openPaths.flatMap(({ pieces }) =>
        branch.#paths.map((path): OutputPath => ({ pieces: [...pieces, ...path.pieces], isEnded: path.isEnded })),
      ),
    );
    const paths = [...endedPaths, ...(mayRunNone ? openPaths : []), ...branchPaths];
    this.#paths = paths;
    if (branches.some((branch) => branch.#isUnknown)) this.markUnknown();
    this.#mergeEqualPaths();
    if (this.#paths.length <= MAX_WAYS) return;
    this.markUnknown();
    this.#mergeEqualPaths();
  }

  /** Merges paths with equal output. */
  #mergeEqualPaths(): void {
    this.#paths = [...new Map(this.#paths.map((path) => [pathKey(path), path])).values()];
  }

  /** Adds the output of a body that runs any number of times. */
  addRepeated(body: ScriptOutput): void {
    if (body.isSilent) this.addBranches([body], true);
    else this.markUnknown();
  }

  /** The complete output of each path, or an unknown value. */
  possibleTexts(at: Span): readonly ExprFact[] {
    if (this.#isUnknown) return [unknownExpression('function-result', at)];
    return this.#paths.map(({ pieces }) => joinLines(pieces, at));
  }
}

function pathKey({ pieces, isEnded }: OutputPath): string {
  return `${pieces.map(({ at, kind }) => `${kind} ${String(at[0])}-${String(at[1])}`).join()} ${String(isEnded)}`;
}

/** Joins pieces of output with line breaks. */
function joinLines(pieces: readonly ExprFact[], at: Span): ExprFact {
  const [first, ...others] = pieces;
  if (first === undefined) return literalExpression('', at);
  if (others.length === 0) return first;
  const parts = [first, ...others.flatMap((piece) => [literalExpression('\n', at), piece])];
  return { kind: 'concat', parts, at };
}

/** Effect of `shift` and `set` on the arguments: their offset, and the list that replaces them. */
interface ArgumentShift {
  readonly offset: number;
  /** Set if the offset is unknown. */
  readonly isOffsetUnknown?: true;
  /** List of `set -- a b`. */
  readonly replacement?: ExprFact;
}

/** Function index of the script itself, whose arguments are unknown. */
const NO_FUNCTION = -1;

/** Arguments `$1`, `$2`, `$@` of a function, or of a script. */
export class PositionalArguments {
  readonly #builder: FactsBuilder;
  readonly #function: number;
  readonly #at: Span;
  readonly #declaredIndexes = new Set<number>();
  #argumentShift: ArgumentShift = { offset: 0 };
  #readsRest = false;

  constructor(builder: FactsBuilder, at: Span, index = NO_FUNCTION) {
    this.#builder = builder;
    this.#function = index;
    this.#at = at;
  }

  /** The fact of an argument; `$1` is number 1. */
  argument(number: number, at: Span): ExprFact {
    const { offset, isOffsetUnknown, replacement } = this.#argumentShift;
    const index = offset + number - 1;
    if (isOffsetUnknown === true) return { kind: 'each', value: this.#remaining(offset, at), at };
    if (replacement !== undefined) return elementExpression(replacement, literalExpression(index, at), at);
    if (this.#function === NO_FUNCTION) return unknownExpression('hole', at);
    const name = String(index + 1);
    if (!this.#declaredIndexes.has(index)) {
      this.#declaredIndexes.add(index);
      const value: ExprFact = { kind: 'parameter', function: this.#function, index, at: this.#at };
      this.#builder.declare({ name, kind: 'parameter', at: this.#at, scope: this.#at, value });
    }
    return nameExpression(name, at);
  }

  /** The fact of `$@`, or of the arguments from number `from`. */
  argumentsFrom(at: Span, from = 1): ExprFact {
    const { offset, isOffsetUnknown, replacement } = this.#argumentShift;
    if (isOffsetUnknown === true) return unknownExpression('hole', at);
    return replacement === undefined
      ? this.#remaining(offset + from - 1, at)
      : { kind: 'rest', value: replacement, from: offset + from - 1, at };
  }

  #remaining(index: number, at: Span): ExprFact {
    if (this.#argumentShift.replacement !== undefined) return this.#argumentShift.replacement;
    this.#readsRest = true;
    if (this.#function === NO_FUNCTION) return unknownExpression('hole', at);
    return { kind: 'parameter', function: this.#function, index, rest: true, at };
  }

  /** Applies `shift`; `undefined`: by an unknown number. */
  shift(count: number | undefined): void {
    this.#argumentShift =
      count === undefined
        ? { ...this.#argumentShift, isOffsetUnknown: true }
        : { ...this.#argumentShift, offset: this.#argumentShift.offset + count };
  }

  /** Applies `set -- a b`. */
  set(list: ExprFact): void {
    this.#argumentShift = { offset: 0, replacement: list };
  }

  /** Marks the arguments as unknown, because code that may have run replaces them. */
  markUnknown(): void {
    this.#argumentShift = { offset: 0, isOffsetUnknown: true, replacement: unknownExpression('hole', this.#at) };
  }

  /** Lowers code that may not run; whether its shifts have happened is unknown afterwards. */
  lowerOptional(lower: () => void): void {
    this.lowerBranches([lower]);
  }

  /** Lowers branches, at most one of which runs. */
  lowerBranches(branches: readonly (() => void)[]): void {
    const shiftBefore = this.#argumentShift;
    const shiftsAfter = branches.map((lowerBranch) => {
      this.#argumentShift = shiftBefore;
      lowerBranch();
      return this.#argumentShift;
    });
    this.#argumentShift = shiftsAfter.every((shift) => shift === shiftBefore)
      ? shiftBefore
      : { ...shiftBefore, isOffsetUnknown: true };
    if (shiftsAfter.some(({ replacement }) => replacement !== shiftBefore.replacement)) this.markUnknown();
  }

  /** Records the number of arguments that the function reads in its facts. */
  describeParameters(): void {
    if (this.#function === NO_FUNCTION) return;
    const count = Math.max(0, ...[...this.#declaredIndexes].map((index) => index + 1));
    this.#builder.describeFunction(
      this.#function,
      this.#readsRest ? count + 1 : count,
      this.#readsRest ? count : undefined,
      undefined,
    );
  }
}

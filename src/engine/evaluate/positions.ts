import type {
  BranchFact,
  BindingFact,
  CallFact,
  ExprFact,
  ComparisonFact,
  AssignmentFact,
} from '../../core/model/facts.js';
import { lastStartingBy, spanKey } from '../../core/model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';
import type { Span, Place } from '../../core/model/span.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';
import type { Env } from './evaluator.js';

interface Branch {
  readonly fact: BranchFact;
  readonly within: Branch | undefined;
}

const nestedBranches = perFile(({ facts }): readonly Branch[] => {
  const branches: Branch[] = [];
  let current: Branch | undefined;
  for (const fact of facts.branches) {
    while (current !== undefined && current.fact.at[1] <= fact.at[0]) current = current.within;
    current = { fact, within: current };
    branches.push(current);
  }
  return branches;
});

/** Maximum number of nested branches that are examined, from the innermost out; each `else if` is one level deeper. */
const MAX_BRANCHES = 100;

/** Returns the branches around an offset, the outermost first: code at the offset runs only if all of them do. */
export function branchesAt(context: FileContext, offset: number): readonly BranchFact[] {
  const branches = nestedBranches(context);
  const found: BranchFact[] = [];
  let branch = branches[lastStartingBy(branches, ({ fact }) => fact.at, offset)];
  for (; branch !== undefined && found.length < MAX_BRANCHES; branch = branch.within)
    if (containsOffset(branch.fact.at, offset)) found.push(branch.fact);
  return found.reverse();
}

/**
 * The widest range around an offset that can run repeatedly on the same variable: a loop or a function in which the
 * variable is not declared. An earlier iteration may have changed the variable.
 */
export function roundsOf(context: FileContext, binding: BindingFact, offset: number): Span | undefined {
  const inLoop = widestWithout(loopsAt(context, offset), binding);
  const inFunction = widestWithout(functionsAt(context, offset), binding);
  if (inLoop === undefined || inFunction === undefined) return inLoop ?? inFunction;
  return inLoop[0] < inFunction[0] ? inLoop : inFunction;
}

/** The widest range in which the variable is not declared. `ranges`: nested ranges, from the innermost out. */
function widestWithout(ranges: Iterable<Span>, binding: BindingFact): Span | undefined {
  let widest: Span | undefined;
  for (const range of ranges) {
    if (containsOffset(range, binding.at[0])) break;
    widest = range;
  }
  return widest;
}

function* functionsAt(context: FileContext, offset: number): Generator<Span> {
  for (let index = context.functionAt(offset); index !== undefined;) {
    const fact: FileContext['facts']['functions'][number] | undefined = context.facts.functions[index];
    if (fact === undefined) return;
    yield fact.at;
    index = fact.within;
  }
}

function* loopsAt(context: FileContext, offset: number): Generator<Span> {
  const loops = nestedLoops(context);
  for (let loop = loops[lastStartingBy(loops, ({ at }) => at, offset)]; loop !== undefined; loop = loop.within) {
    if (containsOffset(loop.at, offset)) yield loop.at;
  }
}

interface Loop {
  readonly at: Span;
  readonly within: Loop | undefined;
}

const nestedLoops = perFile(({ facts }): readonly Loop[] => {
  const loops: Loop[] = [];
  let current: Loop | undefined;
  for (const at of facts.loops) {
    while (current !== undefined && current.at[1] <= at[0]) current = current.within;
    current = { at, within: current };
    loops.push(current);
  }
  return loops;
});

/** Whether an offset is in a range; the end of the range is not. */
export function containsOffset(range: Span, offset: number): boolean {
  return range[0] <= offset && offset < range[1];
}

/** Position of code at run time: the innermost function that can run more than once, and the block inside it. */
interface Running {
  readonly within: number | undefined;
  readonly block: Span;
}

/** The function that runs at a place; a function that is called in place counts as the one around it. */
export function runningIn({ facts }: FileContext, within: number | undefined): number | undefined {
  let index = within;
  while (index !== undefined && facts.functions[index]?.once === true) index = facts.functions[index]?.within;
  return index;
}

/** The running block of a place: the body of a function that is called in place counts as the code around it. */
function runningAt(context: FileContext, { within, block }: Running): Running {
  const { facts, length } = context;
  let running: Running = { within, block };
  for (let index = within; index !== undefined; index = running.within) {
    const fact: (typeof facts.functions)[number] | undefined = facts.functions[index];
    if (fact?.once !== true) break;
    const isBody = running.block[0] >= fact.at[0] && running.block[1] === fact.at[1];
    const around = callsInPlace(context).get(index)?.block ?? [0, length];
    running = { within: fact.within, block: isBody ? around : running.block };
  }
  return running;
}

/** Calls of functions in place, by function: `(function (a) {…})(b)`. */
export const callsInPlace = perFile(({ facts }): ReadonlyMap<number, CallFact> => {
  const calls = new Map<number, CallFact>();
  for (const call of facts.calls) {
    if (call.callee.kind === 'function' && call.form === 'call') calls.set(call.callee.function, call);
  }
  return calls;
});

/**
 * The variable that a parameter renames in a function called in place: `(function (Bells) {…})(Bells || (Bells = {}))`,
 * as compilers write enums and namespaces.
 */
export function sameVariable(context: FileContext, binding: BindingFact): BindingFact | undefined {
  const { value } = binding;
  if (binding.kind !== 'parameter' || value?.kind !== 'parameter') return undefined;
  const arg = callsInPlace(context).get(value.function)?.args[value.index];
  const name = arg && nameIn(context, arg);
  return name && context.scope.bindingOf(name);
}

function nameIn({ facts }: FileContext, arg: ExprFact): ExprFact | undefined {
  if (arg.kind === 'name') return arg;
  const assignment = facts.assignments.find(({ value, target }) => value === arg && target.kind === 'name');
  if (assignment !== undefined) return assignment.target;
  return arg.kind === 'choice' ? arg.options.find(({ kind }) => kind === 'name') : undefined;
}

/** Returns the comparison at a place of a file, such as the test of a condition. */
export function comparisonAt(context: FileContext, place: Span): ComparisonFact | undefined {
  return comparisons(context).get(spanKey(place));
}

const comparisons = perFile(
  ({ facts }): ReadonlyMap<number, ComparisonFact> =>
    new Map(facts.comparisons.map((comparison) => [spanKey(comparison.at), comparison])),
);

/** Result of comparing a value with others; undefined if unknown for one of them. */
export function comparisonAnswer(
  { equal }: Pick<ComparisonFact, 'equal'>,
  value: Value,
  among: readonly Value[],
): boolean | undefined {
  const texts = plainTexts(value);
  const others = among.map(textsOrNothing);
  if (texts === undefined || !others.every((texts) => texts !== undefined)) return undefined;
  if (!others.flat().some((text) => texts.includes(text))) return !equal;
  const [single, ...more] = texts;
  const isOne = single !== undefined && more.length === 0;
  return isOne && others.some((texts) => texts.length === 1 && texts[0] === single) ? equal : undefined;
}

/** The possible texts of a value; empty if it is `null`, `undefined`, `true` or `false`. */
function textsOrNothing(value: Value): readonly string[] | undefined {
  return optionsOf(value).every(({ kind }) => kind === 'scalar') ? [] : plainTexts(value);
}

/** Returns the index of the call at a place of a file. */
export function callAt(context: FileContext, span: Span): number | undefined {
  return callsOf(context).get(spanKey(span));
}

const callsOf = perFile(
  ({ facts }): ReadonlyMap<number, number> => new Map(facts.calls.map(({ at }, index) => [spanKey(at), index])),
);

/** A use of a declared name. */
export interface Use {
  readonly env: Env;
  readonly binding: BindingFact;
  readonly at: Place;
  readonly offset: number;
  /** The function in which the name is used. */
  readonly user: number | undefined;
  /** Loop span in which the use can run repeatedly while the variable stays the same. */
  readonly rounds: Span | undefined;
}

/** Creates the use of a name at a place. */
export function useOf(env: Env, binding: BindingFact, at: Place): Use {
  return new UseAt(env, binding, at);
}

/** Use whose surroundings are computed on demand: most variables are assigned only once. */
class UseAt implements Use {
  readonly offset: number;
  #user: number | 'not computed' | undefined = 'not computed';
  #rounds: Span | 'not computed' | undefined = 'not computed';

  constructor(
    readonly env: Env,
    readonly binding: BindingFact,
    readonly at: Place,
  ) {
    this.offset = at.span[0];
  }

  get user(): number | undefined {
    const { context } = this.env;
    if (this.#user === 'not computed') this.#user = runningIn(context, context.functionAt(this.offset));
    return this.#user;
  }

  get rounds(): Span | undefined {
    if (this.#rounds === 'not computed') this.#rounds = roundsOf(this.env.context, this.binding, this.offset);
    return this.#rounds;
  }
}

/** Creates a use at the end of the scope of a variable, in the function that declares it. */
export function useAtEnd(env: Env, binding: BindingFact, at: Place): Use {
  const { context } = env;
  const [start, end] = binding.scope;
  const user = runningIn(context, context.functionAt(start));
  return { env, binding, at, offset: end - 0.5, user, rounds: undefined };
}

/** Certainty that an assignment runs before a name is used. */
export type Reach = 'always' | 'maybe' | 'never';

/** Returns the certainty that an assignment precedes the use of a name, from positions and nesting alone. */
export function reachOf(
  assignment: Pick<AssignmentFact, 'at' | 'block'> & { readonly within?: number | undefined },
  { env, user, offset }: Use,
): Reach {
  const { within, block } = runningAt(env.context, { within: assignment.within, block: assignment.block });
  if (within !== user) return 'maybe';
  if (assignment.at[1] > offset) return 'never';
  return block[0] <= offset && offset < block[1] ? 'always' : 'maybe';
}

import type { BindingFact, CallFact, ExprFact } from '../../../core/model/facts.js';
import type { Place, Span } from '../../../core/model/span.js';
import { groupBy } from '../../../core/lib/collections.js';
import { isSameSpan, lastStartingBy, spanKey } from '../../../core/model/span.js';
import { branchesAt, containsOffset, roundsOf } from '../../evaluate/positions.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import type { Env } from '../../evaluate/evaluator.js';
import type { Value } from '../../values/value.js';
import { unknownBag, SIZE_SHIFT } from './sent.js';
import type { EntryBag, Condition } from './sent.js';
import type { SiteFinder } from '../calling/site.js';

/** Moment of a reading: the changes of the program before it count. */
export interface Moment {
  readonly context: FileContext;
  readonly offset: number;
  /** Offset of the request, if later changes count too. */
  readonly from?: number;
}

/** Path segment for the data of a request object, which only methods read and set. */
export const REQUEST_OBJECT = '\u0000carried';

/** Readers of expressions and values, used by the changes of a bag. */
interface Reader {
  expr(reading: Reading, env: Env, expr: ExprFact, path: readonly string[]): EntryBag;
  /** Parameters in the query of a URL's text. */
  texts(reading: Reading, value: Value, at: Place): EntryBag;
}

/** Reading of one part of a request, and its settings. */
export interface Reading {
  readonly reader: Reader;
  readonly finder: SiteFinder;
  readonly kind: 'headers' | 'query';
  /** Whether `undefined` is sent as a text, as `Headers` and `URLSearchParams` do, instead of being left out. */
  readonly sendsUndefined: boolean;
  readonly moment: Moment;
  /** Calls on the path to the request, which only pass the value on. */
  readonly callPath: readonly CallFact[];
  /** The wanted names, in lower case; absent for all. Reading values can be expensive. */
  readonly wanted?: ReadonlySet<string>;
  /** Changes whose values are being read, the outermost first. */
  readonly underWay: readonly Place[];
  readonly memo: ReadingMemo;
  /** Variables whose text is being read. */
  readonly names?: readonly BindingFact[];
}

/** Description of the unseen part of a request that was not followed completely. */
export const BEYOND_LIMIT = 'parts beyond the limit of the analysis';

/** Reads a nested value within the depth limit, and spends steps for its size. */
export function readNested({ finder, memo }: Reading, read: () => EntryBag): EntryBag {
  const { program } = finder.evaluator;
  const bag = program.follow(read, () => {
    memo.cut();
    return unknownBag(BEYOND_LIMIT);
  });
  program.spend(bag.entries.length >> SIZE_SHIFT);
  return bag;
}

/** The reading of a copy that an expression creates: later changes to the original do not count. */
export function readingOfCopy(reading: Reading, { context }: Env, { at }: Pick<ExprFact, 'at'>): Reading {
  return { ...reading, moment: { context, offset: at[1] } };
}

/** The reading of the value of a change. */
export function readingOfChange(reading: Reading, change: Place): Reading {
  return { ...reading, underWay: [...reading.underWay, change] };
}

/** Conditions under which a change happens before a moment. */
interface Reach {
  readonly when: readonly Condition[];
  /** Whether it is unknown if, or how often, the change happens. */
  readonly maybe: boolean;
}

/**
 * Returns the conditions under which the code at `at` changes a value before the moment of a reading, judged by position
 * and nesting; undefined if it never does. `binding` is the variable of the value.
 */
export function reachBefore(context: FileContext, binding: BindingFact, at: Span, moment: Moment): Reach | undefined {
  if (moment.context.file !== context.file) return { when: conditionsAt(context, at[0], undefined), maybe: true };
  const { offset } = moment;
  const changeFunction = context.functionAt(at[0]);
  const readFunction = context.functionAt(offset);
  const requestOffset = moment.from ?? offset;
  const when = conditionsAt(context, at[0], requestOffset);
  const rounds = roundsOf(context, binding, offset);
  const isRepeated = rounds !== undefined && containsOffset(rounds, at[0]);
  if (changeFunction === readFunction) {
    if (at[0] >= offset) return isRepeated ? { when, maybe: true } : undefined;
    if (moment.from !== undefined && at[0] >= moment.from)
      return { when, maybe: isRepeated || isExitBetween(context, moment.from, at[0]) };
    const bypass = bypassBetween(context, at[0], requestOffset);
    if (bypass === 'always' && !isRepeated) return undefined;
    return { when, maybe: bypass !== 'never' || (isRepeated && when.length > 0) };
  }
  const readStart = startOfFunctionIn(context, changeFunction, readFunction);
  const isBefore =
    readStart !== undefined && at[1] <= readStart && !isCalledBetween(context, binding.at[1], at[0], changeFunction);
  return { when, maybe: !isBefore };
}

/** The branches around one offset and not the other, as conditions. */
function conditionsAt(context: FileContext, offset: number, otherOffset: number | undefined): readonly Condition[] {
  return branchesAt(context, offset)
    .filter(({ at }) => otherOffset === undefined || !containsOffset(at, otherOffset))
    .map(({ at, of }) => ({ decision: `${context.file}:${String(spanKey(of))}`, branch: at[0] }));
}

/** Returns whether code at one offset bypasses the other: it leaves the function, or is in another branch. */
function bypassBetween(context: FileContext, from: number, to: number): 'always' | 'maybe' | 'never' {
  const targetBranches = new Map(branchesAt(context, to).map((branch) => [spanKey(branch.of), branch]));
  let bypass: 'maybe' | 'never' = 'never';
  for (const branch of branchesAt(context, from)) {
    if (containsOffset(branch.at, to)) continue;
    const targetBranch = targetBranches.get(spanKey(branch.of));
    if (targetBranch !== undefined && !isSameSpan(targetBranch.at, branch.at)) return 'always';
    if (branch.leaves !== true) continue;
    // A loop can be left before its end, and a `try` by an exception.
    if (!isSameSpan(branch.of, branch.at)) return 'always';
    bypass = 'maybe';
  }
  return bypass;
}

/** Whether a branch between two offsets leaves their function. */
function isExitBetween(context: FileContext, from: number, to: number): boolean {
  const branches = leavingBranches(context).get(context.functionAt(to)) ?? [];
  for (let index = lastStartingBy(branches, ({ at }) => at, from - 1) + 1; index < branches.length; index++) {
    const at = branches[index]?.at ?? [to, to];
    if (at[0] >= to) return false;
    if (at[1] <= to) return true;
  }
  return false;
}

/** Branches that end their function, by that function. */
const leavingBranches = perFile((context) =>
  groupBy(
    context.facts.branches.filter(({ leaves }) => leaves === true),
    ({ at }) => context.functionAt(at[0]),
  ),
);

/** Returns the start of the function directly inside `outer` that contains `inner`; undefined if none does. */
function startOfFunctionIn(
  context: FileContext,
  outer: number | undefined,
  inner: number | undefined,
): number | undefined {
  const { functions } = context.facts;
  for (let fact = functions[inner ?? -1]; fact !== undefined; fact = functions[fact.within ?? -1])
    if (fact.within === outer) return fact.at[0];
  return undefined;
}

/** Whether functions of the file may be called by name between two offsets of a function. */
function isCalledBetween(context: FileContext, from: number, to: number, within: number | undefined): boolean {
  const calls = namedCalls(context).get(within) ?? [];
  const nextCall = calls[lastStartingBy(calls, ({ at }) => at, from - 1) + 1];
  return nextCall !== undefined && nextCall.at[0] < to;
}

/** Calls of names that the file declares, by the function around the call. */
const namedCalls = perFile(({ facts, scope }) =>
  groupBy(
    facts.calls
      .filter(({ callee, form }) => {
        const kind = form === 'call' ? scope.bindingOf(callee)?.kind : undefined;
        return kind !== undefined && kind !== 'import';
      })
      .sort((left, right) => left.at[0] - right.at[0]),
    ({ within }) => within,
  ),
);

/** Parts of the cache key other than the expression. */
interface ReadKey {
  readonly moment: { readonly context: { readonly file: string }; readonly offset: number; readonly from?: number };
  readonly sendsUndefined: boolean;
  /** Changes whose values are being read, the outermost first. */
  readonly underWay: readonly Place[];
}

/** Memoised bag of an expression, and the depth at which it is valid. */
interface MemoEntry {
  readonly bag: EntryBag;
  /** Depth of a reading that was cut; the bag is valid at that depth and deeper. */
  readonly cutAt: number;
}

/**
 * Memo for one reading of a request. A variable that is repeatedly rebuilt from itself is read once at each of these
 * moments: `headers = { ...headers, more }`.
 */
export class ReadingMemo {
  readonly #memo = new Map<ExprFact, Map<Env, Map<string, MemoEntry>>>();
  /** Index of the outermost change under way that the current reading depends on. */
  #outermostChange = Infinity;
  #cuts = 0;

  /** Returns the bag of an expression, memoised or read now. A bag that depends on an outer change is not memoised. */
  of(reading: ReadKey, env: Env, expr: ExprFact, path: readonly string[], read: () => EntryBag): EntryBag {
    const { moment, sendsUndefined, underWay } = reading;
    const depth = env.evaluator.program.followed;
    const { context, offset, from } = moment;
    const change = underWay.at(-1);
    const key = [context.file, offset, from, sendsUndefined, change?.file, change?.span[0], ...path].join('\u0000');
    let byEnv = this.#memo.get(expr);
    if (byEnv === undefined) this.#memo.set(expr, (byEnv = new Map<Env, Map<string, MemoEntry>>()));
    let byKey = byEnv.get(env);
    if (byKey === undefined) byEnv.set(env, (byKey = new Map<string, MemoEntry>()));
    const memoised = byKey.get(key);
    if (memoised !== undefined && depth >= memoised.cutAt) return memoised.bag;
    const [previousChange, previousCuts] = [this.#outermostChange, this.#cuts];
    this.#outermostChange = Infinity;
    const bag = read();
    // The innermost change under way is part of the cache key.
    if (this.#outermostChange >= underWay.length - 1)
      byKey.set(key, { bag, cutAt: this.#cuts > previousCuts ? depth : 0 });
    this.#outermostChange = Math.min(previousChange, this.#outermostChange);
    return bag;
  }

  /** Records that an expression was not followed because it is nested too deeply. */
  cut(): void {
    this.#cuts++;
  }

  /** Whether the value of a change is being read, so that the change and later ones have not happened yet. */
  isUnderWay({ underWay }: ReadKey, { file, span }: Place): boolean {
    const index = underWay.findIndex((change) => change.span[0] === span[0] && change.file === file);
    if (index === -1) return false;
    this.#outermostChange = Math.min(this.#outermostChange, index);
    return true;
  }
}

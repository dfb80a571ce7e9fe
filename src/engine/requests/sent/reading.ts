import type { BindingFact, CallFact, ExprFact } from '../../../core/model/facts.js';
import type { Place, Span } from '../../../core/model/span.js';
import { groupBy } from '../../../core/lib/collections.js';
import { isSameSpan, lastStartingBy, spanKey } from '../../../core/model/span.js';
import { branchesAt, containsOffset, roundsOf } from '../../evaluate/positions.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import type { Env } from '../../evaluate/evaluator.js';
import type { Value } from '../../values/value.js';
import { openBag, SIZE_SHIFT } from './sent.js';
import type { SentEntries, Condition } from './sent.js';
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
  expr(reading: Reading, env: Env, expr: ExprFact, path: readonly string[]): SentEntries;
  /** Parameters in the query of a URL's text. */
  texts(reading: Reading, value: Value, at: Place): SentEntries;
}

/** Reading of one part of a request, and its settings. */
export interface Reading {
  readonly reader: Reader;
  readonly finder: SiteFinder;
  readonly kind: 'headers' | 'query';
  /** Whether `undefined` is sent as a text, as `Headers` and `URLSearchParams` do, instead of being left out. */
  readonly sendsUndefined: boolean;
  readonly moment: Moment;
  /** The calls that lead to the request and only pass the value on. */
  readonly path: readonly CallFact[];
  /** The wanted names, in lower case; absent for all. Reading values can be expensive. */
  readonly wanted?: ReadonlySet<string>;
  /** Changes whose values are being read, the outermost first. */
  readonly underWay: readonly Place[];
  readonly once: ReadOnce;
  /** Variables whose text is being read. */
  readonly names?: readonly BindingFact[];
}

/** Description of the unseen part of a request that was not followed completely. */
export const BEYOND = 'parts beyond the limit of the analysis';

/** Reads a value that another is made of, within the depth limit, and spends steps on its size. */
export function within({ finder, once }: Reading, read: () => SentEntries): SentEntries {
  const { program } = finder.evaluator;
  const bag = program.follow(read, () => {
    once.cut();
    return openBag(BEYOND);
  });
  program.spend(bag.entries.length >> SIZE_SHIFT);
  return bag;
}

/** The reading of a copy, made at an expression: later changes to the original do not count. */
export function asOf(reading: Reading, { context }: Env, { at }: Pick<ExprFact, 'at'>): Reading {
  return { ...reading, moment: { context, offset: at[1] } };
}

/** The reading of the value of a change. */
export function whileUnderWay(reading: Reading, change: Place): Reading {
  return { ...reading, underWay: [...reading.underWay, change] };
}

/** Conditions under which a change happens before a moment. */
interface Reach {
  readonly when: readonly Condition[];
  /** Whether it is unknown if, or how often, it happens. */
  readonly maybe: boolean;
}

/**
 * Returns how the code at `at` has changed a value at the moment of a reading, judged by position and nesting;
 * undefined if it never has. `binding` is the variable of the value.
 */
export function reachBefore(context: FileContext, binding: BindingFact, at: Span, moment: Moment): Reach | undefined {
  if (moment.context.file !== context.file) return { when: conditionsAt(context, at[0], undefined), maybe: true };
  const { offset } = moment;
  const user = context.functionAt(at[0]);
  const asker = context.functionAt(offset);
  const place = moment.from ?? offset;
  const when = conditionsAt(context, at[0], place);
  const rounds = roundsOf(context, binding, offset);
  const isAgain = rounds !== undefined && containsOffset(rounds, at[0]);
  if (user === asker) {
    if (at[0] >= offset) return isAgain ? { when, maybe: true } : undefined;
    if (moment.from !== undefined && at[0] >= moment.from)
      return { when, maybe: isAgain || isLeftBetween(context, moment.from, at[0]) };
    const passed = passedBy(context, at[0], place);
    if (passed === 'always' && !isAgain) return undefined;
    return { when, maybe: passed !== 'never' || (isAgain && when.length > 0) };
  }
  const start = startWithin(context, user, asker);
  const isBefore = start !== undefined && at[1] <= start && !isCalledBetween(context, binding.at[1], at[0], user);
  return { when, maybe: !isBefore };
}

/** The branches around one offset and not the other, as conditions. */
function conditionsAt(context: FileContext, offset: number, without: number | undefined): readonly Condition[] {
  return branchesAt(context, offset)
    .filter(({ at }) => without === undefined || !containsOffset(at, without))
    .map(({ at, of }) => ({ of: `${context.file}:${String(spanKey(of))}`, arm: at[0] }));
}

/** Whether code at one offset runs on to the other: not if it leaves the function, or is in another branch. */
function passedBy(context: FileContext, from: number, to: number): 'always' | 'maybe' | 'never' {
  const there = new Map(branchesAt(context, to).map((branch) => [spanKey(branch.of), branch]));
  let passed: 'maybe' | 'never' = 'never';
  for (const branch of branchesAt(context, from)) {
    if (containsOffset(branch.at, to)) continue;
    const other = there.get(spanKey(branch.of));
    if (other !== undefined && !isSameSpan(other.at, branch.at)) return 'always';
    if (branch.leaves !== true) continue;
    // A loop can be left before its end, and a `try` by an exception.
    if (!isSameSpan(branch.of, branch.at)) return 'always';
    passed = 'maybe';
  }
  return passed;
}

/** Whether a branch between two offsets leaves their function. */
function isLeftBetween(context: FileContext, from: number, to: number): boolean {
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
function startWithin(context: FileContext, outer: number | undefined, inner: number | undefined): number | undefined {
  const { functions } = context.facts;
  for (let fact = functions[inner ?? -1]; fact !== undefined; fact = functions[fact.within ?? -1])
    if (fact.within === outer) return fact.at[0];
  return undefined;
}

/** Whether functions of the file can have been called by name between two offsets of a function. */
function isCalledBetween(context: FileContext, from: number, to: number, within: number | undefined): boolean {
  const calls = ownCalls(context).get(within) ?? [];
  const next = calls[lastStartingBy(calls, ({ at }) => at, from - 1) + 1];
  return next !== undefined && next.at[0] < to;
}

/** Calls of names that the file declares, by the function around the call. */
const ownCalls = perFile(({ facts, scope }) =>
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
interface Read {
  readonly moment: { readonly context: { readonly file: string }; readonly offset: number; readonly from?: number };
  readonly sendsUndefined: boolean;
  /** Changes whose values are being read, the outermost first. */
  readonly underWay: readonly Place[];
}

/** Memoised bag of an expression, and the depth at which it is valid. */
interface Known {
  readonly bag: SentEntries;
  /** The depth at which it was cut short; it is valid there and deeper. */
  readonly cutAt: number;
}

/**
 * Memo for one reading of a request. A variable that is repeatedly rebuilt from itself is read once at each of these
 * moments: `headers = { ...headers, more }`.
 */
export class ReadOnce {
  readonly #known = new Map<ExprFact, Map<Env, Map<string, Known>>>();
  /** Index of the outermost change under way that the current reading depends on. */
  #dependsOn = Infinity;
  #cuts = 0;

  /** Returns the bag of an expression, memoised or read now. A bag that depends on an outer change is not memoised. */
  of(reading: Read, env: Env, expr: ExprFact, path: readonly string[], read: () => SentEntries): SentEntries {
    const { moment, sendsUndefined, underWay } = reading;
    const depth = env.evaluator.program.followed;
    const { context, offset, from } = moment;
    const change = underWay.at(-1);
    const key = [context.file, offset, from, sendsUndefined, change?.file, change?.span[0], ...path].join('\u0000');
    let byEnv = this.#known.get(expr);
    if (byEnv === undefined) this.#known.set(expr, (byEnv = new Map<Env, Map<string, Known>>()));
    let byKey = byEnv.get(env);
    if (byKey === undefined) byEnv.set(env, (byKey = new Map<string, Known>()));
    const known = byKey.get(key);
    if (known !== undefined && depth >= known.cutAt) return known.bag;
    const [outer, cuts] = [this.#dependsOn, this.#cuts];
    this.#dependsOn = Infinity;
    const bag = read();
    // The innermost change under way is part of the cache key.
    if (this.#dependsOn >= underWay.length - 1) byKey.set(key, { bag, cutAt: this.#cuts > cuts ? depth : 0 });
    this.#dependsOn = Math.min(outer, this.#dependsOn);
    return bag;
  }

  /** Records that an expression was not followed because it is nested too deeply. */
  cut(): void {
    this.#cuts++;
  }

  /** Whether the value of a change is being read, so that the change and later ones have not happened yet. */
  isUnderWay({ underWay }: Read, { file, span }: Place): boolean {
    const index = underWay.findIndex((change) => change.span[0] === span[0] && change.file === file);
    if (index === -1) return false;
    this.#dependsOn = Math.min(this.#dependsOn, index);
    return true;
  }
}

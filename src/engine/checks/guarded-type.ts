import { callAt } from '../evaluate/call-at.js';
import type { CallFact, ComparisonFact, ExprFact, GuardFact } from '../../model/facts.js';
import type { Span } from '../../model/span.js';
import { comparisonAt } from '../evaluate/comparisons.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { FileContext } from '../evaluate/program.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { FunctionValue } from '../values/value.js';
import { bare, isSameExpr, ownerOf } from './same-expr.js';

/** Whether a record is known to be of the type that the deprecation covers. */
export type Verdict = 'same' | 'other' | 'unknown';

/** A record whose type may follow from conditions. */
export interface Asked {
  readonly evaluator: Evaluator;
  readonly context: FileContext;
  readonly isRecord: (expr: ExprFact) => boolean;
  /** The value is the type itself. */
  readonly isType: (expr: ExprFact) => boolean;
  /** Members that lead from the record to its type. */
  readonly keys: readonly string[];
  /** The covered type, in any case. */
  readonly equals: string;
}

/** Returns the verdict on the record's type that follows from the conditions around a position in the file. */
export function guardedType(asked: Asked, offset: number): Verdict {
  return together(
    asked.context.facts.guards
      .filter(({ holds, answers }) => answers === undefined && holds[0] <= offset && offset < holds[1])
      .map((guard) => verdictOf(asked, guard, 2)),
  );
}

/**
 * Returns the verdict for a name that a pattern extracts from a record and a scope uses. A condition that only leaves
 * the scope (`if (…) return;`) decides for the rest of it.
 */
export function guardedTypeIn(asked: Asked, scope: Span): Verdict {
  const { context } = asked;
  const told = context.facts.guards
    .filter(({ holds, answers }) => answers === undefined && scope[0] <= holds[0] && holds[1] <= scope[1])
    .map((guard) => ({ verdict: verdictOf(asked, guard, 2), holds: guard.holds }));
  const isSame = told.some(({ verdict, holds }) => verdict === 'same' && doesSomething(context, holds));
  const isOther = told.some(({ verdict, holds }) => verdict === 'other' && holds[1] === scope[1]);
  return isSame === isOther ? 'unknown' : isSame ? 'same' : 'other';
}

/** Whether a range of source calls, assigns or returns anything. */
function doesSomething({ facts }: FileContext, [start, end]: Span): boolean {
  const isInside = ({ at }: { readonly at: Span }): boolean => start <= at[0] && at[1] <= end;
  return (
    facts.calls.some(isInside) ||
    facts.assignments.some(isInside) ||
    facts.functions.some(({ returns }) => returns.some(isInside))
  );
}

/** Returns the verdict on a record that a predicate has accepted: `records.filter((record) => …)`. */
export function answeredType(
  asked: Pick<Asked, 'evaluator' | 'keys' | 'equals'>,
  fn: FunctionValue,
  depth = 2,
): Verdict {
  const context = asked.evaluator.program.context(fn.file);
  if (context === undefined) return 'unknown';
  const isRecord = (expr: ExprFact): boolean => isParameter(context, expr, fn.function, 0);
  const inner: Asked = { ...asked, context, isRecord, isType: () => false };
  const answers = context.facts.guards.filter((guard) => guard.answers === fn.function);
  const { returns = [] } = context.facts.functions[fn.function] ?? {};
  return returns.length === 1 ? together(answers.map((guard) => verdictOf(inner, guard, depth))) : 'unknown';
}

function isParameter(context: FileContext, expr: ExprFact, fn: number, index: number): boolean {
  const named = expr.kind === 'name' ? context.scope.lookup(expr.name, expr.at[0])?.value : undefined;
  const value = bare(named ?? expr);
  return value.kind === 'parameter' && value.function === fn && value.index === index;
}

/** Combines verdicts that all apply: one for another type decides. */
function together(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('other')) return 'other';
  return verdicts.includes('same') ? 'same' : 'unknown';
}

function verdictOf(asked: Asked, { test, met }: Pick<GuardFact, 'test' | 'met'>, depth: number): Verdict {
  const comparison = comparisonAt(asked.context, test);
  if (comparison !== undefined) return comparedType(asked, comparison, met);
  const call = asked.context.facts.calls[callAt(asked.context, test) ?? -1];
  return call === undefined || depth === 0 ? 'unknown' : calledType(asked, call, met, depth);
}

function comparedType(asked: Asked, { value, among, equal }: ComparisonFact, met: boolean): Verdict {
  const [only] = among;
  const others = isTypeOf(asked, value)
    ? among
    : only !== undefined && among.length === 1 && isTypeOf(asked, only)
      ? [value]
      : undefined;
  if (others === undefined) return 'unknown';
  return judged(
    asked,
    others.map((other) => plainTexts(asked.evaluator.value(asked.context, other, undefined))),
    equal === met,
  );
}

/** `['chime', 'gong'].includes(bell.kind)`, or a comparing function of the program. */
function calledType(asked: Asked, { callee, args }: CallFact, met: boolean, depth: number): Verdict {
  const { evaluator, context } = asked;
  const [first] = args;
  if (callee.kind === 'member' && (callee.property === 'includes' || callee.property === 'has')) {
    const list = evaluator.value(context, callee.object, undefined);
    if (first === undefined || !isTypeOf(asked, first) || list.kind !== 'array' || list.open) return 'unknown';
    return judged(asked, list.elements.map(plainTexts), met);
  }
  if (!met || first === undefined || !asked.isRecord(first)) return 'unknown';
  const verdicts = optionsOf(evaluator.value(context, callee, undefined)).map((fn) =>
    fn.kind === 'function' ? answeredType(asked, fn, depth - 1) : 'unknown',
  );
  return verdicts.every((verdict) => verdict === verdicts[0]) ? (verdicts[0] ?? 'unknown') : 'unknown';
}

function isTypeOf(asked: Asked, expr: ExprFact): boolean {
  if (asked.isType(expr)) return true;
  const record = ownerOf(asked.context, expr, asked.keys);
  return record !== undefined && asked.isRecord(record);
}

function judged(
  { equals }: Asked,
  alternatives: readonly (readonly string[] | undefined)[],
  isOneOf: boolean,
): Verdict {
  if (!alternatives.every((texts) => texts !== undefined)) return 'unknown';
  const same = alternatives.flat().map((text) => text.toLowerCase() === equals.toLowerCase());
  if (!isOneOf) return same.length === alternatives.length && same.includes(true) ? 'other' : 'unknown';
  return same.every(Boolean) ? 'same' : same.includes(true) ? 'unknown' : 'other';
}

/** A question about the record that an expression of the file gives. */
export function askAbout(record: ExprFact, asked: Pick<Asked, 'evaluator' | 'context' | 'keys' | 'equals'>): Asked {
  return {
    ...asked,
    isRecord: (expr) => isSameExpr(asked.evaluator, asked.context, expr, record),
    isType: () => false,
  };
}

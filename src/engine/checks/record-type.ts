import { callAt, comparisonAt } from '../evaluate/positions.js';
import type { CallFact, ComparisonFact, ExprFact, GuardFact } from '../../core/model/facts.js';
import type { Span, Place } from '../../core/model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { FileContext } from '../evaluate/program.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { FunctionValue, ObjectValue, Value } from '../values/value.js';
import { pointerKeys } from '../../core/lib/json.js';
import type { FieldDeprecation } from '../../core/model/deprecation.js';
import { literalOf } from '../evaluate/object-keys.js';
import { readPointer } from './records.js';
import { REASON } from '../values/reasons.js';

/** Result of testing whether a record is of the type that the deprecation covers. */
export type Verdict = 'same' | 'other' | 'unknown';

/** A record whose type may follow from conditions around it. */
interface TypeQuestion {
  readonly evaluator: Evaluator;
  readonly context: FileContext;
  readonly isRecord: (expr: ExprFact) => boolean;
  /** Whether an expression is the value of the type. */
  readonly isType: (expr: ExprFact) => boolean;
  /** Path from the record to its type. */
  readonly keys: readonly string[];
  /** The covered type, compared without case. */
  readonly equals: string;
}

/** Returns the verdict on the record's type that follows from the conditions around a position in the file. */
export function guardedType(question: TypeQuestion, offset: number): Verdict {
  return combineVerdicts(
    question.context.facts.guards
      .filter(({ holds, answers }) => answers === undefined && holds[0] <= offset && offset < holds[1])
      .map((guard) => verdictOf(question, guard, 2)),
  );
}

/**
 * Returns the verdict for a name that a pattern extracts from a record and a scope uses. A condition that only leaves
 * the scope (`if (…) return;`) decides for the rest of the scope.
 */
export function guardedTypeIn(question: TypeQuestion, scope: Span): Verdict {
  const { context } = question;
  const verdicts = context.facts.guards
    .filter(({ holds, answers }) => answers === undefined && scope[0] <= holds[0] && holds[1] <= scope[1])
    .map((guard) => ({ verdict: verdictOf(question, guard, 2), holds: guard.holds }));
  const isSame = verdicts.some(({ verdict, holds }) => verdict === 'same' && doesSomething(context, holds));
  const isOther = verdicts.some(({ verdict, holds }) => verdict === 'other' && holds[1] === scope[1]);
  return isSame === isOther ? 'unknown' : isSame ? 'same' : 'other';
}

/** Whether a range of source contains a call, an assignment or a return. */
function doesSomething({ facts }: FileContext, [start, end]: Span): boolean {
  const isInside = ({ at }: { readonly at: Span }): boolean => start <= at[0] && at[1] <= end;
  return (
    facts.calls.some(isInside) ||
    facts.assignments.some(isInside) ||
    facts.functions.some(({ returns }) => returns.some(isInside))
  );
}

/** Returns the verdict on a record that a predicate has accepted: `records.filter((record) => …)`. */
export function predicateType(
  question: Pick<TypeQuestion, 'evaluator' | 'keys' | 'equals'>,
  fn: FunctionValue,
  depth = 2,
): Verdict {
  const context = question.evaluator.program.context(fn.file);
  if (context === undefined) return 'unknown';
  const isRecord = (expr: ExprFact): boolean => isParameter(context, expr, fn.function, 0);
  const parameterQuestion: TypeQuestion = { ...question, context, isRecord, isType: () => false };
  const answers = context.facts.guards.filter((guard) => guard.answers === fn.function);
  const { returns = [] } = context.facts.functions[fn.function] ?? {};
  return returns.length === 1
    ? combineVerdicts(answers.map((guard) => verdictOf(parameterQuestion, guard, depth)))
    : 'unknown';
}

function isParameter(context: FileContext, expr: ExprFact, fn: number, index: number): boolean {
  const value = withoutDefault(context.scope.bindingOf(expr)?.value ?? expr);
  return value.kind === 'parameter' && value.function === fn && value.index === index;
}

/** Combines verdicts that all apply: a verdict for another type decides. */
function combineVerdicts(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('other')) return 'other';
  return verdicts.includes('same') ? 'same' : 'unknown';
}

function verdictOf(question: TypeQuestion, { test, met }: Pick<GuardFact, 'test' | 'met'>, depth: number): Verdict {
  const comparison = comparisonAt(question.context, test);
  if (comparison !== undefined) return comparisonVerdict(question, comparison, met);
  const call = question.context.facts.calls[callAt(question.context, test) ?? -1];
  return call === undefined || depth === 0 ? 'unknown' : callVerdict(question, call, met, depth);
}

function comparisonVerdict(question: TypeQuestion, { value, among, equal }: ComparisonFact, met: boolean): Verdict {
  const [firstOther] = among;
  const otherOperands = isTypeOf(question, value)
    ? among
    : firstOther !== undefined && among.length === 1 && isTypeOf(question, firstOther)
      ? [value]
      : undefined;
  if (otherOperands === undefined) return 'unknown';
  return textsVerdict(
    question,
    otherOperands.map((other) => plainTexts(question.evaluator.value(question.context, other, undefined))),
    equal === met,
  );
}

/** Verdict of a call: `['chime', 'gong'].includes(bell.kind)`, or a comparing function of the program. */
function callVerdict(question: TypeQuestion, { callee, args }: CallFact, met: boolean, depth: number): Verdict {
  const { evaluator, context } = question;
  const [first] = args;
  if (callee.kind === 'member' && (callee.property === 'includes' || callee.property === 'has')) {
    const list = evaluator.value(context, callee.object, undefined);
    if (first === undefined || !isTypeOf(question, first) || list.kind !== 'array' || list.open) return 'unknown';
    return textsVerdict(question, list.elements.map(plainTexts), met);
  }
  if (!met || first === undefined || !question.isRecord(first)) return 'unknown';
  const verdicts = optionsOf(evaluator.value(context, callee, undefined)).map((fn) =>
    fn.kind === 'function' ? predicateType(question, fn, depth - 1) : 'unknown',
  );
  return verdicts.every((verdict) => verdict === verdicts[0]) ? (verdicts[0] ?? 'unknown') : 'unknown';
}

function isTypeOf(question: TypeQuestion, expr: ExprFact): boolean {
  if (question.isType(expr)) return true;
  const record = ownerOf(question.context, expr, question.keys);
  return record !== undefined && question.isRecord(record);
}

function textsVerdict(
  { equals }: TypeQuestion,
  alternatives: readonly (readonly string[] | undefined)[],
  isOneOf: boolean,
): Verdict {
  if (!alternatives.every((texts) => texts !== undefined)) return 'unknown';
  const matches = alternatives.flat().map((text) => text.toLowerCase() === equals.toLowerCase());
  if (!isOneOf) return matches.length === alternatives.length && matches.includes(true) ? 'other' : 'unknown';
  return matches.every(Boolean) ? 'same' : matches.includes(true) ? 'unknown' : 'other';
}

/** Returns the question about the record that an expression of the file evaluates to. */
export function typeQuestion(
  record: ExprFact,
  question: Pick<TypeQuestion, 'evaluator' | 'context' | 'keys' | 'equals'>,
): TypeQuestion {
  return {
    ...question,
    isRecord: (expr) => isSameExpr(question.evaluator, question.context, expr, record),
    isType: () => false,
  };
}

/** Returns the verdict on the type of a sent record; conditions around its construction count. */
export function recordType(evaluator: Evaluator, record: Value, { when }: FieldDeprecation, at: Place): Verdict {
  if (when === undefined) return 'same';
  const texts = plainTexts(readPointer(evaluator, record, when.pointer, at));
  if (texts !== undefined && texts.length > 0)
    return texts.some((text) => text.toUpperCase() === when.equals.toUpperCase()) ? 'same' : 'other';
  const verdicts = objectsIn(record).map((object) => literalVerdict(evaluator, object, { ...when, at }));
  return verdicts.includes('other') ? 'other' : verdicts.includes('same') ? 'same' : 'unknown';
}

function objectsIn(record: Value): readonly ObjectValue[] {
  return optionsOf(record).flatMap((option) => {
    const base = option.kind === 'layered' ? option.base : option;
    return base.kind === 'object' ? [base] : [];
  });
}

interface TypeCondition {
  readonly pointer: string;
  readonly equals: string;
  /** Place where the record is sent. */
  readonly at: Place;
}

/**
 * Returns the verdict of conditions on the expression that is the type in an object literal, or on the record that
 * the literal spreads.
 */
function literalVerdict(evaluator: Evaluator, object: ObjectValue, { pointer, equals, at }: TypeCondition): Verdict {
  const literal = literalOf(evaluator.program, object);
  const keys = pointerKeys(pointer);
  if (literal === undefined) return 'unknown';
  const { context, fact } = literal;
  const offsets = [fact.at[0], ...(at.file === object.file ? [at.span[0]] : [])];
  for (const property of fact.properties.toReversed()) {
    if (property.kind === 'property' && (keys.length > 1 || property.key !== keys[0])) continue;
    const isSameValue = sameExprTest(evaluator, context, property.value);
    const never = (): boolean => false;
    const question = { evaluator, context, keys, equals };
    const verdicts = offsets.map((offset) =>
      guardedType(
        property.kind === 'spread'
          ? { ...question, isRecord: isSameValue, isType: never }
          : { ...question, isRecord: never, isType: isSameValue },
        offset,
      ),
    );
    const knownVerdict = verdicts.find((verdict) => verdict !== 'unknown');
    if (knownVerdict !== undefined || property.kind === 'property') return knownVerdict ?? 'unknown';
  }
  return 'unknown';
}

function sameExprTest(evaluator: Evaluator, context: FileContext, expected: ExprFact): (expr: ExprFact) => boolean {
  return (expr) => isSameExpr(evaluator, context, expr, expected);
}

/** Maximum number of names that are followed on the way to a value. */
const MAX_NAMES = 8;

/** Whether two expressions of a file have the same value, judged by names and members. */
function isSameExpr(
  { program }: Pick<Evaluator, 'program'>,
  context: FileContext,
  left: ExprFact,
  right: ExprFact,
): boolean {
  return isSameWithin({ context, program }, left, right, MAX_NAMES);
}

interface ComparedFile extends Pick<Evaluator, 'program'> {
  readonly context: FileContext;
}

function isSameWithin(file: ComparedFile, left: ExprFact, right: ExprFact, namesLeft: number): boolean {
  const [a, b] = [withoutDefault(left), withoutDefault(right)];
  if (a.kind === 'name' || b.kind === 'name') return isSameName(file, a, b, namesLeft);
  switch (a.kind) {
    case 'member':
      return b.kind === 'member' && a.property === b.property && isSameWithin(file, a.object, b.object, namesLeft);
    case 'element':
      return (
        b.kind === 'element' &&
        isSameWithin(file, a.object, b.object, namesLeft) &&
        isSameWithin(file, a.index, b.index, namesLeft)
      );
    case 'literal':
      return b.kind === 'literal' && a.value === b.value;
    case 'each':
      return b.kind === 'each' && a.at[0] === b.at[0] && a.at[1] === b.at[1];
    case 'parameter':
      return b.kind === 'parameter' && a.function === b.function && a.index === b.index;
    case 'call':
      return b.kind === 'call' && a.call === b.call;
    case 'this':
      return b.kind === 'this' && a.ofClass === b.ofClass;
    default:
      return false;
  }
}

/** Whether two expressions, at least one of which is a name, have the same value. */
function isSameName(file: ComparedFile, a: ExprFact, b: ExprFact, namesLeft: number): boolean {
  const { context, program } = file;
  const [bindingA, bindingB] = [context.scope.bindingOf(a), context.scope.bindingOf(b)];
  if (bindingA !== undefined && bindingA === bindingB) return true;
  const [valueA, valueB] = [bindingA?.value ?? a, bindingB?.value ?? b];
  if (valueA === a && valueB === b) return false;
  if (namesLeft === 0) program.cut(REASON.limit);
  return namesLeft > 0 && isSameWithin(file, valueA, valueB, namesLeft - 1);
}

/** The expression without a default for `undefined`. */
export function withoutDefault(expr: ExprFact): ExprFact {
  return expr.kind === 'default' ? expr.value : expr;
}

/**
 * The expression `record` of an expression `record.a.b` with the keys `a` and `b`, also through local names for a part
 * of it. Undefined for other keys.
 */
export function ownerOf(context: FileContext, expr: ExprFact, keys: readonly string[]): ExprFact | undefined {
  let current: ExprFact = expr;
  for (const key of keys.toReversed()) {
    const member: ExprFact = withoutDefault(context.scope.bindingOf(current)?.value ?? current);
    if (member.kind !== 'member' || member.property !== key) return undefined;
    current = member.object;
  }
  return current;
}

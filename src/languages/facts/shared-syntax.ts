import type { AssignmentFact, ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { withFallback } from './expressions.js';

const whiteSpace = /\s/;

/** Position of the first character at or after `position` that is neither white space nor in a comment. */
export function skipTrivia(text: string, position: number): number {
  let at = position;
  while (at < text.length) {
    if (whiteSpace.test(text.charAt(at))) at += 1;
    else if (text.startsWith('//', at)) at = endOf(text, /[\r\n\u2028\u2029]/g, at);
    else if (text.startsWith('/*', at)) at = endOf(text, /\*\//g, at + 2);
    else break;
  }
  return at;
}

function endOf(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}

/** Maximum depth of an object type that is read. */
export const MAX_TYPE_DEPTH = 8;

const unwrappedTypes: ReadonlySet<string> = new Set(['Promise', 'Readonly', 'Partial', 'NonNullable']);

/** Whether the facts replace a generic type by its argument: `Promise<Client>` is `Client`. */
export function isUnwrappedType(name: string): boolean {
  return unwrappedTypes.has(name);
}

/** Class of a binary operator; a lowering treats all operators of a class alike. */
export type OperatorClass =
  'sum' | 'logical' | 'sequence' | 'assignment' | 'arithmetic assignment' | 'arithmetic' | 'other';

const operatorClasses = new Map<string, OperatorClass>([
  ['+', 'sum'],
  [',', 'sequence'],
  ...classify('logical', ['||', '&&', '??']),
  ...classify('assignment', ['=', '+=', '||=', '??=', '&&=']),
  // Compound assignments of numbers are recorded without their values.
  ...classify('arithmetic assignment', ['-=', '*=', '/=', '%=', '**=', '<<=', '>>=', '>>>=', '&=', '|=', '^=']),
  ...classify('arithmetic', ['-', '*', '/', '%', '**', '<<', '>>', '>>>', '&', '|', '^']),
]);

/** Classifies a binary, logical or assignment operator by its text. */
export function classifyOperator(operator: string): OperatorClass {
  return operatorClasses.get(operator) ?? 'other';
}

/** Whether the facts record assignments with an operator. */
export function isRecordedAssignment(operator: string): operator is AssignmentFact['operator'] {
  return operatorClasses.get(operator) === 'assignment';
}

function classify(value: OperatorClass, operators: readonly string[]): [string, OperatorClass][] {
  return operators.map((operator) => [operator, value]);
}

/** A comparison of a value with `undefined` or `null`: `x === void 0`, `arguments[1] !== undefined`. */
export interface NullishTest {
  readonly subject: ExprFact;
  /** Whether the test is true for a nullish value (`===`), rather than for a present one. */
  readonly testsNullish: boolean;
}

/** The nullish test of an operator on two operands, one of which is `undefined` or `null`. */
export function nullishTest(operator: string, left: ExprFact, right: ExprFact): NullishTest | undefined {
  const isEqual = operator === '===' || operator === '==';
  if (!isEqual && operator !== '!==' && operator !== '!=') return undefined;
  if (isNullish(right)) return { subject: left, testsNullish: isEqual };
  return isNullish(left) ? { subject: right, testsNullish: isEqual } : undefined;
}

/**
 * The combination of two tests. Only the forms of compilers are equivalent to a single test: `x === null || x === void
 * 0`, `x !== null && x !== void 0`, `arguments.length > 1 && arguments[1] !== undefined`.
 */
export function combinedTest(
  operator: string,
  first: NullishTest | undefined,
  second: NullishTest | undefined,
): NullishTest | undefined {
  if (second === undefined || second.testsNullish !== (operator === '||') || operator === '??') return undefined;
  if (operator === '&&' && second.subject.kind === 'parameter') return second;
  return first?.testsNullish === second.testsNullish && isSameName(first.subject, second.subject) ? second : undefined;
}

function isNullish(expr: ExprFact): boolean {
  return expr.kind === 'name' ? expr.name === 'undefined' : expr.kind === 'literal' && expr.value === null;
}

/**
 * Returns the value of `test ? then : otherwise` in the forms that compilers use for defaults and optional chains:
 * `x === void 0 ? d : x` is `x` with a default, `(x = y) === null || x === void 0 ? void 0 : x.z` is `x.z`.
 */
export function nullishChoice(
  { subject, testsNullish }: NullishTest,
  then: ExprFact,
  otherwise: ExprFact,
  at: Span,
): ExprFact | undefined {
  const [presentValue, nullishValue] = testsNullish ? [otherwise, then] : [then, otherwise];
  if (isSameName(subject, presentValue)) return withFallback(presentValue, nullishValue, at);
  return testsNullish && isNullish(nullishValue) && isSameName(subject, rootOf(presentValue))
    ? presentValue
    : undefined;
}

/** Whether two expressions are the same name, or the same parameter. */
function isSameName(left: ExprFact, right: ExprFact): boolean {
  if (left.kind === 'name') return right.kind === 'name' && left.name === right.name;
  if (left.kind !== 'parameter' || right.kind !== 'parameter') return false;
  return left.function === right.function && left.index === right.index && left.rest === right.rest;
}

function rootOf(expr: ExprFact): ExprFact {
  let root = expr;
  while (root.kind === 'member' || root.kind === 'element') root = root.object;
  return root;
}

import { describeExpr } from '../../languages/facts/expressions.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import type { Env } from './evaluator.js';
import { readBy } from './secrets.js';
import { plainText } from '../values/text.js';
import { correlateObjects } from '../values/correlate.js';
import { choiceOf } from '../values/choice.js';
import { optionsOf } from '../values/value.js';
import type { TextValue, Value } from '../values/value.js';

type ChoiceFact = Extract<ExprFact, { readonly kind: 'choice' }>;

/** Value of `a || b`, `a ?? b` and `a ? b : c`: one operand if the left side is decisive, else any operand. */
export function choiceValue(env: Env, expr: ChoiceFact, at: Place): Value {
  return choiceOf(correlateObjects(expr.operator === '?:' ? takenBranches(env, expr) : reachedOperands(env, expr)), at);
}

function reachedOperands(env: Env, { operator, options }: Exclude<ChoiceFact, { readonly operator: '?:' }>): Value[] {
  const values: Value[] = [];
  for (const [index, option] of options.entries()) {
    // `process.env.API_TOKEN || 'abc'`: a default is as secret as the value that it replaces.
    const previous = options[index - 1];
    const value = previous === undefined ? env.value(option) : readBy(describeExpr(previous), env.value(option));
    if (index === options.length - 1) return [...values, value];
    const { passing, isDecisive } = leftOperandOptions(operator, value);
    values.push(...passing);
    if (isDecisive) break;
  }
  return values;
}

/** Returns the left operand's values that pass `||` or `??`, and whether the right operand can never be used. */
export function leftOperandOptions(
  operator: '||' | '??',
  value: Value,
): { readonly passing: readonly Value[]; readonly isDecisive: boolean } {
  const passes = operator === '||' ? isTruthy : isPresent;
  const options = optionsOf(value);
  const passingOptions = options.filter((option) => passes(option) !== false);
  return {
    passing: passingOptions,
    isDecisive:
      passingOptions.length > 0 && options.every((option) => option.unset !== true && passes(option) === true),
  };
}

function takenBranches(env: Env, { options, tests }: Extract<ChoiceFact, { readonly operator: '?:' }>): Value[] {
  const values: Value[] = [];
  for (const [index, option] of options.entries()) {
    const test = tests[index];
    const isTaken = test === undefined ? undefined : truthOfTest(env, test);
    if (isTaken !== false) values.push(env.value(option));
    if (isTaken === true) break;
  }
  return values;
}

/**
 * Returns the truth of a test that is a literal, a name or a property of a parameter. Properties of other objects are
 * excluded, because unseen code can set them.
 */
function truthOfTest(env: Env, test: ExprFact): boolean | undefined {
  if (test.kind !== 'literal' && test.kind !== 'name' && !isReadFromParameter(env, test)) return undefined;
  return truthOf(env.value(test));
}

/** Whether all options of a value are truthy, or all are falsy; undefined if they differ or one is unknown. */
export function truthOf(value: Value): boolean | undefined {
  const truths = optionsOf(value).map((option) => (option.unset === true ? undefined : isTruthy(option)));
  const [firstTruth] = truths;
  return truths.every((other) => other === firstTruth) ? firstTruth : undefined;
}

function isReadFromParameter(env: Env, expr: ExprFact): boolean {
  let root = expr;
  while (root.kind === 'member') root = root.object;
  return env.context.scope.bindingOf(root)?.kind === 'parameter';
}

/** Whether a value is truthy; undefined if unknown. */
function isTruthy(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'scalar':
      return value.value === true;
    case 'text':
      return isTruthyText(value);
    default:
      return isPresent(value);
  }
}

function isTruthyText({ parts, number }: TextValue): boolean | undefined {
  const text = plainText(parts);
  if (text !== undefined) return number === true ? Boolean(Number(text)) : text !== '';
  return number !== true && parts.some((part) => part.kind === 'text' && part.text !== '') ? true : undefined;
}

/** Whether a value is neither null nor undefined; undefined if unknown. */
function isPresent(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'scalar':
      return value.value !== null && value.value !== undefined;
    case 'text':
      return value.parts.length === 0 || value.parts.some(({ kind }) => kind === 'text') ? true : undefined;
    case 'object':
    case 'array':
    case 'function':
      return true;
    case 'layered':
      return isPresent(value.base);
    default:
      return undefined;
  }
}

import type { AssignmentFact, BindingFact, ExprFact, TypeFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import { leftOf } from './choices.js';
import type { Env } from './evaluator.js';
import { withChanges } from './mutations.js';
import { withProperties } from './set-properties.js';
import { isOverwritten } from './overwritten.js';
import { openedValue } from './opened-names.js';
import { placeIn } from './program.js';
import { holds, roundsOf } from './rounds.js';
import { reachOf, useAtEnd, useOf } from './use.js';
import type { Use } from './use.js';
import { REASON } from '../values/reasons.js';
import { uncorrelated } from '../values/correlate.js';
import { sumOf, summand } from '../values/sums.js';
import type { Summand } from '../values/sums.js';
import { choiceOf } from '../values/choice.js';
import { classIn, atRunTime, maybeUnset, sizeOf, UNDEFINED, unknownValue } from '../values/value.js';
import type { Value } from '../values/value.js';

type NameFact = Pick<Extract<ExprFact, { readonly kind: 'name' }>, 'name' | 'live'>;

/** Value of a name where it is used. */
export function nameValue(env: Env, { name, live }: NameFact, at: Place): Value {
  if (name === 'undefined') return UNDEFINED;
  const binding = env.context.scope.lookup(name, at.span[0]);
  if (binding === undefined)
    return openedValue(env, name, at) ?? { kind: 'external', root: { kind: 'global', name }, steps: [], patches: [] };
  const use = live === true ? useAtEnd(env, binding, at) : useOf(env, binding, at);
  const value = typedWhereOpen(env, variableValue(use), binding.type);
  return withProperties(use, withChanges(use, value));
}

/** A declared type says more than a value that is not known. */
export function typedWhereOpen(env: Env, value: Value, type: TypeFact | undefined): Value {
  if (type === undefined || (value.kind !== 'parameter' && value.kind !== 'unknown')) return value;
  const typed = typeValue(env, type);
  if (value.kind !== 'parameter') return typed ?? value;
  if (typed?.kind === 'external') return { ...typed, parameter: value.parameter };
  return typed ?? { ...value, declared: { file: env.context.file, type } };
}

/** A value of the named type: an instance of a class of the program, or of an external type. */
function typeValue({ evaluator, context }: Env, type: TypeFact): Value | undefined {
  const [head, ...rest] = type.name.split('.');
  if (head === undefined) return undefined;
  const at = placeIn(context, type.at);
  const binding = context.scope.lookup(head, type.at[0]);
  if (binding?.value === undefined) return undefined;
  let value = evaluator.value(context, binding.value, undefined);
  for (const property of rest) value = evaluator.member(value, property, at);
  const owner = classIn(value);
  if (owner !== undefined) return { kind: 'instance', of: owner, args: undefined };
  if (value.kind !== 'external' || value.root.kind !== 'package') return undefined;
  const last = value.steps.at(-1);
  const name = last?.kind === 'member' ? last.name : value.root.export === 'default' ? head : value.root.export;
  return { kind: 'external', root: { kind: 'type', name, module: value.root.module }, steps: [], patches: [] };
}

/** Most assignments that a variable's value is put together from. */
const MAX_ASSIGNMENTS = 200;

function variableValue(use: Use): Value {
  const { binding, at } = use;
  const { program } = use.env.evaluator;
  const assignments = use.env.context.scope.assignmentsTo(binding);
  if (assignments.length === 0) return declaredValues(use)[0] ?? atRunTime(at, binding.name);
  const { rounds } = use;
  let values = replacesItself(binding, assignments) || isGone(use, assignments) ? [] : declaredValues(use);
  let earlier = rounds === undefined ? undefined : assignments.filter((assignment) => holds(rounds, assignment.at[0]));
  let isSet = binding.value !== undefined;
  let reached = 0;
  for (const assignment of assignments) {
    const reach = reachOf(assignment, use);
    if (earlier !== undefined && rounds !== undefined && assignment.at[0] >= rounds[0]) {
      const isOverwritten = reach === 'always' && assignment.operator === '=';
      if (!isOverwritten) values = afterEarlierRounds(use, values, earlier);
      earlier = undefined;
    }
    if (reach === 'never') continue;
    program.spend(1);
    if (++reached > MAX_ASSIGNMENTS) return unknownValue(REASON.tooMany, at, binding.name);
    values = afterAssignment(use, values, assignment, reach === 'always');
    isSet ||= reach === 'always';
    program.spend(stepsOf(values));
  }
  if (values.length === 0) return unknownValue(REASON.reassigned, at, binding.name);
  return isSet ? choiceOf(values, at) : maybeUnset(choiceOf(values, at));
}

/** Returns the possible values of a variable after an assignment that is always, or sometimes, reached. */
function afterAssignment(
  use: Use,
  values: readonly Value[],
  assignment: AssignmentFact,
  isSure: boolean,
): readonly Value[] {
  const results = assignedValues(use, values, assignment);
  const { operator } = assignment;
  if (operator !== '||=' && operator !== '??=')
    return isSure && (operator === '=' || operator === '+=') ? results : [...values, ...results];
  const { kept, decides } = leftOf(operator === '||=' ? '||' : '??', choiceOf(values, use.at));
  return decides && values.length > 0 ? values : [...(isSure ? kept : values), ...results];
}

/** `function f() { f = make(); return f.apply(this, arguments); }`: what it does is what it becomes on its first call. */
function replacesItself({ value }: BindingFact, assignments: readonly AssignmentFact[]): boolean {
  return value?.kind === 'function' && assignments.some(({ within }) => within === value.function);
}

/** Whether another function uses what was overwritten where it stood, before anything could have read it. */
function isGone({ env: { context }, binding, user }: Use, assignments: readonly AssignmentFact[]): boolean {
  const { value } = binding;
  return value !== undefined && assignments.some(({ within }) => within !== user) && isOverwritten(context, value);
}

/** Returns the initial values of a variable. Module-level variables are the same in every followed call. */
function declaredValues({ env, binding }: Use): readonly Value[] {
  if (binding.value === undefined) return [];
  const frame = env.context.isModuleLevel(binding) ? undefined : env.frame;
  return [env.evaluator.value(env.context, binding.value, frame)];
}

/**
 * Applies one assignment to the values before it. An assignment that can run again may have appended more to a text.
 */
function assignedValues({ env, binding }: Use, values: readonly Value[], assignment: AssignmentFact): readonly Value[] {
  const place = placeIn(env.context, assignment.at);
  const assigned = env.value(assignment.value);
  if (assignment.operator !== '+=') return [assigned];
  const [before, after] = [summand(choiceOf(values, place), place), summand(assigned, place)];
  const once = sumOf([before, after], place);
  if (roundsOf(env.context, binding, assignment.at[0]) === undefined) return [once];
  return [once, sumOf([before, grown(binding, place), after], place)];
}

/**
 * Returns the possible values of a variable at the start of an iteration: the initial ones, or those of an earlier
 * iteration.
 */
function afterEarlierRounds(
  { env, binding }: Use,
  values: readonly Value[],
  assignments: readonly AssignmentFact[],
): readonly Value[] {
  const set = assignments.flatMap(({ operator, value }) => (operator === '+=' ? [] : [env.value(value)]));
  const all = [...values, ...set].map(uncorrelated);
  const last = assignments.findLast(({ operator }) => operator === '+=');
  if (last === undefined) return all;
  const place = placeIn(env.context, last.at);
  return [...all, sumOf([summand(choiceOf(all, place), place), grown(binding, place)], place)];
}

function grown({ name }: BindingFact, at: Place): Summand {
  return summand(unknownValue(REASON.reassigned, at, name), at);
}

/** Returns the cost, in steps, of having built such alternatives. */
function stepsOf(values: readonly Value[]): number {
  return values.reduce((sum, value) => sum + sizeOf(value), 0) >> 4;
}

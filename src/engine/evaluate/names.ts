import type { AssignmentFact, BindingFact, TypeFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from './evaluator.js';
import { withAdditions } from './mutations.js';
import type { FileContext, PropertyAssignment } from './program.js';
import { holds, roundsOf } from './rounds.js';
import { sumOf, summand } from '../values/sums.js';
import type { Summand } from '../values/sums.js';
import { plainTexts } from '../values/text.js';
import { REASON } from '../values/reasons.js';
import { atRunTime, choiceOf, optionsOf, sizeOf, UNDEFINED, unknownValue } from '../values/value.js';
import type { Frame, Patch, Value } from '../values/value.js';

/** Value of a name where it is used. */
export function nameValue(
  evaluator: Evaluator,
  context: FileContext,
  name: string,
  at: Place,
  frame: Frame | undefined,
): Value {
  if (name === 'undefined') return UNDEFINED;
  const binding = context.scope.lookup(name, at.span[0]);
  if (binding === undefined) return { kind: 'external', root: { kind: 'global', name }, steps: [], patches: [] };
  const value = typedWhereOpen(evaluator, context, variableValue(evaluator, context, binding, at, frame), binding.type);
  const user = context.functionAt(at.span[0]);
  const rounds = roundsOf(context, binding, at.span[0]);
  const grown = withAdditions(evaluator, context, binding, value, frame, (call) => {
    const reach = reachOf({ at: call.at, within: call.within, block: call.block ?? binding.scope }, user, at.span[0]);
    if (reach === 'never' && rounds !== undefined && holds(rounds, call.at[0])) return 'maybe';
    return reach === 'maybe' && call.within === undefined && user !== undefined ? 'always' : reach;
  });
  return patched(evaluator, context, binding, grown, at, frame);
}

/** A declared type says more than a value that is not known. */
export function typedWhereOpen(
  evaluator: Evaluator,
  context: FileContext,
  value: Value,
  type: TypeFact | undefined,
): Value {
  if (type === undefined || (value.kind !== 'parameter' && value.kind !== 'unknown')) return value;
  const typed = typeValue(evaluator, context, type);
  if (typed?.kind === 'external' && value.kind === 'parameter') return { ...typed, parameter: value.parameter };
  return typed ?? value;
}

/** A value of the named type: an instance of a class of the program, or of an external type. */
function typeValue(evaluator: Evaluator, context: FileContext, type: TypeFact): Value | undefined {
  const [head, ...rest] = type.name.split('.');
  if (head === undefined) return undefined;
  const at = { file: context.file, span: type.at };
  const binding = context.scope.lookup(head, type.at[0]);
  if (binding?.value === undefined) return undefined;
  let value = evaluator.value(context, binding.value, undefined);
  for (const property of rest) value = evaluator.member(value, property, at);
  if (value.kind === 'class') return { kind: 'instance', of: value, args: undefined };
  if (value.kind !== 'external' || value.root.kind !== 'package') return undefined;
  const last = value.steps.at(-1);
  const name = last?.kind === 'member' ? last.name : value.root.export === 'default' ? head : value.root.export;
  return { kind: 'external', root: { kind: 'type', name, module: value.root.module }, steps: [], patches: [] };
}

/** Most assignments that a variable's value is put together from. */
const MAX_ASSIGNMENTS = 200;

function variableValue(
  evaluator: Evaluator,
  context: FileContext,
  binding: BindingFact,
  at: Place,
  frame: Frame | undefined,
): Value {
  const assignments = context.scope.assignmentsTo(binding);
  const inner = context.isModuleLevel(binding) ? undefined : frame;
  let values: readonly Value[] = binding.value === undefined ? [] : [evaluator.value(context, binding.value, inner)];
  if (assignments.length === 0) return values[0] ?? atRunTime(at, binding.name);
  const user = context.functionAt(at.span[0]);
  const rounds = roundsOf(context, binding, at.span[0]);
  let earlier = rounds === undefined ? undefined : assignments.filter((assignment) => holds(rounds, assignment.at[0]));
  let reached = 0;
  for (const assignment of assignments) {
    const reach = reachOf(assignment, user, at.span[0]);
    if (earlier !== undefined && rounds !== undefined && assignment.at[0] >= rounds[0]) {
      const isOverwritten = reach === 'always' && assignment.operator === '=';
      if (!isOverwritten) values = afterEarlierRounds(evaluator, context, binding, values, earlier, frame);
      earlier = undefined;
    }
    if (reach === 'never') continue;
    evaluator.program.spend(1);
    if (++reached > MAX_ASSIGNMENTS) return unknownValue(REASON.tooMany, at, binding.name);
    const results = assignedValues(evaluator, context, binding, values, assignment, frame);
    values =
      reach === 'always' && (assignment.operator === '=' || assignment.operator === '+=')
        ? results
        : [...values, ...results];
    evaluator.program.spend(stepsOf(values));
  }
  return values.length === 0 ? unknownValue(REASON.reassigned, at, binding.name) : choiceOf(values, at);
}

/** What one assignment makes of the values before it; where it can be run again, a text may have grown by more. */
function assignedValues(
  evaluator: Evaluator,
  context: FileContext,
  binding: BindingFact,
  values: readonly Value[],
  assignment: AssignmentFact,
  frame: Frame | undefined,
): readonly Value[] {
  const place = { file: context.file, span: assignment.at };
  const assigned = evaluator.value(context, assignment.value, frame);
  if (assignment.operator !== '+=') return [assigned];
  const [before, after] = [summand(choiceOf(values, place), place), summand(assigned, place)];
  const once = sumOf([before, after], place);
  if (roundsOf(context, binding, assignment.at[0]) === undefined) return [once];
  return [once, sumOf([before, grown(binding, place), after], place)];
}

/** What a variable can be at the start of a round: what it was before the first one, or what a round left it at. */
function afterEarlierRounds(
  evaluator: Evaluator,
  context: FileContext,
  binding: BindingFact,
  values: readonly Value[],
  assignments: readonly AssignmentFact[],
  frame: Frame | undefined,
): readonly Value[] {
  const set = assignments.flatMap((assignment) =>
    assignment.operator === '+=' ? [] : [evaluator.value(context, assignment.value, frame)],
  );
  const all = [...values, ...set];
  const last = assignments.findLast(({ operator }) => operator === '+=');
  if (last === undefined) return all;
  const place = { file: context.file, span: last.at };
  return [...all, sumOf([summand(choiceOf(all, place), place), grown(binding, place)], place)];
}

function grown({ name }: BindingFact, at: Place): Summand {
  return summand(unknownValue(REASON.reassigned, at, name), at);
}

/** What it costs to have put together such alternatives. */
function stepsOf(values: readonly Value[]): number {
  return values.reduce((sum, value) => sum + sizeOf(value), 0) >> 4;
}

/** Whether an assignment has happened where a name is used, judged by position and nesting alone. */
function reachOf(
  assignment: Pick<AssignmentFact, 'at' | 'block'> & { readonly within?: number | undefined },
  user: number | undefined,
  offset: number,
): 'always' | 'maybe' | 'never' {
  if (assignment.within !== user) return 'maybe';
  if (assignment.at[1] > offset) return 'never';
  return assignment.block[0] <= offset && offset < assignment.block[1] ? 'always' : 'maybe';
}

/** Settings of a literal are the same at every use of the name, of which there can be as many as settings. */
const literalPatches = new WeakMap<AssignmentFact, Patch>();

function patched(
  evaluator: Evaluator,
  context: FileContext,
  binding: BindingFact,
  value: Value,
  at: Place,
  frame: Frame | undefined,
): Value {
  const assignments = context.propertyAssignments(binding);
  if (assignments.length === 0) return value;
  const user = context.functionAt(at.span[0]);
  const patches: Patch[] = [];
  for (const { path, fact } of assignments) {
    const reach = reachOf(fact, user, at.span[0]);
    if (reach === 'never') continue;
    const atTopLevel = fact.within === undefined && user !== undefined;
    const isLogical = fact.operator !== '=' && fact.operator !== '+=';
    const maybe = isLogical || (reach === 'maybe' && !atTopLevel);
    const known = maybe ? undefined : literalPatches.get(fact);
    if (known !== undefined) {
      patches.push(known);
      continue;
    }
    const keys = keysOf(evaluator, context, path, frame);
    for (const key of keys) {
      const patch: Patch = {
        path: key,
        operator: fact.operator === '+=' ? '+=' : '=',
        value: evaluator.value(context, fact.value, frame),
        maybe: maybe || keys.length > 1,
        at: { file: context.file, span: fact.target.kind === 'member' ? fact.target.propertyAt : fact.target.at },
      };
      if (!maybe && fact.value.kind === 'literal' && fact.target.kind === 'member') literalPatches.set(fact, patch);
      patches.push(patch);
    }
  }
  evaluator.program.spend(patches.length >> 4);
  return patches.length === 0 ? value : applyPatches(value, patches, at);
}

/** Most properties that one assignment is told to set. */
const MAX_KEYS = 16;

/** The properties that an assignment can set; none where a name of them is not known. */
function keysOf(
  evaluator: Evaluator,
  context: FileContext,
  path: PropertyAssignment['path'],
  frame: Frame | undefined,
): readonly (readonly string[])[] {
  let keys: readonly (readonly string[])[] = [[]];
  for (const step of path) {
    const names = typeof step === 'string' ? [step] : (plainTexts(evaluator.value(context, step, frame)) ?? []);
    keys = keys.flatMap((key) => names.map((name) => [...key, name])).slice(0, MAX_KEYS);
  }
  return keys;
}

/** Most property assignments that are laid over one value. */
const MAX_PATCHES = 10_000;

/** Lays property assignments over a value. */
export function applyPatches(value: Value, patches: readonly Patch[], at: Place): Value {
  return choiceOf(
    optionsOf(value).map((option): Value => {
      const known = option.kind === 'external' || option.kind === 'layered' ? option.patches : [];
      if (known.length + patches.length > MAX_PATCHES) return unknownValue(REASON.limit, at);
      if (option.kind === 'external') return { ...option, patches: [...known, ...patches] };
      return {
        kind: 'layered',
        base: option.kind === 'layered' ? option.base : option,
        patches: [...known, ...patches],
      };
    }),
    at,
  );
}

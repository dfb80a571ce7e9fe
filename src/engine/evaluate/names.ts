import type {
  AssignmentFact,
  BindingFact,
  ExprFact,
  TypeFact,
  OpenImportFact,
  CallFact,
} from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { leftOperandOptions } from './choices.js';
import type { Env, Evaluator } from './evaluator.js';
import { withChanges } from './mutations.js';
import { homeOf } from './traversal.js';
import { isOverwritten, propertyAssignments } from './writes.js';
import type { PropertyAssignment } from './writes.js';
import { placeIn } from './program.js';
import { containsOffset, roundsOf, runningIn, reachOf, useAtEnd, useOf } from './positions.js';
import type { Use } from './positions.js';
import { REASON } from '../values/reasons.js';
import { uncorrelated } from '../values/correlate.js';
import { sumOf, summand } from '../values/sums.js';
import type { Summand } from '../values/sums.js';
import { choiceOf } from '../values/choice.js';
import { classIn, atRunTime, maybeUnset, sizeOf, UNDEFINED, unknownValue } from '../values/value.js';
import type { Value, Patch } from '../values/value.js';
import { exportIn } from './imports.js';
import { layerPatches, applyPatches } from './patches.js';
import { isObjectAssign } from './known-functions.js';
import { plainTexts } from '../values/text.js';

type NameFact = Pick<Extract<ExprFact, { readonly kind: 'name' }>, 'name' | 'live'>;

/** Value of a name at a use. */
export function nameValue(env: Env, { name, live }: NameFact, at: Place): Value {
  if (name === 'undefined') return UNDEFINED;
  const binding = env.context.scope.lookup(name, at.span[0]);
  if (binding === undefined)
    return openedValue(env, name, at) ?? { kind: 'external', root: { kind: 'global', name }, steps: [], patches: [] };
  const use = live === true ? useAtEnd(env, binding, at) : useOf(env, binding, at);
  const value = withDeclaredType(env, variableValue(use), binding.type);
  return withProperties(use, withChanges(use, value));
}

/** Replaces the unknown value of a name by its declared type. */
export function withDeclaredType(env: Env, value: Value, type: TypeFact | undefined): Value {
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

/** Maximum number of assignments from which a variable's value is computed. */
const MAX_ASSIGNMENTS = 200;

function variableValue(use: Use): Value {
  const { binding, at } = use;
  const { program } = use.env.evaluator;
  const assignments = use.env.context.scope.assignmentsTo(binding);
  if (assignments.length === 0) return declaredValues(use)[0] ?? atRunTime(at, binding.name);
  const { rounds } = use;
  let values = replacesItself(binding, assignments) || isOverwrittenFirst(use, assignments) ? [] : declaredValues(use);
  let loopAssignments =
    rounds === undefined ? undefined : assignments.filter((assignment) => containsOffset(rounds, assignment.at[0]));
  let isSet = binding.value !== undefined;
  let reachedCount = 0;
  for (const assignment of assignments) {
    const reach = reachOf(assignment, use);
    if (loopAssignments !== undefined && rounds !== undefined && assignment.at[0] >= rounds[0]) {
      const isOverwritten = reach === 'always' && assignment.operator === '=';
      if (!isOverwritten) values = afterEarlierIterations(use, values, loopAssignments);
      loopAssignments = undefined;
    }
    if (reach === 'never') continue;
    program.spend(1);
    if (++reachedCount > MAX_ASSIGNMENTS) return unknownValue(REASON.tooMany, at, binding.name);
    values = afterAssignment(use, values, assignment, reach === 'always');
    isSet ||= reach === 'always';
    program.spend(costOf(values));
  }
  if (values.length === 0) return unknownValue(REASON.reassigned, at, binding.name);
  return isSet ? choiceOf(values, at) : maybeUnset(choiceOf(values, at));
}

/** Returns the possible values of a variable after an assignment that is always, or sometimes, reached. */
function afterAssignment(
  use: Use,
  values: readonly Value[],
  assignment: AssignmentFact,
  isAlwaysReached: boolean,
): readonly Value[] {
  const results = assignedValues(use, values, assignment);
  const { operator } = assignment;
  if (operator !== '||=' && operator !== '??=')
    return isAlwaysReached && (operator === '=' || operator === '+=') ? results : [...values, ...results];
  const { passing, isDecisive } = leftOperandOptions(operator === '||=' ? '||' : '??', choiceOf(values, use.at));
  return isDecisive && values.length > 0 ? values : [...(isAlwaysReached ? passing : values), ...results];
}

/** Whether a function replaces itself when called: `function f() { f = make(); return f.apply(this, arguments); }`. */
function replacesItself({ value }: BindingFact, assignments: readonly AssignmentFact[]): boolean {
  return value?.kind === 'function' && assignments.some(({ within }) => within === value.function);
}

/** Whether the initial value is overwritten before any read, for a use in another function. */
function isOverwrittenFirst({ env: { context }, binding, user }: Use, assignments: readonly AssignmentFact[]): boolean {
  const { value } = binding;
  return value !== undefined && assignments.some(({ within }) => within !== user) && isOverwritten(context, value);
}

/** Returns the initial values of a variable. */
function declaredValues({ env, binding }: Use): readonly Value[] {
  return binding.value === undefined ? [] : [homeOf(env, binding).value(binding.value)];
}

/**
 * Applies one assignment to the previous values. An assignment that can run again may have appended more to a text.
 */
function assignedValues({ env, binding }: Use, values: readonly Value[], assignment: AssignmentFact): readonly Value[] {
  const place = placeIn(env.context, assignment.at);
  const assigned = env.value(assignment.value);
  if (assignment.operator !== '+=') return [assigned];
  const [current, added] = [summand(choiceOf(values, place), place), summand(assigned, place)];
  const appendedOnce = sumOf([current, added], place);
  if (roundsOf(env.context, binding, assignment.at[0]) === undefined) return [appendedOnce];
  return [appendedOnce, sumOf([current, unknownLoopText(binding, place), added], place)];
}

/**
 * Returns the possible values of a variable at the start of an iteration: the initial ones, or those of an earlier
 * iteration.
 */
function afterEarlierIterations(
  { env, binding }: Use,
  values: readonly Value[],
  assignments: readonly AssignmentFact[],
): readonly Value[] {
  const assigned = assignments.flatMap(({ operator, value }) => (operator === '+=' ? [] : [env.value(value)]));
  const possible = [...values, ...assigned].map(uncorrelated);
  const last = assignments.findLast(({ operator }) => operator === '+=');
  if (last === undefined) return possible;
  const place = placeIn(env.context, last.at);
  return [...possible, sumOf([summand(choiceOf(possible, place), place), unknownLoopText(binding, place)], place)];
}

function unknownLoopText({ name }: BindingFact, at: Place): Summand {
  return summand(unknownValue(REASON.reassigned, at, name), at);
}

/** Returns the cost of a choice of values, in steps. */
function costOf(values: readonly Value[]): number {
  return values.reduce((sum, value) => sum + sizeOf(value), 0) >> 4;
}

/** Maximum number of files that are searched for one name. */
const MAX_FILES = 50;

/** The search for a name that a file does not declare. */
interface Search {
  readonly evaluator: Evaluator;
  readonly name: string;
  readonly at: Place;
  /** Visited files. */
  readonly visited: Set<string>;
}

/**
 * The value of a name from an opened module (`source ./lib.sh`, `from lib import *`), or from the file that opens this
 * one; undefined if none of them has the name.
 */
function openedValue({ evaluator, context }: Env, name: string, at: Place): Value | undefined {
  const search: Search = { evaluator, name, at, visited: new Set([context.file]) };
  const { opens } = context.facts;
  const found = opens === undefined ? undefined : valueInOpened(search, context.file, opens);
  return found ?? (context.facts.sharesNames === true ? valueInOpeners(search, context.file) : undefined);
}

/** Looks a name up in the opened modules; the one opened last has priority. */
function valueInOpened(search: Search, file: string, opens: readonly OpenImportFact[]): Value | undefined {
  for (const { specifier } of opens.toReversed()) {
    const target = search.evaluator.program.modules.resolve(file, specifier);
    const found = target.kind === 'file' ? valueInFile(search, target.file) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Looks a name up in the file itself, then in the files that it opens. */
function valueInFile(search: Search, file: string): Value | undefined {
  const { evaluator, name, at, visited } = search;
  if (visited.has(file) || visited.size > MAX_FILES) return undefined;
  visited.add(file);
  if (evaluator.program.modules.mayDeclare?.(file, name) === false) return undefined;
  const declared = exportIn(evaluator, file, name, at);
  if (declared !== undefined) return declared;
  const opens = evaluator.program.context(file)?.facts.opens;
  return opens === undefined ? undefined : valueInOpened(search, file, opens);
}

/** Looks a name up in the files that open this one. */
function valueInOpeners(search: Search, file: string): Value | undefined {
  const { modules } = search.evaluator.program;
  for (const importer of modules.importers(file)) {
    if (modules.mayDeclare?.(importer, search.name, file) === false) continue;
    const opens = search.evaluator.program.context(importer)?.facts.opens ?? [];
    const isOpened = opens.some(({ specifier, shared }) => {
      const target = shared === true ? modules.resolve(importer, specifier) : undefined;
      return target?.kind === 'file' && target.file === file;
    });
    const found = isOpened ? valueInFile(search, importer) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Patches of literals, memoised because they are the same at every use of a name. */
const literalPatches = new WeakMap<AssignmentFact, Patch>();

/** The value of a name with the properties that the program sets on it: `options.method = 'POST'`. */
function withProperties(use: Use, value: Value): Value {
  const { context, evaluator } = use.env;
  const assignments = propertyAssignments(context).get(use.binding);
  if (assignments === undefined || isWrittenAsFunction(evaluator, value)) return value;
  const patches = assignments.flatMap((assignment) => patchesOf(use, assignment));
  evaluator.program.spend(patches.length >> 4);
  return patches.length === 0 ? value : applyPatches(value, patches, use.at);
}

/** Whether a class is written as a function: the facts have the assignments to it and to its prototype. */
function isWrittenAsFunction({ program }: Evaluator, value: Value): boolean {
  if (value.kind !== 'class') return false;
  const facts = program.context(value.file)?.facts;
  const construct = facts?.classes[value.class]?.construct;
  return construct !== undefined && facts?.functions[construct]?.kind === 'function';
}

function patchesOf(use: Use, { path, writtenAt, fact }: PropertyAssignment): readonly Patch[] {
  const { env, user, binding } = use;
  const reach = reachOf(writtenAt, use);
  if (reach === 'never') return [];
  const inBranch = writtenAt.block[0] > binding.scope[0] || writtenAt.block[1] < binding.scope[1];
  const alwaysRuns =
    writtenAt.within === undefined ? !inBranch : runningIn(env.context, writtenAt.within) === undefined;
  const isAtTopLevel = user !== undefined && alwaysRuns;
  const mayBeSkipped = reach === 'maybe' && !isAtTopLevel;
  if ('callee' in fact) return layeredPatches(env, fact, pathsOf(env, path), mayBeSkipped);
  const isLogical = fact.operator !== '=' && fact.operator !== '+=';
  const maybe = isLogical || mayBeSkipped;
  const memoised = maybe ? undefined : literalPatches.get(fact);
  if (memoised !== undefined) return [memoised];
  const paths = pathsOf(env, path);
  return paths.map((key) => {
    const patch: Patch = {
      path: key,
      operator: fact.operator === '+=' ? '+=' : '=',
      value: env.value(fact.value),
      maybe: maybe || paths.length > 1,
      ...(fact.operator === '||=' || fact.operator === '??=' ? { unless: fact.operator === '||=' ? '||' : '??' } : {}),
      at: { file: env.context.file, span: fact.target.kind === 'member' ? fact.target.propertyAt : fact.target.at },
    };
    if (!maybe && fact.value.kind === 'literal' && fact.target.kind === 'member') literalPatches.set(fact, patch);
    return patch;
  });
}

/** Returns the patches that `Object.assign(options, more)` applies. */
function layeredPatches(
  env: Env,
  { callee, args: [, ...layers] }: CallFact,
  paths: readonly (readonly string[])[],
  maybe: boolean,
): readonly Patch[] {
  if (!isObjectAssign(env.value(callee))) return [];
  return layers.flatMap((layer) =>
    layerPatches(env.evaluator, env.value(layer)).patches.flatMap((patch) =>
      paths.map((key) => ({
        ...patch,
        path: [...key, ...patch.path],
        maybe: maybe || patch.maybe || paths.length > 1,
      })),
    ),
  );
}

/** Maximum number of properties that one assignment can set. */
const MAX_KEYS = 64;

/** Possible property paths of an assignment; none if one of its keys is unknown. */
function pathsOf(env: Env, path: PropertyAssignment['path']): readonly (readonly string[])[] {
  let paths: readonly (readonly string[])[] = [[]];
  for (const step of path) {
    const names = typeof step === 'string' ? [step] : (plainTexts(env.value(step)) ?? []);
    if (paths.length * names.length > MAX_KEYS) env.evaluator.program.cut(REASON.tooMany);
    paths = paths.flatMap((key) => names.map((name) => [...key, name])).slice(0, MAX_KEYS);
  }
  return paths;
}

import type { AssignmentFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { Env, Evaluator } from './evaluator.js';
import { propertyAssignments } from './property-assignments.js';
import type { PropertyAssignment } from './property-assignments.js';
import { runningIn } from './run-once.js';
import { reachOf } from './use.js';
import type { Use } from './use.js';
import { REASON } from '../values/reasons.js';
import { plainTexts } from '../values/text.js';
import { choiceOf, optionsOf, unknownValue } from '../values/value.js';
import type { Patch, Value } from '../values/value.js';

/** Settings of a literal are the same at every use of the name, of which there can be as many as settings. */
const literalPatches = new WeakMap<AssignmentFact, Patch>();

/** The value of a name with the properties that the program sets on it: `options.method = 'POST'`. */
export function withProperties(use: Use, value: Value): Value {
  const { context, evaluator } = use.env;
  const assignments = propertyAssignments(context).get(use.binding);
  if (assignments === undefined || isWrittenAsFunction(evaluator, value)) return value;
  const patches = assignments.flatMap((assignment) => patchesOf(use, assignment));
  evaluator.program.spend(patches.length >> 4);
  return patches.length === 0 ? value : applyPatches(value, patches, use.at);
}

/** What is set on such a class and on its prototype is in its facts. */
function isWrittenAsFunction({ program }: Evaluator, value: Value): boolean {
  if (value.kind !== 'class') return false;
  const facts = program.context(value.file)?.facts;
  const construct = facts?.classes[value.class]?.construct;
  return construct !== undefined && facts?.functions[construct]?.kind === 'function';
}

function patchesOf(use: Use, { path, fact }: PropertyAssignment): readonly Patch[] {
  const { env, user, binding } = use;
  const reach = reachOf(fact, use);
  if (reach === 'never') return [];
  const inBranch = fact.block[0] > binding.scope[0] || fact.block[1] < binding.scope[1];
  const isRun = fact.within === undefined ? !inBranch : runningIn(env.context, fact.within) === undefined;
  const atTopLevel = user !== undefined && isRun;
  const isLogical = fact.operator !== '=' && fact.operator !== '+=';
  const maybe = isLogical || (reach === 'maybe' && !atTopLevel);
  const known = maybe ? undefined : literalPatches.get(fact);
  if (known !== undefined) return [known];
  const keys = keysOf(env, path);
  return keys.map((key) => {
    const patch: Patch = {
      path: key,
      operator: fact.operator === '+=' ? '+=' : '=',
      value: env.value(fact.value),
      maybe: maybe || keys.length > 1,
      ...(fact.operator === '||=' || fact.operator === '??=' ? { unless: fact.operator === '||=' ? '||' : '??' } : {}),
      at: { file: env.context.file, span: fact.target.kind === 'member' ? fact.target.propertyAt : fact.target.at },
    };
    if (!maybe && fact.value.kind === 'literal' && fact.target.kind === 'member') literalPatches.set(fact, patch);
    return patch;
  });
}

/** Most properties that one assignment is told to set. */
const MAX_KEYS = 16;

/** The properties that an assignment can set; none where a name of them is not known. */
function keysOf(env: Env, path: PropertyAssignment['path']): readonly (readonly string[])[] {
  let keys: readonly (readonly string[])[] = [[]];
  for (const step of path) {
    const names = typeof step === 'string' ? [step] : (plainTexts(env.value(step)) ?? []);
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
        ...(option.rows === undefined ? {} : { rows: option.rows }),
      };
    }),
    at,
  );
}

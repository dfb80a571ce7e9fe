import type { AssignmentFact, CallFact } from '../../model/facts.js';
import { layerPatches } from './layers.js';
import { applyPatches } from './patches.js';
import type { Env, Evaluator } from './evaluator.js';
import { isAssign } from './external-call.js';
import { propertyAssignments } from './property-assignments.js';
import type { PropertyAssignment } from './property-assignments.js';
import { runningIn } from './run-once.js';
import { reachOf } from './use.js';
import type { Use } from './use.js';
import { REASON } from '../values/reasons.js';
import { plainTexts } from '../values/text.js';
import type { Patch, Value } from '../values/value.js';

/** Patches of literals, kept because they are the same at every use of a name, and a name can have many uses. */
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

/** Whether a class is written as a function: the facts have the assignments to it and to its prototype. */
function isWrittenAsFunction({ program }: Evaluator, value: Value): boolean {
  if (value.kind !== 'class') return false;
  const facts = program.context(value.file)?.facts;
  const construct = facts?.classes[value.class]?.construct;
  return construct !== undefined && facts?.functions[construct]?.kind === 'function';
}

function patchesOf(use: Use, { path, done, fact }: PropertyAssignment): readonly Patch[] {
  const { env, user, binding } = use;
  const reach = reachOf(done, use);
  if (reach === 'never') return [];
  const inBranch = done.block[0] > binding.scope[0] || done.block[1] < binding.scope[1];
  const isRun = done.within === undefined ? !inBranch : runningIn(env.context, done.within) === undefined;
  const atTopLevel = user !== undefined && isRun;
  const isOpen = reach === 'maybe' && !atTopLevel;
  if ('callee' in fact) return layeredPatches(env, fact, keysOf(env, path), isOpen);
  const isLogical = fact.operator !== '=' && fact.operator !== '+=';
  const maybe = isLogical || isOpen;
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

/** Returns the patches that `Object.assign(options, more)` applies. */
function layeredPatches(
  env: Env,
  { callee, args: [, ...layers] }: CallFact,
  keys: readonly (readonly string[])[],
  maybe: boolean,
): readonly Patch[] {
  if (!isAssign(env.value(callee))) return [];
  return layers.flatMap((layer) =>
    layerPatches(env.evaluator, env.value(layer)).patches.flatMap((patch) =>
      keys.map((key) => ({ ...patch, path: [...key, ...patch.path], maybe: maybe || patch.maybe || keys.length > 1 })),
    ),
  );
}

/** Maximum number of properties that one assignment can set. */
const MAX_KEYS = 64;

/** The properties that an assignment can set; none where a name of them is not known. */
function keysOf(env: Env, path: PropertyAssignment['path']): readonly (readonly string[])[] {
  let keys: readonly (readonly string[])[] = [[]];
  for (const step of path) {
    const names = typeof step === 'string' ? [step] : (plainTexts(env.value(step)) ?? []);
    if (keys.length * names.length > MAX_KEYS) env.evaluator.program.cut(REASON.tooMany);
    keys = keys.flatMap((key) => names.map((name) => [...key, name])).slice(0, MAX_KEYS);
  }
  return keys;
}

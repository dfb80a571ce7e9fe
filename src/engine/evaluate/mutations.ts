import { addTo } from '../../core/lib/collections.js';
import type { BindingFact, CallFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { loosened } from './collections.js';
import { LIST_METHODS } from './list-methods.js';
import type { ListMethod } from './list-methods.js';
import { argumentValues } from './arguments.js';
import type { Env } from './evaluator.js';
import { perFile } from './per-file.js';
import { placeIn } from './program.js';
import type { FileContext } from './program.js';
import { containsOffset, roundsOf, runningIn, reachOf } from './positions.js';
import type { Reach, Use } from './positions.js';
import { choiceOf } from '../values/choice.js';
import { listOf, MAX_ELEMENTS, optionsOf, sizeOf } from '../values/value.js';
import type { ArrayValue, Value } from '../values/value.js';

/** Maximum number of possible changes whose results are separate alternatives. */
const MAX_ALTERNATIVES = 3;

/** A call that changes a collection. */
interface Change {
  readonly call: CallFact;
  readonly apply: Exclude<ListMethod['listAfter'], undefined>;
}

/** Calls of a file that change a named collection, by the binding of its name and in source order. */
const changesOf = perFile(({ facts, scope }): ReadonlyMap<BindingFact, readonly Change[]> => {
  const found = new Map<BindingFact, Change[]>();
  for (const call of facts.calls) {
    const { callee, form } = call;
    if (form !== 'call' || callee.kind !== 'member') continue;
    const apply = LIST_METHODS.get(callee.property)?.listAfter;
    const binding = apply && scope.bindingOf(callee.object);
    if (apply === undefined || binding === undefined) continue;
    addTo(found, binding, { call, apply });
  }
  return found;
});

/** Whether a call of the file can change the collection of a name. */
export function mayChange(context: FileContext, binding: BindingFact): boolean {
  return changesOf(context).has(binding);
}

/** A collection with the changes before its use: `parts.push('bells')`. */
export function withChanges(use: Use, value: Value): Value {
  const { env, binding } = use;
  const { evaluator, context } = env;
  const changes = changesOf(context).get(binding);
  if (changes === undefined || !optionsOf(value).some(isCollection)) return value;
  let result = value;
  let alternativeCount = 0;
  let changeCount = 0;
  for (const { call, apply } of changes) {
    const reach = reachOfCall(use, call);
    if (reach === 'never') continue;
    if (++changeCount > MAX_ELEMENTS) return { kind: 'array', elements: [], open: true, loose: true };
    const at = placeIn(context, call.at);
    evaluator.program.spend(1 + (sizeOf(result) >> 4));
    const args = argumentList(env, call);
    const changedOnce = choiceOf(
      optionsOf(result).map((option) => (isCollection(option) ? apply(asList(option), args, at) : option)),
      at,
    );
    const changed =
      roundsOf(context, binding, call.at[0]) === undefined
        ? changedOnce
        : choiceOf([changedOnce, inAnyOrder(changedOnce, at)], at);
    if (reach === 'always') result = changed;
    else if (++alternativeCount <= MAX_ALTERNATIVES) result = choiceOf([result, changed], at);
    else result = inAnyOrder(changed, at);
  }
  return result;
}

/** Calls of a file that change collections in fields of classes: `this.routes.set(name, path)`. */
const memberChangesOf = perFile(({ facts }): ReadonlyMap<string, readonly Change[]> => {
  const found = new Map<string, Change[]>();
  for (const call of facts.calls) {
    const { callee, form } = call;
    if (form !== 'call' || callee.kind !== 'member' || callee.object.kind !== 'member') continue;
    const { object, property } = callee.object;
    const apply = LIST_METHODS.get(callee.property)?.listAfter;
    if (apply === undefined || object.kind !== 'this' || object.ofClass === undefined) continue;
    addTo(found, memberKey(object.ofClass, property, object.static === true), { call, apply });
  }
  return found;
});

function memberKey(ofClass: number, property: string, isStatic: boolean): string {
  return `${String(ofClass)} ${property} ${String(isStatic)}`;
}

/** A collection in a field of a class, with the changes of its methods in any order. */
export function withMemberChanges(
  env: Env,
  value: Value,
  { ofClass, property, isStatic }: { readonly ofClass: number; readonly property: string; readonly isStatic: boolean },
): Value {
  const changes = memberChangesOf(env.context).get(memberKey(ofClass, property, isStatic));
  if (changes === undefined || !optionsOf(value).some(isCollection)) return value;
  const frameless = env.evaluator.env(env.context, undefined);
  let result = value;
  for (const { call, apply } of changes.slice(0, MAX_ELEMENTS)) {
    const at = placeIn(env.context, call.at);
    env.evaluator.program.spend(1 + (sizeOf(result) >> 4));
    const args = argumentList(frameless, call);
    result = choiceOf(
      optionsOf(result).map((option) => (isCollection(option) ? apply(asList(option), args, at) : option)),
      at,
    );
  }
  return inAnyOrder(result, placeIn(env.context, changes[0]?.call.at ?? [0, 0]));
}

/** Reach of a call for the use of a name; module-level calls always precede the functions of the module. */
function reachOfCall(use: Use, { at, within, block }: CallFact): Reach {
  const reach = reachOf({ at, within, block: block ?? use.binding.scope }, use);
  if (reach === 'never' && use.rounds !== undefined && containsOffset(use.rounds, at[0])) return 'maybe';
  const isOfModule = runningIn(use.env.context, within) === undefined;
  return reach === 'maybe' && isOfModule && use.user !== undefined ? 'always' : reach;
}

/** Whether a value is a collection; `new Set()` and `new Map()` are empty collections. */
function isCollection(value: Value): boolean {
  return value.kind === 'array' || (value.kind === 'scalar' && value.value === undefined);
}

function asList(collection: Value): ArrayValue {
  return collection.kind === 'array' ? collection : { kind: 'array', elements: [], open: false };
}

/** The arguments of a call; open if a spread list can have more elements than are known. */
function argumentList(env: Env, call: CallFact): ArrayValue {
  const elements = argumentValues(env, call);
  return listOf(
    elements,
    call.args.some((arg) => arg.kind === 'spread' && !isCompleteList(env.value(arg))),
  );
}

function isCompleteList(value: Value): boolean {
  return value.kind === 'array' && !value.open;
}

/** The collections among the options, reduced to their possible elements. */
function inAnyOrder(value: Value, at: Place): Value {
  return choiceOf(
    optionsOf(value).map((option) => (option.kind === 'array' && option.loose !== true ? loosened(option) : option)),
    at,
  );
}

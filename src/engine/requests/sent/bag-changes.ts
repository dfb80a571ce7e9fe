import type { BindingFact, ExprFact, CallFact } from '../../../core/model/facts.js';
import { memoByObject } from '../../../core/lib/collections.js';
import type { Env } from '../../evaluate/evaluator.js';
import { objectUses, parameterKey } from '../../evaluate/name-uses.js';
import type { ThingUse } from '../../evaluate/name-uses.js';
import { plainTexts } from '../../values/text.js';
import {
  SIZE_SHIFT,
  mergeOver,
  ABSENT_BAG,
  replacedBy,
  mergeConditionally,
  withUnknownChanges,
  withDoubt,
  concatBags,
} from './sent.js';
import type { EntryBag } from './sent.js';
import { isReadingMethod, isHarmless, globalName } from '../calling/global-calls.js';
import { REQUEST_OBJECT, BEYOND_LIMIT, reachBefore, readingOfChange } from './reading.js';
import type { Reading } from './reading.js';
import { describeExpr } from '../../../languages/facts/expressions.js';
import { enterCalled } from '../../evaluate/traversal.js';
import { placeIn } from '../../evaluate/program.js';
import type { FileContext } from '../../evaluate/program.js';
import { REASON } from '../../values/reasons.js';
import { optionsOf, UNDEFINED, unknownValue } from '../../values/value.js';
import type { FunctionValue } from '../../values/value.js';
import { withNewEntry, wantedValue, withoutEntries, bagOfPairs, placeOf } from './bag-entries.js';

type Path = readonly string[];
type Steps = ThingUse['path'];

/** Value that can be changed by reference, and the path in it to the wanted object. */
export interface MutableValue {
  /** Variable of the value. */
  readonly binding: BindingFact | undefined;
  readonly uses: readonly ThingUse[];
  readonly path: Path;
}

/** The variable of a method call's receiver, and a path in its value. */
export function receiverOf(context: FileContext, { callee }: CallFact, path: Path): MutableValue | undefined {
  const binding = callee.kind === 'member' ? context.scope.bindingOf(callee.object) : undefined;
  return binding && { binding, uses: objectUses(context).names.get(binding) ?? [], path };
}

/** The data of the request that a call sends, or of its receiver; undefined if the receiver has no variable. */
export function requestOf({ context }: Env, index: number, source: 'call' | 'receiver'): MutableValue | undefined {
  const path = [REQUEST_OBJECT];
  if (source === 'call') return { binding: undefined, uses: objectUses(context).results.get(index) ?? [], path };
  const call = context.facts.calls[index];
  return call && receiverOf(context, call, path);
}

/** A use that may change the wanted object. */
export interface Change {
  readonly use: ThingUse;
  readonly binding: BindingFact | undefined;
  readonly path: Path;
}

/** The uses of a value, of its aliases and of its owners, in source order. */
export function changesOf(env: Env, thing: MutableValue): readonly Change[] {
  const changes: Change[] = [];
  const visited = new Set<readonly ThingUse[]>();
  const collect = ({ binding, uses, path }: MutableValue): void => {
    if (visited.has(uses)) return;
    visited.add(uses);
    for (const use of path[0] === REQUEST_OBJECT ? uses : withoutReads(uses)) {
      const { purpose } = use;
      const relation = relate(env, use.path, path);
      if (relation.kind === 'above' && purpose.kind === 'alias') {
        if (purpose.binding === thing.binding) continue;
        const aliasUses = objectUses(env.context).names.get(purpose.binding) ?? [];
        // An alias lives no longer than the value, so earlier changes through it count.
        collect({ binding: binding ?? purpose.binding, uses: aliasUses, path: relation.rest });
      } else if (relation.kind === 'above' && purpose.kind === 'held' && purpose.key !== undefined) {
        const ownerUses = objectUses(env.context).objects.get(purpose.object) ?? [];
        collect({ binding, uses: ownerUses, path: [purpose.key, ...relation.rest] });
      } else if (relation.kind === 'above' && purpose.kind === 'receiver' && relation.rest[0] === REQUEST_OBJECT) {
        // A method of a request returns the request: `request.set(…).query(…)`.
        changes.push({ use, binding, path });
        const resultUses = objectUses(env.context).results.get(purpose.call) ?? [];
        collect({ binding, uses: resultUses, path: relation.rest });
      } else if (relation.kind !== 'apart' || isQueryText(use.path, path)) {
        changes.push({ use, binding, path });
      }
    }
  };
  collect(thing);
  env.evaluator.program.spend(changes.length >> SIZE_SHIFT);
  return changes.sort((a, b) => a.use.at[0] - b.use.at[0]);
}

/** Uses without reads of a client: requests do not change its settings. */
const withoutReads = memoByObject((uses: readonly ThingUse[]) =>
  uses.filter(
    ({ path, purpose }) => path.length > 0 || purpose.kind !== 'receiver' || !isReadingMethod(purpose.method),
  ),
);

type Relation =
  | { readonly kind: 'above'; readonly rest: Path }
  | { readonly kind: 'below'; readonly extra: Steps }
  | { readonly kind: 'apart' }
  /** A name in the path is unknown. */
  | { readonly kind: 'open' };

/** The relation of a used path to the wanted path. */
function relate(env: Env, used: Steps, path: Path): Relation {
  let isOpen = false;
  for (const [index, wantedName] of path.entries()) {
    const step = used[index];
    if (step === undefined) break;
    const names = stepNames(env, step);
    if (names?.length === 1 ? names[0] !== wantedName : names?.includes(wantedName) === false) return { kind: 'apart' };
    isOpen ||= names?.length !== 1;
  }
  if (isOpen) return { kind: 'open' };
  if (used.length <= path.length) return { kind: 'above', rest: path.slice(used.length) };
  return { kind: 'below', extra: used.slice(path.length) };
}

function stepNames(env: Env, step: string | ExprFact): readonly string[] | undefined {
  return typeof step === 'string' ? [step] : plainTexts(env.value(step));
}

/** Whether a use changes the text of `url.searchParams`: `url.search` and `url.href` contain it. */
function isQueryText(used: Steps, path: Path): boolean {
  const lastStep = used.at(-1);
  return (
    (lastStep === 'search' || lastStep === 'href') &&
    path.at(-1) === 'searchParams' &&
    used.length === path.length &&
    path.slice(0, -1).every((name, index) => used[index] === name)
  );
}

/** Applies the uses of an object to the bag at a path in it, up to the moment of the reading. */
export function applyChanges(reading: Reading, env: Env, thing: MutableValue, initialBag: EntryBag): EntryBag {
  let bag = initialBag;
  let isSent = false;
  const { program } = env.evaluator;
  for (const change of changesOf(env, thing)) {
    const { use, binding } = change;
    const position = positionOf(env, use);
    const place = placeIn(env.context, position);
    if (reading.memo.isUnderWay(reading, place)) break;
    if (program.budget <= 0) {
      program.cut(REASON.limit);
      return withDoubt(bag, BEYOND_LIMIT);
    }
    program.spend(1 + (bag.entries.length >> SIZE_SHIFT));
    const reach =
      binding === undefined ? { when: [], maybe: false } : reachBefore(env.context, binding, position, reading.moment);
    if (reach === undefined) continue;
    const changedBag = applyChange(readingOfChange(reading, place), env, change, bag);
    if (changedBag !== bag) bag = mergeConditionally(bag, changedBag, reach.when, reach.maybe || isSent);
    // A sent request accepts no more headers.
    isSent ||=
      thing.path[0] === REQUEST_OBJECT && use.purpose.kind === 'receiver' && SENDING_METHODS.has(use.purpose.method);
  }
  return bag;
}

const SENDING_METHODS = new Set(['end', 'send', 'abort', 'destroy']);

/** Position of a change: a call happens after its arguments. */
function positionOf({ context }: Env, { at, purpose }: ThingUse): ThingUse['at'] {
  const call =
    purpose.kind === 'argument' || purpose.kind === 'receiver' ? context.facts.calls[purpose.call] : undefined;
  return call?.at ?? at;
}

function applyChange(reading: Reading, env: Env, { use, path }: Change, bag: EntryBag): EntryBag {
  const relation = relate(env, use.path, path);
  const { purpose } = use;
  switch (purpose.kind) {
    case 'set':
    case 'deleted':
      return afterSetting(reading, env, { use, path }, bag);
    case 'receiver':
      return afterCall(reading, env, { relation, ...purpose }, bag);
    case 'argument':
      return relation.kind === 'above' ? afterPassing(reading, env, { ...purpose, rest: relation.rest }, bag) : bag;
    case 'returned':
      return bag;
    case 'exported':
      return relation.kind === 'above' ? withDoubt(bag, 'changes by other modules', 'elsewhere') : bag;
    case 'alias':
    case 'held':
    case 'stored':
      return relation.kind === 'above' ? withUnknownChanges(bag, 'other references to it') : bag;
  }
}

/** Applies a method call on the object, or on its owner. */
function afterCall(
  reading: Reading,
  env: Env,
  { relation, call: position, method }: { readonly relation: Relation; readonly call: number; readonly method: string },
  bag: EntryBag,
): EntryBag {
  const call = env.context.facts.calls[position];
  if (call === undefined || relation.kind === 'below' || isOnCallPath(reading, call)) return bag;
  if (relation.kind === 'above' && relation.rest[0] === REQUEST_OBJECT)
    return afterRequestMethod(reading, env, call, { bag, method });
  if (relation.kind === 'above' && relation.rest.length === 0) return afterMethod(reading, env, call, { bag, method });
  return isReadingMethod(method) ? bag : withUnknownChanges(bag, `\`.${method}()\``);
}

/** Whether a call is the request, or a call on the path to it. */
function isOnCallPath({ callPath }: Reading, call: CallFact): boolean {
  return callPath.includes(call);
}

function afterSetting(reading: Reading, env: Env, { use, path }: Omit<Change, 'binding'>, bag: EntryBag): EntryBag {
  const { purpose } = use;
  const assignment = purpose.kind === 'set' ? purpose.assignment : undefined;
  if (isQueryText(use.path, path))
    return assignment === undefined
      ? bag
      : reading.reader.texts(reading, env.value(assignment.value), placeIn(env.context, use.at));
  const relation = relate(env, use.path, path);
  if (relation.kind === 'apart') return bag;
  if (relation.kind === 'open') return withUnknownChanges(bag, 'a property whose name is not known');
  const isMaybe = assignment !== undefined && assignment.operator !== '=' && assignment.operator !== '+=';
  if (relation.kind === 'above') {
    const assignedBag =
      assignment === undefined ? ABSENT_BAG : reading.reader.expr(reading, env, assignment.value, relation.rest);
    return isMaybe ? mergeConditionally(bag, assignedBag, [], true) : assignedBag;
  }
  const [step, ...deeper] = relation.extra;
  if (step === undefined || deeper.length > 0) return bag;
  const keys = stepNames(env, step);
  if (keys === undefined) return withUnknownChanges(bag, 'a name that is not known');
  const maybe = isMaybe || keys.length > 1;
  if (assignment === undefined) return withoutEntries(bag, ({ key }) => keys.includes(key), maybe);
  const target = assignment.target.kind === 'member' ? assignment.target.propertyAt : use.at;
  const at = placeIn(env.context, target);
  const { operator, value } = assignment;
  return keys.reduce((sum, key) => {
    const newValue = operator === '+=' ? unknownValue(REASON.reassigned, at) : wantedValue(reading, env, key, value);
    return withNewEntry(reading, sum, { key, value: newValue, at, maybe });
  }, bag);
}

/** An argument of a call, and the path in it to the wanted object. */
interface PassedArgument {
  readonly call: number;
  readonly index: number;
  readonly rest: Path;
}

/** Applies a call that receives the object as an argument: `Object.assign(headers, more)`, `addTo(headers)`. */
function afterPassing(reading: Reading, env: Env, passed: PassedArgument, bag: EntryBag): EntryBag {
  const { index, rest } = passed;
  const call = env.context.facts.calls[passed.call];
  if (call === undefined || isOnCallPath(reading, call)) return bag;
  if (globalName(env.context, call.callee) === 'map/merge') {
    if (index > 0) return bag;
    return call.args.slice(1).reduce((sum, layer) => {
      const layerBag = reading.reader.expr(reading, env, layer, rest);
      return rest.length === 0 ? mergeOver(sum, { ...layerBag, absent: 'no' }, 'key') : replacedBy(sum, layerBag);
    }, bag);
  }
  if (isHarmless(reading.finder, env, call)) return bag;
  const targets = optionsOf(env.value(call.callee));
  const reason = `changes by \`${describeExpr(call.callee)}\``;
  if (!targets.every((target) => target.kind === 'function')) return withUnknownChanges(bag, reason);
  return targets.reduce((sum, fn) => {
    const withUnknownChange = (): EntryBag => withUnknownChanges(sum, reason);
    return env.evaluator.program.follow(
      () => afterFunction(reading, env, fn, passed, sum) ?? withUnknownChange(),
      withUnknownChange,
    );
  }, bag);
}

/** Applies the effect of a function of the program on its argument; undefined if the effect is not seen. */
function afterFunction(
  reading: Reading,
  env: Env,
  fn: FunctionValue,
  { call, index, rest }: PassedArgument,
  bag: EntryBag,
): EntryBag | undefined {
  const entered = enterCalled(env, call, fn);
  if (entered === undefined || entered.fact.rest !== undefined) return undefined;
  const { fact, env: bodyEnv } = entered;
  const uses = objectUses(bodyEnv.context).parameters.get(parameterKey(fn.function, index + fn.bound.length)) ?? [];
  const moment = { context: bodyEnv.context, offset: fact.at[1] - 1, from: fact.at[0] };
  return applyChanges({ ...reading, moment }, bodyEnv, { binding: undefined, uses, path: rest }, bag);
}

/** Methods of requests that set data, by the kind of the data. */
const REQUEST_SETTERS: Readonly<Record<Reading['kind'], ReadonlySet<string>>> = {
  headers: new Set([
    'set',
    'setHeader',
    'setRequestHeader',
    'header',
    'setHeaders',
    'appendHeader',
    'removeHeader',
    'unset',
    'auth',
    'type',
    'accept',
  ]),
  query: new Set(['query']),
};

/** Methods of requests that set or send the body. */
const BODY_METHODS = new Set(['send', 'end', 'write', 'field', 'attach']);

/** Applies a method of the request itself: `request.setHeader(…)`, `request.query(…)`. */
function afterRequestMethod(
  reading: Reading,
  env: Env,
  call: CallFact,
  { bag, method }: { readonly bag: EntryBag; readonly method: string },
): EntryBag {
  if (REQUEST_SETTERS[reading.kind].has(method)) {
    const at = placeIn(env.context, call.at);
    const name = NAMED_SETTERS.get(method);
    if (name !== undefined)
      return withNewEntry(reading, bag, { key: name, value: unknownValue(REASON.reassigned, at), at }, 'set');
    return afterMethod({ ...reading, sendsUndefined: false }, env, call, { bag, method });
  }
  const isUnrelated =
    isReadingMethod(method) ||
    BODY_METHODS.has(method) ||
    Object.values(REQUEST_SETTERS).some((methods) => methods.has(method));
  return isUnrelated ? bag : withUnknownChanges(bag, `\`.${method}()\``);
}

/** Methods of requests that are named after the header that they set. */
const NAMED_SETTERS: ReadonlyMap<string, string> = new Map([
  ['auth', 'Authorization'],
  ['type', 'Content-Type'],
  ['accept', 'Accept'],
]);

const SET_METHODS = new Set(['set', 'setHeader', 'header', 'setHeaders', 'query', 'update']);
const APPEND_METHODS = new Set(['append', 'appendHeader', 'setRequestHeader']);
const DELETE_METHODS = new Set(['delete', 'removeHeader', 'unset', 'pop']);

/** Applies `headers.set(name, value)` and similar methods. */
function afterMethod(
  reading: Reading,
  env: Env,
  call: CallFact,
  { bag, method }: { readonly bag: EntryBag; readonly method: string },
): EntryBag {
  const [first, second] = call.args;
  if (first !== undefined && (SET_METHODS.has(method) || APPEND_METHODS.has(method) || DELETE_METHODS.has(method))) {
    const name = env.value(first);
    const keys = plainTexts(name);
    if ((second === undefined && !DELETE_METHODS.has(method)) || method === 'update')
      return mergeOver(bag, { ...reading.reader.expr(reading, env, first, []), absent: 'no' }, 'name');
    if (keys === undefined) return withUnknownChanges(bag, 'a name that is not known');
    const names = new Set(keys.map((key) => (reading.kind === 'headers' ? key.toLowerCase() : key)));
    const maybe = keys.length > 1;
    if (DELETE_METHODS.has(method)) return withoutEntries(bag, (entry) => names.has(entry.name), maybe);
    const at = placeOf(name) ?? placeIn(env.context, first.at);
    const textReading = { ...reading, sendsUndefined: true };
    return keys.reduce(
      (sum, key) =>
        withNewEntry(
          textReading,
          sum,
          { key, value: second === undefined ? UNDEFINED : wantedValue(reading, env, key, second), at, maybe },
          APPEND_METHODS.has(method) ? 'append' : 'set',
        ),
      bag,
    );
  }
  if (method === 'push' && call.args.every(({ kind }) => kind !== 'spread')) {
    const pairs = bagOfPairs(
      reading,
      call.args.map((arg) => env.value(arg)),
      placeIn(env.context, call.at),
    );
    return { ...concatBags(bag, pairs), absent: bag.absent };
  }
  return isReadingMethod(method) ? bag : withUnknownChanges(bag, `\`.${method}()\``);
}

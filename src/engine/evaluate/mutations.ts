import type { BindingFact, CallFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import { loosened, sliceList, withoutRepeats } from './collections.js';
import type { Evaluator } from './evaluator.js';
import type { FileContext } from './program.js';
import { roundsOf } from './rounds.js';
import { plainTexts } from '../values/text.js';
import { choiceOf, listOf, MAX_ELEMENTS, optionsOf, sizeOf } from '../values/value.js';
import type { ArrayValue, Frame, Value } from '../values/value.js';

/** Methods that change a list, a Set or a Map in place. */
const CHANGERS = new Set([
  'push',
  'unshift',
  'add',
  'set',
  'pop',
  'shift',
  'reverse',
  'sort',
  'splice',
  'fill',
  'copyWithin',
  'delete',
  'clear',
]);

/** Most additions that may or may not have happened and are still told apart. */
const MAX_ALTERNATIVES = 3;

/** Whether something written elsewhere has happened where a name is used. */
export type Reach = 'always' | 'maybe' | 'never';

/** Calls of a file that change the collection which a name is bound to, in source order. */
export function additionsTo(context: FileContext, binding: BindingFact): readonly CallFact[] {
  let index = additions.get(context);
  if (index === undefined) additions.set(context, (index = indexAdditions(context)));
  return index.get(binding) ?? [];
}

const additions = new WeakMap<FileContext, Map<BindingFact, CallFact[]>>();

function indexAdditions({ facts, scope }: FileContext): Map<BindingFact, CallFact[]> {
  const found = new Map<BindingFact, CallFact[]>();
  for (const call of facts.calls) {
    const { callee } = call;
    if (
      callee.kind !== 'member' ||
      callee.object.kind !== 'name' ||
      !CHANGERS.has(callee.property) ||
      call.form !== 'call'
    )
      continue;
    const binding = scope.lookup(callee.object.name, callee.object.at[0]);
    if (binding === undefined) continue;
    const list = found.get(binding);
    if (list === undefined) found.set(binding, [call]);
    else list.push(call);
  }
  return found;
}

/** A collection as the program changed it before it is used: `parts.push('bells')`. */
export function withAdditions(
  evaluator: Evaluator,
  context: FileContext,
  binding: BindingFact,
  value: Value,
  frame: Frame | undefined,
  reachOf: (call: CallFact) => Reach,
): Value {
  const calls = additionsTo(context, binding);
  if (calls.length === 0 || !optionsOf(value).some(isCollection)) return value;
  let result = value;
  let alternatives = 0;
  let seen = 0;
  for (const call of calls) {
    const reach = reachOf(call);
    if (reach === 'never' || call.callee.kind !== 'member') continue;
    if (++seen > MAX_ELEMENTS) return { kind: 'array', elements: [], open: true, loose: true };
    const at: Place = { file: context.file, span: call.at };
    const { property } = call.callee;
    evaluator.program.budget -= 1 + (sizeOf(result) >> 4);
    const added = addedElements(evaluator, context, call, property, frame, at);
    const once = choiceOf(
      optionsOf(result).map((option) => (isCollection(option) ? changed(option, property, added) : option)),
      at,
    );
    const grown =
      roundsOf(context, binding, call.at[0]) === undefined ? once : choiceOf([once, anyOrder(once, at)], at);
    if (reach === 'always') result = grown;
    else if (++alternatives <= MAX_ALTERNATIVES) result = choiceOf([result, grown], at);
    else result = anyOrder(grown, at);
  }
  return result;
}

/** A list; `new Set()` and `new Map()` are nothing yet. */
function isCollection(value: Value): boolean {
  return value.kind === 'array' || (value.kind === 'scalar' && value.value === undefined);
}

function addedElements(
  evaluator: Evaluator,
  context: FileContext,
  call: CallFact,
  method: string,
  frame: Frame | undefined,
  at: Place,
): ArrayValue {
  const elements = evaluator.args(context, call, frame);
  const open = call.args.some((arg) => arg.kind === 'spread' && !isClosed(evaluator.value(context, arg, frame)));
  if (method !== 'set') return listOf(method === 'add' ? elements.slice(0, 1) : elements, open);
  const [key = unknownKey(at), value = unknownKey(at)] = elements;
  return listOf([listOf([key, value], false)], open);
}

function isClosed(value: Value): boolean {
  return value.kind === 'array' && !value.open;
}

function unknownKey(at: Place): Value {
  return { kind: 'unknown', reason: 'a value known only at run time', name: '…', at };
}

/** The collections among the options, of which nothing is known but what can be in them. */
function anyOrder(value: Value, at: Place): Value {
  return choiceOf(
    optionsOf(value).map((option) => (option.kind === 'array' ? loosened(option) : option)),
    at,
  );
}

function changed(collection: Value, method: string, args: ArrayValue): Value {
  const base: ArrayValue = collection.kind === 'array' ? collection : { kind: 'array', elements: [], open: false };
  const [open, loose] = [base.open || args.open, base.loose === true];
  switch (method) {
    case 'push':
      return listOf([...base.elements, ...args.elements], open, loose || base.open);
    case 'unshift':
      return listOf([...args.elements, ...base.elements], open, loose || args.open);
    case 'add':
      return withoutRepeats(listOf([...base.elements, ...args.elements], open, loose));
    case 'set':
      return listOf(
        [...base.elements.filter((entry) => !isSameEntry(entry, args.elements[0])), ...args.elements],
        open,
        loose,
      );
    case 'pop':
      return sliceList(base, 0, -1);
    case 'shift':
      return sliceList(base, 1, undefined);
    case 'reverse':
      return base.open ? loosened(base) : { ...base, elements: base.elements.toReversed() };
    default:
      return loosened(listOf([...base.elements, ...args.elements], true));
  }
}

/** Whether two entries of a Map have the same key. */
function isSameEntry(one: Value, other: Value | undefined): boolean {
  const [key, otherKey] = [one, other].map((entry) =>
    entry?.kind === 'array' && entry.elements[0] !== undefined ? plainTexts(entry.elements[0])?.[0] : undefined,
  );
  return key !== undefined && key === otherKey;
}

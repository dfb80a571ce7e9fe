import type { Place, Span } from '../../core/model/span.js';
import { loosened, sliceList, withoutRepeats, entryOf, withEntry } from './collections.js';
import type { CallInEnv, Env } from './evaluator.js';
import { numberValue } from '../values/sums.js';
import { tableOf } from '../../core/lib/collections.js';
import { fromTexts, joinTexts, plainTexts, textValue } from '../values/text.js';
import { boundsOf, MAX_BOUNDS } from '../values/text-ranges.js';
import { choiceOf } from '../values/choice.js';
import { atRunTime, listOf, maybeUnset, UNDEFINED } from '../values/value.js';
import type { ArrayValue, Value, Args, FunctionValue } from '../values/value.js';
import { comparisonAnswer, comparisonAt, callAt } from './positions.js';
import { enterFunction } from './arguments.js';
import { truthOf } from './choices.js';
import { MAYBE_REMOVED } from '../values/correlation.js';
import { correlated } from '../values/correlate.js';

/** A method of lists, and of Sets and Maps, which are modelled as lists. */
export interface ListMethod {
  /** Returns the result of a call; undefined if unknown. */
  readonly resultOf?: (list: ArrayValue, call: CallInEnv) => Value | undefined;
  /** Returns the list after a call with the arguments; absent if the method does not change the list. */
  readonly listAfter?: (list: ArrayValue, args: ArrayValue, at: Place) => ArrayValue;
  /** Set if the result for path segments that callers pass is decided by callers too. */
  readonly keepsParameter?: true;
}

/** Methods of lists, by name. */
export const LIST_METHODS: ReadonlyMap<string, ListMethod> = tableOf<ListMethod>({
  join: { resultOf: joinedText, keepsParameter: true },
  map: { resultOf: (list, call) => mappedList(list, call), keepsParameter: true },
  flatMap: { resultOf: (list, call) => mappedList(list, call, flattenedList) },
  filter: { resultOf: filteredList, keepsParameter: true },
  flat: { resultOf: flattenedList, keepsParameter: true },
  concat: { resultOf: listWithArguments },
  slice: { resultOf: slicedList },
  values: { resultOf: (list) => (isMap(list) ? entryColumn(list, 1) : list) },
  keys: { resultOf: (list) => (isMap(list) ? entryColumn(list, 0) : undefined) },
  entries: { resultOf: (list, { at }) => (isMap(list) ? list : numberedEntries(list, at)) },
  find: { resultOf: anyElement },
  at: { resultOf: anyElement },
  pop: { resultOf: anyElement, listAfter: (list) => sliceList(list, 0, -1) },
  shift: { resultOf: anyElement, listAfter: (list) => sliceList(list, 1, undefined) },
  push: { listAfter: (list, args) => concatenatedLists(list, args, list.loose) },
  unshift: { listAfter: (list, args) => concatenatedLists(args, list, list.loose) },
  add: { listAfter: setWithElement },
  get: { resultOf: entryOf },
  set: { resultOf: (map, { args, at }) => withEntry(map, listOf(args(), false), at), listAfter: withEntry },
  sort: { resultOf: loosened, listAfter: shuffledList },
  toSorted: { resultOf: loosened },
  reverse: { resultOf: reversedList, listAfter: reversedList },
  toReversed: { resultOf: reversedList },
  splice: { listAfter: shuffledList },
  fill: { listAfter: shuffledList },
  copyWithin: { listAfter: shuffledList },
  delete: { listAfter: shuffledList },
  clear: { listAfter: shuffledList },
});

function joinedText(list: ArrayValue, { args, at }: CallInEnv): Value | undefined {
  if (list.open && !list.elements.some((element) => element.kind === 'parameter')) return undefined;
  const separator = args()[0] === undefined ? ',' : (plainTexts(args()[0] ?? UNDEFINED)?.[0] ?? '/');
  const elements = list.elements.map((element) =>
    element.kind === 'scalar' && element.value !== true && element.value !== false ? textValue('', at) : element,
  );
  return fromTexts(joinTexts(elements, separator, at), at);
}

/** Applies a callback to each element, then `finish` to the resulting list. */
function mappedList(
  list: ArrayValue,
  { env, args, at }: CallInEnv,
  finish = (result: ArrayValue): ArrayValue => result,
): ArrayValue {
  const [callback] = args();
  if (callback?.kind === 'external') return list;
  if (callback?.kind !== 'function') return { kind: 'array', elements: [], open: true };
  const elements = list.elements.map((element, index) =>
    env.evaluator.apply(callback, () => [element, indexValue(list, index, at)], env.frame),
  );
  return finish(listOf(elements, list.open, list.loose));
}

function indexValue(list: ArrayValue, index: number, at: Place): Value {
  return list.open ? atRunTime(at) : numberValue(index, at);
}

/** A list with its nested lists replaced by their elements. */
function flattenedList(list: ArrayValue): ArrayValue {
  const elements = list.elements.flatMap((element) => (element.kind === 'array' ? element.elements : [element]));
  const isOpen = list.open || list.elements.some((element) => element.kind === 'array' && element.open);
  return listOf(elements, isOpen, list.open);
}

/** Filters a list: `Boolean` drops falsy elements, a known test those that fail it, an unknown test any elements. */
function filteredList(list: ArrayValue, { env, args, at }: CallInEnv): ArrayValue {
  const [test] = args();
  const isBoolean =
    test?.kind === 'external' && test.root.kind === 'global' && test.root.name === 'Boolean' && test.steps.length === 0;
  if (isBoolean) return { ...list, elements: list.elements.filter((element) => element.kind !== 'scalar') };
  if (test?.kind !== 'function') return loosened(list);
  const passing = passingElements(env, test, list.elements, (element, index) => [element, indexValue(list, index, at)]);
  const remaining = { ...list, elements: passing.elements };
  return passing.isExact && !list.open ? remaining : loosened(remaining);
}

function listWithArguments(list: ArrayValue, { args }: CallInEnv): ArrayValue {
  const others = args();
  const lists = [list, ...others.filter((other) => other.kind === 'array')];
  return listOf(
    [...list.elements, ...others.flatMap((other) => (other.kind === 'array' ? other.elements : [other]))],
    lists.some(({ open }) => open),
    list.open || lists.some(({ loose }) => loose === true),
  );
}

function slicedList(list: ArrayValue, { args, at }: CallInEnv): Value {
  const [starts, ends] = [boundsOf(args()[0]), boundsOf(args()[1])];
  if (starts === undefined || ends === undefined || starts.length * ends.length > MAX_BOUNDS) return loosened(list);
  return choiceOf(
    starts.flatMap((from) => ends.map((to) => sliceList(list, from, to))),
    at,
  );
}

/** Whether a list represents a Map: it consists of pairs, as few lists do whose keys are read. */
function isMap({ elements }: ArrayValue): boolean {
  return (
    elements.length > 0 &&
    elements.every((element) => element.kind === 'array' && element.elements.length === 2 && !element.open)
  );
}

function entryColumn(map: ArrayValue, index: 0 | 1): ArrayValue {
  return {
    ...map,
    elements: map.elements.flatMap((entry) => (entry.kind === 'array' ? entry.elements.slice(index, index + 1) : [])),
  };
}

function numberedEntries(list: ArrayValue, at: Place): ArrayValue {
  const entries = list.elements.map((element, index) => listOf([indexValue(list, index, at), element], false));
  return listOf(entries, list.open, list.loose);
}

function anyElement(list: ArrayValue, { at }: CallInEnv): Value {
  return maybeUnset(choiceOf(list.open ? [...list.elements, atRunTime(at)] : list.elements, at));
}

function reversedList(list: ArrayValue): ArrayValue {
  return list.open ? loosened(list) : { ...list, elements: list.elements.toReversed() };
}

/** Two joined lists; if the first can have more elements than are known, those of the second have no known index. */
function concatenatedLists(first: ArrayValue, second: ArrayValue, loose: true | undefined): ArrayValue {
  return listOf([...first.elements, ...second.elements], first.open || second.open, loose === true || first.open);
}

function setWithElement(set: ArrayValue, args: ArrayValue): ArrayValue {
  const { elements, open } = listOf(args.elements.slice(0, 1), args.open);
  return withoutRepeats(listOf([...set.elements, ...elements], set.open || open, set.loose));
}

/** A list with the same possible elements in any order. */
function shuffledList(list: ArrayValue, args: ArrayValue): ArrayValue {
  return loosened(listOf([...list.elements, ...args.elements], true));
}

/** Elements of a list that pass a test; an element with an unknown result may be missing. */
function passingElements(
  env: Env,
  test: FunctionValue,
  elements: readonly Value[],
  argsOf: (element: Value, index: number) => readonly Value[],
): { readonly elements: readonly Value[]; readonly isExact: boolean } {
  const results = elements.map((element, index) => predicateResult(env, test, () => argsOf(element, index)));
  const passing = elements.flatMap((element, index) => {
    if (results[index] === false) return [];
    return [results[index] === true || !isKnown(element) ? element : correlated(element, [MAYBE_REMOVED])];
  });
  return { elements: passing, isExact: results.every((answer) => answer !== undefined) };
}

function isKnown(element: Value): boolean {
  return element.kind === 'object' || element.kind === 'array' || plainTexts(element) !== undefined;
}

/** Boolean result of a function for its arguments; undefined if unknown. */
function predicateResult(env: Env, fn: FunctionValue, args: Args): boolean | undefined {
  const { evaluator } = env;
  const context = evaluator.program.context(fn.file);
  const [returned, ...others] = context?.facts.functions[fn.function]?.returns ?? [];
  if (context === undefined || returned === undefined || others.length > 0) return undefined;
  const frame = enterFunction(fn, args, env.frame);
  if (frame === undefined) return undefined;
  const calleeEnv = evaluator.env(context, frame);
  const guards = context.facts.guards.filter(({ answers }) => answers === fn.function);
  const guardResults = guards.map(({ test }) => conditionTruth(calleeEnv, test));
  // `!test`, `a && test`: true only if each part has the required result.
  if (guardResults.some((truth, index) => truth !== undefined && truth !== guards[index]?.met)) return false;
  const areAllKnown = guardResults.every((truth) => truth !== undefined);
  if (areAllKnown && guards.some(({ test }) => isNegated(returned.at, test))) return true;
  const result = conditionTruth(calleeEnv, returned.at) ?? truthOf(calleeEnv.value(returned));
  return result === true && !areAllKnown ? undefined : result;
}

/** Result of a comparison or a call used as a condition. */
export function conditionTruth(env: Env, test: Span): boolean | undefined {
  const comparison = comparisonAt(env.context, test);
  if (comparison !== undefined)
    return comparisonAnswer(comparison, env.value(comparison.value), comparison.among.map(env.value));
  const call = callAt(env.context, test);
  return call === undefined ? undefined : truthOf(env.value({ kind: 'call', call: call, at: test }));
}

/** Whether a condition is `!test` alone. */
function isNegated(condition: Span, test: Span): boolean {
  return condition[0] + 1 === test[0] && condition[1] === test[1];
}

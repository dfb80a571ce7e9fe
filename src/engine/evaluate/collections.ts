import { memoByObject } from '../../core/lib/collections.js';
import type { Place } from '../../core/model/span.js';
import type { Evaluator, CallInEnv } from './evaluator.js';
import { plainTexts } from '../values/text.js';
import { correlated, correlateElements, correlationsOf } from '../values/correlate.js';
import { choiceOf } from '../values/choice.js';
import { atRunTime, listOf, optionsOf, UNDEFINED, maybeUnset } from '../values/value.js';
import type { ArrayValue, ObjectValue, Value } from '../values/value.js';
import { entriesOf, patchedEntries } from './object-keys.js';
import type { Entry } from './object-keys.js';
import { areExclusive } from '../values/correlation.js';

/** Returns a choice of the elements of a collection: the value of an iteration, or at an unknown index. */
export function eachOf(evaluator: Evaluator, value: Value, at: Place): Value {
  return correlated(elementsOf(evaluator, value, at), value.correlations);
}

function elementsOf(evaluator: Evaluator, value: Value, at: Place): Value {
  switch (value.kind) {
    case 'array': {
      const elements = [...correlateElements(value.elements.map(markEach))];
      if (value.open || elements.length === 0) elements.push(unknownElement(at));
      return choiceOf(elements, at);
    }
    case 'object':
      return eachEntry(evaluator, value, 1, at);
    case 'layered':
      return choiceOf(
        [
          eachOf(evaluator, value.base, at),
          ...patchedEntries(evaluator, value, at).map(([, entry]) => markEach(entry)),
        ],
        at,
      );
    case 'external':
      return { ...value, steps: [...value.steps, { kind: 'member', name: '[…]' }] };
    case 'choice':
      return choiceOf(
        value.options.map((option) => eachOf(evaluator, option, at)),
        at,
      );
    case 'parameter':
      return {
        ...value,
        parameter: { ...value.parameter, path: [...value.parameter.path, '[…]'] },
        name: `${value.name}[…]`,
      };
    default:
      return unknownElement(at);
  }
}

function unknownElement(at: Place): Value {
  return atRunTime(at, '[…]');
}

/**
 * Marks texts from a collection, each of which is a separate place to change. Memoised, because lists can contain the
 * same list many times.
 */
export const markEach = memoByObject(markUncached);

function markUncached(value: Value): Value {
  if (value.kind === 'choice') return { ...value, options: value.options.map(markEach) };
  if (value.kind === 'array') return { ...value, elements: value.elements.map(markEach) };
  if (value.kind === 'object' || value.kind === 'function')
    return value.each === true ? value : { ...value, each: true };
  if (value.kind !== 'text' || value.parts.every((part) => part.kind !== 'text' || part.each === true)) return value;
  return { ...value, parts: value.parts.map((part) => (part.kind === 'text' ? { ...part, each: true } : part)) };
}

/** Returns a choice of the keys of an object. */
export function eachKey(evaluator: Evaluator, value: Value, at: Place): Value {
  if (value.kind === 'layered')
    return choiceOf(
      [eachKey(evaluator, value.base, at), ...patchedEntries(evaluator, value, at).map(([key]) => markEach(key))],
      at,
    );
  if (value.kind === 'choice')
    return choiceOf(
      value.options.map((option) => eachKey(evaluator, option, at)),
      at,
    );
  if (value.kind !== 'object') return unknownElement(at);
  return eachEntry(evaluator, value, 0, at);
}

/** Returns the value of a loop over the elements of a list or the keys of an object. */
export function eachElementOrKey(evaluator: Evaluator, value: Value, at: Place): Value {
  return choiceOf(
    optionsOf(value).map((option) =>
      option.kind === 'object' || option.kind === 'layered'
        ? eachKey(evaluator, option, at)
        : eachOf(evaluator, option, at),
    ),
    at,
  );
}

/** Returns a choice of the keys (0) or values (1) of an object. */
function eachEntry(evaluator: Evaluator, value: ObjectValue, column: 0 | 1, at: Place): Value {
  const { all, open } = entriesOf(evaluator, value);
  const correlatedEntries = correlateElements(all.map((entry) => markEach(entry[column])));
  return choiceOf(open ? [...correlatedEntries, unknownElement(at)] : correlatedEntries, at);
}

/** The result of `Object.keys`, `values` or `entries` of a known object. */
export function objectTable(
  evaluator: Evaluator,
  value: Value,
  content: 'keys' | 'values' | 'entries',
): ArrayValue | undefined {
  const isKnown = value.kind === 'layered' ? value.base.kind === 'object' || value.base.kind === 'scalar' : true;
  if (!isKnown || (value.kind !== 'object' && value.kind !== 'layered')) return undefined;
  const { all, open } = entriesOf(evaluator, value);
  const table = withoutRepeatedKeys(all, value.kind === 'layered');
  const elements = table.entries.map(([key, entry]): Value => {
    if (content === 'keys') return key;
    if (content === 'values') return entry;
    return listOf([key, entry], false);
  });
  return listOf(elements, false, open || !table.areKeysKnown);
}

/** Merges properties with the same key: first position, last value; properties set to `undefined` are removed. */
function withoutRepeatedKeys(
  entries: readonly Entry[],
  isPatched: boolean,
): { readonly entries: readonly Entry[]; readonly areKeysKnown: boolean } {
  const latest = new Map<string, Entry>();
  let unknownKeys = 0;
  for (const entry of entries) {
    const keys = plainTexts(entry[0]);
    const [key, ...others] = keys ?? [];
    if (key === undefined || others.length > 0) latest.set(`\u0000${String(unknownKeys++)}`, entry);
    else latest.set(key, [latest.get(key)?.[0] ?? entry[0], entry[1]]);
  }
  const remaining = [...latest.values()].filter(
    ([, value]) => !isPatched || value.kind !== 'scalar' || value.value !== undefined,
  );
  return { entries: remaining, areKeysKnown: unknownKeys === 0 };
}

/** A list whose elements may be missing or at another index. */
export function loosened(list: ArrayValue): ArrayValue {
  return { ...list, open: true, loose: true };
}

/** Part of a list; an index counted from the end is unknown if the list can have more elements than are known. */
export function sliceList(list: ArrayValue, from: number | undefined, to: number | undefined): ArrayValue {
  const isExact =
    !list.open ||
    (list.loose !== true && (from ?? 0) >= 0 && to === undefined && !list.elements.slice(0, from).some(mayBeSeveral));
  const sliced = { ...list, elements: list.elements.slice(from, to) };
  return isExact ? sliced : loosened(list);
}

/** Whether an element of an open list may represent any number of elements. */
function mayBeSeveral(element: Value): boolean {
  return element.kind === 'unknown' || element.kind === 'parameter';
}

/** The value of `list[index]`. */
export function elementAt(evaluator: Evaluator, list: ArrayValue, index: number, at: Place): Value {
  const isIndexUncertain = list.open && (list.loose === true || list.elements.slice(0, index + 1).some(mayBeSeveral));
  if (isIndexUncertain) return eachOf(evaluator, list, at);
  return list.elements[index] ?? (list.open ? unknownElement(at) : UNDEFINED);
}

/** Returns the elements of a Set, each once. An unknown element may equal one of the others. */
export function withoutRepeats(list: ArrayValue): ArrayValue {
  const texts = new Set<string>();
  let unknownCount = 0;
  const elements = list.elements.filter((element) => {
    const [text, ...others] = plainTexts(element) ?? [];
    if (text === undefined || others.length > 0) {
      unknownCount += 1;
      return true;
    }
    return texts.size < texts.add(text).size;
  });
  return listOf(elements, list.open, list.loose === true || (unknownCount > 0 && elements.length > 1));
}

/** Returns an element of a table at an unknown index. `key` identifies the index; absent if each read can differ. */
export function elementAtUnknownIndex(
  evaluator: Evaluator,
  { table, key }: { readonly table: Value; readonly key: string | undefined },
  at: Place,
): Value {
  if (key === undefined) return eachOf(evaluator, table, at);
  const { program } = evaluator;
  const { elements } = program.memory;
  // Doubtful, because the element has the place of its first read.
  program.doubts++;
  const earlierElement = elements.get(table)?.get(key);
  if (earlierElement !== undefined) return earlierElement;
  const element = eachOf(evaluator, table, at);
  if (program.budget <= 0) return element;
  const elementsByKey = elements.get(table);
  if (elementsByKey === undefined) elements.set(table, new Map([[key, element]]));
  else elementsByKey.set(key, element);
  return element;
}

/** Returns a key that identifies an unknown index; undefined if the index can differ at each evaluation. */
export function indexKey(index: Value): string | undefined {
  if (index.kind !== 'parameter' && index.kind !== 'unknown') return undefined;
  const { file, span } = index.at;
  const path = index.kind === 'parameter' ? index.parameter.path.join('.') : index.name;
  return `${index.kind} ${file} ${span.join(' ')} ${path}`;
}

/** Returns the value of `new Map(entries)`: the list of its entries. */
export function mapOf(entries: Value, at: Place): Value {
  return choiceOf(
    optionsOf(entries).map((option): Value => {
      if (option.kind === 'scalar') return { kind: 'array', elements: [], open: false, map: true };
      return option.kind === 'array' ? { ...option, map: true } : option;
    }),
    at,
  );
}

/** A Map with a new value for a key. An existing key keeps its position. */
export function withEntry(map: ArrayValue, args: ArrayValue, at: Place): ArrayValue {
  const [key = atRunTime(at), value = atRunTime(at)] = args.elements;
  const entry = listOf([key, value], false);
  const position = map.elements.findIndex((other) => isSameEntry(other, entry));
  const elements = position < 0 ? [...map.elements, entry] : map.elements.with(position, entry);
  return { ...listOf(elements, map.open || args.open, map.loose), map: true };
}

/** Whether two entries of a Map have the same key. */
function isSameEntry(left: Value, right: Value): boolean {
  const [key, otherKey] = [left, right].map((entry) =>
    entry.kind === 'array' && entry.elements[0] !== undefined ? plainTexts(entry.elements[0])?.[0] : undefined,
  );
  return key !== undefined && key === otherKey;
}

/** The value of `map.get(key)`; undefined if the elements of the list are not entries. */
export function entryOf(map: ArrayValue, { env, args, at }: CallInEnv): Value | undefined {
  if (map.elements.length > 0 && !map.elements.some(({ kind }) => kind === 'array')) return undefined;
  const [key = UNDEFINED] = args();
  const keys = plainTexts(key);
  if (keys === undefined || keys.length === 0) {
    const entry = elementAtUnknownIndex(env.evaluator, { table: map, key: indexKey(key) }, at);
    return maybeUnset(env.evaluator.member(entry, '1', at));
  }
  const keyOptions = optionsOf(key);
  const values = keys.map((text, index) => {
    const correlations = keyOptions[index] === undefined ? [] : correlationsOf(keyOptions[index]);
    return correlated(valueAt(map, text, at), correlations.length > 0 ? correlations : undefined);
  });
  return choiceOf(correlateElements(values, key), at);
}

function entryValue(entry: Value, at: Place): Value {
  return (entry.kind === 'array' ? entry.elements[1] : undefined) ?? atRunTime(at);
}

/** Returns the value of a Map at a key: that of the last entry with the key, or of a later entry that may have it. */
function valueAt(map: ArrayValue, key: string, at: Place): Value {
  const values: Value[] = [];
  for (const entry of map.elements.toReversed()) {
    const keys = entry.kind === 'array' ? optionsOf(entry.elements[0] ?? atRunTime(at)) : [atRunTime(at)];
    const sameKeys = keys.filter((option) => (plainTexts(option)?.[0] ?? key) === key);
    if (sameKeys.length === 0) continue;
    const consistentValues = optionsOf(entryValue(entry, at)).filter((value) =>
      sameKeys.some((option) => !areExclusive(correlationsOf(option), correlationsOf(value))),
    );
    values.push(...consistentValues);
    const isSure = keys.length === 1 && plainTexts(keys[0] ?? UNDEFINED)?.[0] === key;
    if (isSure && !map.open) return choiceOf(values, at);
  }
  // Unseen code can have added entries.
  return choiceOf([...values, atRunTime(at)], at);
}

/** Returns an argument for the callback of `map.forEach`: the value (0) or key of an entry. */
export function entryPart(evaluator: Evaluator, entry: Value, index: number, at: Place): Value {
  return evaluator.member(entry, index === 0 ? '1' : '0', at);
}

import type { Place } from '../../model/span.js';
import type { CallInEnv, Evaluator } from './evaluator.js';
import { indexKey, readAt } from './collections.js';
import { areApart } from '../values/correlation.js';
import { correlated, correlateElements, correlationsOf } from '../values/correlate.js';
import { plainTexts } from '../values/text.js';
import { choiceOf } from '../values/choice.js';
import { atRunTime, listOf, maybeUnset, optionsOf, UNDEFINED } from '../values/value.js';
import type { ArrayValue, Value } from '../values/value.js';

/** Returns the value of `new Map(entries)`: the list of its entries, each key once. */
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
  const place = map.elements.findIndex((other) => isSameEntry(other, entry));
  const elements = place < 0 ? [...map.elements, entry] : map.elements.with(place, entry);
  return { ...listOf(elements, map.open || args.open, map.loose), map: true };
}

/** Whether two entries of a Map have the same key. */
function isSameEntry(one: Value, other: Value): boolean {
  const [key, otherKey] = [one, other].map((entry) =>
    entry.kind === 'array' && entry.elements[0] !== undefined ? plainTexts(entry.elements[0])?.[0] : undefined,
  );
  return key !== undefined && key === otherKey;
}

/** `map.get(key)`; undefined if the list is not one of entries. */
export function entryOf(map: ArrayValue, { env, args, at }: CallInEnv): Value | undefined {
  if (map.elements.length > 0 && !map.elements.some(({ kind }) => kind === 'array')) return undefined;
  const [key = UNDEFINED] = args();
  const keys = plainTexts(key);
  if (keys === undefined || keys.length === 0) {
    const entry = readAt(env.evaluator, { table: map, key: indexKey(key) }, at);
    return maybeUnset(env.evaluator.member(entry, '1', at));
  }
  const named = optionsOf(key);
  const found = keys.map((text, index) => {
    const correlations = named[index] === undefined ? [] : correlationsOf(named[index]);
    return correlated(valueAt(map, text, at), correlations.length > 0 ? correlations : undefined);
  });
  return choiceOf(correlateElements(found, key), at);
}

function valueOf(entry: Value, at: Place): Value {
  return (entry.kind === 'array' ? entry.elements[1] : undefined) ?? atRunTime(at);
}

/** Returns the value of a Map at a key: that of the last entry with the key, or of a later entry that may have it. */
function valueAt(map: ArrayValue, key: string, at: Place): Value {
  const values: Value[] = [];
  for (const entry of map.elements.toReversed()) {
    const keys = entry.kind === 'array' ? optionsOf(entry.elements[0] ?? atRunTime(at)) : [atRunTime(at)];
    const alike = keys.filter((option) => (plainTexts(option)?.[0] ?? key) === key);
    if (alike.length === 0) continue;
    const fitting = optionsOf(valueOf(entry, at)).filter((value) =>
      alike.some((option) => !areApart(correlationsOf(option), correlationsOf(value))),
    );
    values.push(...fitting);
    const isSure = keys.length === 1 && plainTexts(keys[0] ?? UNDEFINED)?.[0] === key;
    if (isSure && !map.open) return choiceOf(values, at);
  }
  // Unseen code can have filled the Map.
  return choiceOf([...values, atRunTime(at)], at);
}

/** Returns the argument for the callback of `map.forEach`: value or key of one entry. */
export function entryPart(evaluator: Evaluator, entry: Value, index: number, at: Place): Value {
  return evaluator.member(entry, index === 0 ? '1' : '0', at);
}

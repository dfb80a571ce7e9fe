import type { ExprFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import type { Env } from '../../evaluate/evaluator.js';
import { plainTexts } from '../../values/text.js';
import { atRunTime, optionsOf } from '../../values/value.js';
import type { Value } from '../../values/value.js';
import { EMPTY_BAG, withDoubt, withEntry } from './sent.js';
import type { EntryBag, BagEntry } from './sent.js';
import type { Reading } from './reading.js';

/** A name with its value. */
export interface NewEntry {
  readonly key: string;
  readonly value: Value;
  readonly at: Place;
  /** Whether the name is one of several, or may not be set. */
  readonly maybe?: boolean;
}

/** Value of an expression if its name is wanted, else an unknown value. */
export function wantedValue(reading: Reading, env: Env, key: string, expr: ExprFact): Value {
  return isWanted(reading, key) ? env.value(expr) : atRunTime({ file: env.context.file, span: expr.at });
}

function isWanted({ wanted }: Reading, key: string): boolean {
  return wanted === undefined || wanted.has(key.toLowerCase());
}

/** Way to add an entry. `own`: as a property; `set`: in headers, for any letter case; `append`: beside equal names. */
export type EntryMode = 'own' | 'set' | 'append';

/** A bag with a new entry, if it is wanted; `maybe` if the name is one of several. */
export function withNewEntry(
  reading: Reading,
  bag: EntryBag,
  { key, value, at, maybe = false }: NewEntry,
  mode: EntryMode = 'own',
): EntryBag {
  if (!isWanted(reading, key)) return { ...bag, absent: 'no' };
  const name = reading.kind === 'headers' ? key.toLowerCase() : key;
  const isSame = (other: BagEntry): boolean => other.key === key || (mode === 'set' && other.name === name);
  const options = optionsOf(value);
  const undefinedOptions = options.filter(isUndefined);
  if (undefinedOptions.length === options.length && !reading.sendsUndefined) {
    const removedEntry: BagEntry = {
      key,
      name,
      at,
      values: [],
      when: [],
      isRemoved: true,
      ...(maybe ? { maybe } : {}),
    };
    return withEntry(bag, removedEntry, isSame);
  }
  const sentOptions = reading.sendsUndefined ? options : options.filter((option) => !isUndefined(option));
  const values = sentOptions.map((option) => textOf(option));
  const entry: BagEntry = {
    key,
    name,
    at,
    values: values.every((text) => text !== undefined) ? [...new Set(values)] : undefined,
    when: [],
    ...(maybe || undefinedOptions.length > 0 ? { maybe: true as const } : {}),
  };
  // The same object may be found under two names.
  const isDuplicate = (other: BagEntry): boolean =>
    other.key === key && other.at.file === at.file && other.at.span[0] === at.span[0];
  if (mode === 'append' && bag.entries.some(isDuplicate)) return bag;
  if (mode === 'append') return { ...bag, entries: [...bag.entries, entry], absent: 'no' };
  return withEntry(bag, entry, isSame);
}

function isUndefined(value: Value): boolean {
  return value.kind === 'scalar' && value.value === undefined;
}

function textOf(value: Value): string | undefined {
  return value.kind === 'scalar' ? String(value.value) : plainTexts(value)?.[0];
}

/** A bag without the matching entries, which are only marked as possible if `maybe`. */
export function withoutEntries(bag: EntryBag, test: (entry: BagEntry) => boolean, maybe: boolean): EntryBag {
  return {
    ...bag,
    entries: bag.entries.flatMap((entry) =>
      !test(entry) ? [entry] : maybe ? [{ ...entry, maybe: true as const }] : [],
    ),
  };
}

/** Reads a list of pairs, or of alternating names and values. */
export function bagOfPairs(reading: Reading, values: readonly Value[], at: Place): EntryBag {
  const isFlat = values.length > 0 && values.every(({ kind }) => kind !== 'array' && kind !== 'choice');
  const pairs = isFlat
    ? values.flatMap((key, index) => (index % 2 === 0 ? [[key, values[index + 1]] as const] : []))
    : values.map((pair) =>
        pair.kind === 'array' && !pair.open ? ([pair.elements[0], pair.elements[1]] as const) : undefined,
      );
  let bag = EMPTY_BAG;
  for (const pair of pairs) {
    const [key, value] = pair ?? [];
    const keys = key === undefined ? undefined : plainTexts(key);
    if (keys === undefined || value === undefined) bag = withDoubt(bag, 'a pair whose name is not known');
    else
      for (const text of keys)
        bag = withNewEntry(
          reading,
          bag,
          { key: text, value, at: placeOf(key) ?? at, maybe: keys.length > 1 },
          'append',
        );
  }
  return bag;
}

export function placeOf(value: Value | undefined): Place | undefined {
  const [first] = value === undefined ? [] : optionsOf(value);
  return first?.kind === 'text' ? first.parts[0]?.at : undefined;
}

import type { ObjectFact } from '../model/facts.js';
import type { Place } from '../model/span.js';
import type { Evaluator } from './evaluator.js';
import { textValue } from './text.js';
import { choiceOf, listOf, MAX_ELEMENTS } from './value.js';
import type { ArrayValue, LayeredValue, ObjectValue, Value } from './value.js';

/** One of the elements of a collection: what an iteration over it, or an unknown index, gives. */
export function eachOf(evaluator: Evaluator, value: Value, at: Place): Value {
  switch (value.kind) {
    case 'array': {
      const elements = value.elements.map(markEach);
      if (value.open || elements.length === 0) elements.push(unknownElement(at));
      return choiceOf(elements, at);
    }
    case 'object':
      return choiceOf(objectEntries(evaluator, value).map(([, entry]) => markEach(entry)), at);
    case 'layered':
      return eachOf(evaluator, value.base, at);
    case 'external':
      return { ...value, steps: [...value.steps, { kind: 'member', name: '[…]' }] };
    case 'choice':
      return choiceOf(value.options.map((option) => eachOf(evaluator, option, at)), at);
    case 'parameter':
      return { ...value, parameter: { ...value.parameter, path: [...value.parameter.path, '[…]'] }, name: `${value.name}[…]` };
    default:
      return unknownElement(at);
  }
}

function unknownElement(at: Place): Value {
  return { kind: 'unknown', reason: 'a value known only at run time', name: '[…]', at };
}

/** Texts that come out of a collection remember it: each is a place of its own to change. */
export function markEach(value: Value): Value {
  let result = marked.get(value);
  if (result === undefined) marked.set(value, (result = mark(value)));
  return result;
}

/** A list can hold another one more than once: each value is marked once. */
const marked = new WeakMap<Value, Value>();

function mark(value: Value): Value {
  if (value.kind === 'choice') return { ...value, options: value.options.map(markEach) };
  if (value.kind === 'array') return { ...value, elements: value.elements.map(markEach) };
  if (value.kind === 'object') return { ...value, each: true };
  if (value.kind !== 'text') return value;
  return { ...value, parts: value.parts.map((part) => (part.kind === 'text' ? { ...part, each: true } : part)) };
}

export function eachKey(evaluator: Evaluator, value: Value, at: Place): Value {
  if (value.kind === 'layered') return choiceOf([eachKey(evaluator, value.base, at), ...setEntries(value, at).map(([key]) => markEach(key))], at);
  if (value.kind !== 'object') return unknownElement(at);
  return choiceOf(objectEntries(evaluator, value).map(([key]) => markEach(key)), at);
}

/** Key and value of each property of an object literal, spreads of known objects included. */
export function objectEntries(evaluator: Evaluator, value: ObjectValue): readonly (readonly [Value, Value])[] {
  return entriesOf(evaluator, value, new Set());
}

function entriesOf(evaluator: Evaluator, value: ObjectValue, within: Set<ObjectFact>): readonly (readonly [Value, Value])[] {
  const context = evaluator.program.context(value.file);
  const fact = context?.facts.objects[value.object];
  if (context === undefined || fact === undefined || within.has(fact) || within.size > MAX_SPREADS) return [];
  within.add(fact);
  const entries: (readonly [Value, Value])[] = [];
  for (const property of fact.properties) {
    if (property.kind === 'spread') {
      const spread = evaluator.value(context, property.value, value.frame);
      if (spread.kind === 'object') entries.push(...entriesOf(evaluator, spread, within));
      if (entries.length > MAX_ELEMENTS) break;
      continue;
    }
    const keyAt = { file: value.file, span: property.keyAt };
    const key =
      property.key !== undefined
        ? textValue(property.key, keyAt)
        : property.computed !== undefined
          ? evaluator.value(context, property.computed, value.frame)
          : unknownElement(keyAt);
    entries.push([key, evaluator.value(context, property.value, value.frame)]);
    if (entries.length > MAX_ELEMENTS) break;
  }
  within.delete(fact);
  return entries;
}

/** Most objects that are spread into each other. */
const MAX_SPREADS = 20;

/** Properties that are set after the literal: `settings['minify'] = 'on'`. */
function setEntries({ patches }: LayeredValue, at: Place): readonly (readonly [Value, Value])[] {
  return patches.flatMap(({ path, value, at: named }) => {
    const [key] = path;
    return key === undefined || path.length > 1 ? [] : [[textValue(key, named ?? at), value] as const];
  });
}

/** `Object.keys`, `values` and `entries` of a known object. */
export function objectTable(evaluator: Evaluator, value: Value, what: 'keys' | 'values' | 'entries'): ArrayValue | undefined {
  const base = value.kind === 'layered' ? value.base : value;
  if (base.kind !== 'object') return base.kind === 'layered' ? objectTable(evaluator, base, what) : undefined;
  const set = value.kind === 'layered' ? setEntries(value, { file: base.file, span: [0, 0] }) : [];
  const elements = [...objectEntries(evaluator, base), ...set].map(([key, entry]): Value => {
    if (what === 'keys') return key;
    if (what === 'values') return entry;
    return listOf([key, entry], false);
  });
  return listOf(elements, false);
}

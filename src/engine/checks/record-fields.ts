import { pointerKeys } from '../../lib/json-pointer.js';
import type { Batch, FieldDeprecation } from '../../model/deprecation.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { ObjectValue, Value } from '../values/value.js';

/** A deprecated field that a record sets. */
export interface SetField {
  readonly pointer: string;
  readonly at: Place;
  readonly value: Value;
}

/** The records of a request body: itself, its elements, or those of the lists in which a batch carries them. */
export function recordsOf(evaluator: Evaluator, body: Value, batch: Batch | undefined, at: Place): readonly Value[] {
  return optionsOf(body).flatMap((option) => {
    if (option.kind === 'array') return option.elements.flatMap((element) => optionsOf(element));
    if (option.kind !== 'object' && option.kind !== 'layered') return [];
    const lists = (batch?.lists ?? [])
      .flatMap((key) => optionsOf(evaluator.member(option, key, at)))
      .filter((list) => list.kind === 'array');
    return lists.length > 0
      ? lists.flatMap((list) => list.elements.flatMap((element) => optionsOf(element)))
      : [option];
  });
}

/** Whether a record is one that the deprecation is about: `other` means it is known to be of another type. */
export function recordType(
  evaluator: Evaluator,
  record: Value,
  deprecation: FieldDeprecation,
  at: Place,
): 'same' | 'other' | 'unknown' {
  const { when } = deprecation;
  if (when === undefined) return 'same';
  const texts = plainTexts(readPointer(evaluator, record, when.pointer, at));
  if (texts === undefined || texts.length === 0) return 'unknown';
  return texts.some((text) => text.toUpperCase() === when.equals.toUpperCase()) ? 'same' : 'other';
}

/** Value at a JSON pointer of a record. */
export function readPointer(evaluator: Evaluator, record: Value, pointer: string, at: Place): Value {
  return pointerKeys(pointer).reduce<Value>((value, key) => evaluator.member(value, key, at), record);
}

/** What a reader is told where only records of one type are meant, and the type of the record is not known. */
export function doubtNote({ when }: FieldDeprecation): string {
  return `The type of the record could not be resolved; only ${when?.equals ?? ''} records are meant.`;
}

/** The deprecated fields that a record sets, in the order of the catalogue. */
export function deadFields(
  evaluator: Evaluator,
  record: Value,
  deprecation: FieldDeprecation,
  at: Place,
): readonly SetField[] {
  return deprecation.pointers.flatMap((pointer) => {
    const keys = pointerKeys(pointer);
    const owner = keys.slice(0, -1).reduce<Value>((value, key) => evaluator.member(value, key, at), record);
    const name = keys.at(-1) ?? '';
    for (const option of optionsOf(owner)) {
      const place = propertyPlace(evaluator, option, name, 4);
      if (place === undefined) continue;
      const value = evaluator.member(option, name, at);
      if (value.kind !== 'scalar' || value.value !== undefined) return [{ pointer, at: place, value }];
    }
    return [];
  });
}

/** Where a property of a known object is written, through spreads and later assignments. */
function propertyPlace(evaluator: Evaluator, value: Value, name: string, depth: number): Place | undefined {
  if (depth === 0) return undefined;
  if (value.kind === 'layered') {
    const patch = value.patches.findLast((candidate) => candidate.path[0] === name && candidate.at !== undefined);
    return patch?.at ?? propertyPlace(evaluator, value.base, name, depth - 1);
  }
  if (value.kind === 'choice') {
    for (const option of value.options) {
      const place = propertyPlace(evaluator, option, name, depth - 1);
      if (place !== undefined) return place;
    }
    return undefined;
  }
  return value.kind === 'object' ? literalPlace(evaluator, value, name, depth) : undefined;
}

function literalPlace(evaluator: Evaluator, value: ObjectValue, name: string, depth: number): Place | undefined {
  const context = evaluator.program.context(value.file);
  for (const property of context?.facts.objects[value.object]?.properties.toReversed() ?? []) {
    if (property.kind === 'property') {
      if (property.key === name) return { file: value.file, span: property.keyAt };
    } else if (context !== undefined) {
      const place = propertyPlace(evaluator, evaluator.value(context, property.value, value.frame), name, depth - 1);
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

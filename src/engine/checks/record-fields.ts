import { pointerKeys } from '../../lib/json.js';
import type { FieldDeprecation } from '../../model/deprecation.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import { propertyKeys } from '../evaluate/members.js';
import type { FieldEntry } from '../match/catalogue-index.js';
import { optionsOf } from '../values/value.js';
import type { ObjectValue, Value } from '../values/value.js';

/** A deprecated field that a record sets. */
export interface SetField {
  readonly pointer: string;
  readonly at: Place;
  readonly value: Value;
  /** It is set whenever the record is sent. */
  readonly sure: boolean;
}

/** Value at a JSON pointer of a record. */
export function readPointer(evaluator: Evaluator, record: Value, pointer: string, at: Place): Value {
  return pointerKeys(pointer).reduce<Value>((value, key) => evaluator.member(value, key, at), record);
}

/** Returns the note for a record of unknown type where the deprecation applies to one type only. */
export function doubtNote({ when }: FieldDeprecation): string {
  return `The type of the record could not be resolved; only ${when?.equals ?? ''} records are meant.`;
}

/** Returns the note for a field that the operation is not known to have. */
export function unsureNotes({ unsure }: FieldEntry): readonly string[] {
  return unsure ? ['The catalogue does not say which operations have this field; this one may.'] : [];
}

/** Whether fields are no evidence for the type of their record, because other types have the same fields. */
export function isNoSign({ when, shared = [] }: FieldDeprecation, pointers: readonly string[]): boolean {
  return when !== undefined && pointers.every((pointer) => shared.includes(pointer));
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
      if (isUndefined(value)) continue;
      return [{ pointer, at: place, value, sure: ![...optionsOf(owner), ...optionsOf(value)].some(mayBeUnset) }];
    }
    return [];
  });
}

function isUndefined(value: Value): boolean {
  return value.kind === 'scalar' && value.value === undefined;
}

function mayBeUnset(value: Value): boolean {
  return isUndefined(value) || 'unset' in value;
}

/** Returns the place where a property of a known object is written, through spreads and later assignments. */
function propertyPlace(evaluator: Evaluator, value: Value, name: string, depth: number): Place | undefined {
  if (depth === 0) return undefined;
  if (value.kind === 'layered') {
    const patch = value.patches.findLast(
      (candidate) => candidate.path[0] === name && candidate.at !== undefined && !isUndefined(candidate.value),
    );
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
      const isSame =
        property.computed === undefined
          ? property.key === name
          : context !== undefined && propertyKeys(evaluator.env(context, value.frame), property).includes(name);
      if (isSame) return { file: value.file, span: property.keyAt };
    } else if (context !== undefined) {
      const place = propertyPlace(evaluator, evaluator.value(context, property.value, value.frame), name, depth - 1);
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

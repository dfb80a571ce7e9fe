import { pointerKeys } from '../../lib/json-pointer.js';
import type { FieldDeprecation } from '../../model/deprecation.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import { keyPlace } from '../evaluate/object-keys.js';
import type { FieldEntry } from '../match/catalogue-index.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';

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
      const place = keyPlace(evaluator, option, name);
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

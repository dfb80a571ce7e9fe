import { pointerKeys, dottedPath } from '../../core/lib/json.js';
import type { FieldDeprecation, Batch } from '../../core/model/deprecation.js';
import type { Place } from '../../core/model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import { keyPlace } from '../evaluate/object-keys.js';
import type { FieldEntry } from '../match/catalogue-index.js';
import { optionsOf, UNDEFINED } from '../values/value.js';
import type { Value, ExternalValue } from '../values/value.js';
import { plainTexts } from '../values/text.js';

/** A deprecated field that a record sets. */
export interface SetField {
  readonly pointer: string;
  readonly at: Place;
  readonly value: Value;
  /** Whether the field is set whenever the record is sent. */
  readonly isAlwaysSet: boolean;
}

/** Value at a JSON pointer of a record. */
export function readPointer(evaluator: Evaluator, record: Value, pointer: string, at: Place): Value {
  return pointerKeys(pointer).reduce<Value>((value, key) => evaluator.member(value, key, at), record);
}

/** Returns the note for a record of unknown type where the deprecation applies to one type only. */
export function doubtNote({ when }: FieldDeprecation): string {
  return `The type of the record could not be resolved; the deprecation applies only to ${when?.equals ?? ''} records.`;
}

/** Returns the note for a field that the operation is not known to have. */
export function unsureNotes({ isUnsure }: FieldEntry): readonly string[] {
  return isUnsure ? ['The catalogue does not say which operations have this field; this one may.'] : [];
}

/** Whether fields are no evidence for the type of their record, because other types have the same fields. */
export function areSharedFields({ when, shared = [] }: FieldDeprecation, pointers: readonly string[]): boolean {
  return when !== undefined && pointers.every((pointer) => shared.includes(pointer));
}

/** The deprecated fields that a record sets, in the order of the catalogue. */
export function deprecatedFieldsOf(
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
      return [{ pointer, at: place, value, isAlwaysSet: ![...optionsOf(owner), ...optionsOf(value)].some(mayBeUnset) }];
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

/** Values at a JSON pointer of a record, with `*` for every element of a list; empty if the record lacks it. */
export function valuesAt(evaluator: Evaluator, record: Value, pointer: string, at: Place): readonly Value[] {
  return pointerKeys(pointer).reduce<readonly Value[]>(
    (owners, key) => owners.flatMap((owner) => memberValues(evaluator, owner, key, at)),
    [record],
  );
}

function memberValues(evaluator: Evaluator, owner: Value, key: string, at: Place): readonly Value[] {
  return optionsOf(owner).flatMap((option) => {
    if (key === '*') return option.kind === 'array' ? option.elements : [];
    return option.kind === 'object' || option.kind === 'layered' ? [evaluator.member(option, key, at)] : [];
  });
}

/** The records of a body: its elements if it is a list, else the body itself. */
export function recordsIn(body: Value): readonly Value[] {
  return optionsOf(body).flatMap((option) =>
    option.kind === 'array' ? option.elements.flatMap((element) => optionsOf(element)) : [option],
  );
}

/** A record that a request sends. */
interface SentRecord {
  readonly record: Value;
  /** Whether a field of the record may be sent; false if a helper removes it. */
  readonly maySend: (pointer: string) => boolean;
  /** Whether an unknown function builds the body from the record, and may remove more fields. */
  readonly isRebuilt: boolean;
}

const maySendAll = (): boolean => true;

/** The records of a request body: the body itself, its elements, or the elements of the lists in a batch. */
export function sentRecords(
  evaluator: Evaluator,
  body: Value,
  batch: Batch | undefined,
  at: Place,
): readonly SentRecord[] {
  return optionsOf(body).flatMap((option) =>
    option.kind === 'external'
      ? rebuiltRecords(evaluator, option, batch, at)
      : recordsInBatch(evaluator, option, batch, at).map((record) => ({
          record,
          maySend: maySendAll,
          isRebuilt: false,
        })),
  );
}

/** The records in one value of a body. */
export function recordsInBatch(
  evaluator: Evaluator,
  body: Value,
  batch: Batch | undefined,
  at: Place,
): readonly Value[] {
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

/** Records from which an unknown function builds the body: `clean(record)`, `omit(record, ['chime'])`. */
function rebuiltRecords(
  evaluator: Evaluator,
  body: ExternalValue,
  batch: Batch | undefined,
  at: Place,
): readonly SentRecord[] {
  const args = lastCallArguments(body);
  const member = body.steps.at(-2);
  const helper = member?.kind === 'member' ? member.name : body.root.kind === 'package' ? body.root.export : '';
  const memberNames = args.slice(1).flatMap((arg) => namesIn(arg));
  return args
    .flatMap((arg) => recordsInBatch(evaluator, fromEntries(arg) ?? arg, batch, at))
    .filter((record) => record.kind === 'object' || record.kind === 'layered')
    .map((record) => ({ record, maySend: (pointer) => maySendField(pointer, helper, memberNames), isRebuilt: true }));
}

/** Returns the arguments of the call that an external value results from. */
export function lastCallArguments(value: Value): readonly Value[] {
  const call = value.kind === 'external' ? value.steps.at(-1) : undefined;
  return call?.kind === 'call' && call.form !== 'tag' ? call.args() : [];
}

/** Texts among the arguments of a helper: names of members that it picks or omits. */
function namesIn(arg: Value): readonly string[] {
  if (arg.kind === 'array') return arg.elements.flatMap((element) => plainTexts(element) ?? []);
  return plainTexts(arg) ?? [];
}

/**
 * Whether a helper preserves a field: `pick` preserves the members in its arguments, other helpers remove them. The list
 * of `JSON.stringify` has the names of each level.
 */
function maySendField(pointer: string, helper: string, names: readonly string[]): boolean {
  if (names.length === 0) return true;
  const path = dottedPath(pointer);
  if (helper === 'stringify') return pointerKeys(pointer).every((key) => names.includes(key));
  const isNamed = names.some((name) => path === name || path.startsWith(`${name}.`));
  if (helper.startsWith('pick')) return isNamed;
  return !isNamed && !names.includes(pointerKeys(pointer).at(-1) ?? '');
}

/** Returns the object of a list of entries, `[['chime', 'gong']]`. */
function fromEntries(list: Value): Value | undefined {
  if (list.kind !== 'array' || list.elements.length === 0) return undefined;
  const patches = list.elements.flatMap((entry) => {
    const [key, value, ...extra] = entry.kind === 'array' ? entry.elements : [];
    const [name] = key === undefined ? [] : (plainTexts(key) ?? []);
    if (key?.kind !== 'text' || name === undefined || value === undefined || extra.length > 0) return [];
    const at = key.parts[0]?.at;
    return [{ path: [name], operator: '=' as const, value, maybe: false, ...(at === undefined ? {} : { at }) }];
  });
  return patches.length < list.elements.length ? undefined : { kind: 'layered', base: UNDEFINED, patches };
}

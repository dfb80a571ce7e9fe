import { MAX_PLACES, togetherIn } from './row.js';
import type { Rows } from './row.js';
import { withRows } from './choice.js';
import type { Parts, Value } from './value.js';

/** A value as it comes from an element: so do the members that are read of it, and what it returns. */
export function inRows(value: Value, rows: Rows | undefined): Value {
  if (rows === undefined) return value;
  switch (value.kind) {
    case 'choice':
      return { ...value, options: value.options.map((option) => inRows(option, rows)) };
    case 'text':
      return { ...value, parts: value.parts.map((part) => withRows(part, togetherIn(part.rows, rows))) };
    case 'scalar':
    case 'unknown':
    case 'object':
    case 'layered':
    case 'array':
    case 'function':
    case 'external':
    case 'parameter':
      return withRows(value, togetherIn(value.rows, rows));
    default:
      return value;
  }
}

/** The elements of one reading, each in a row of its own; elements of a long list can be in any row. */
export function rowByRow(values: readonly Value[], of: object = {}): readonly Value[] {
  return values.length < 2 || values.length > MAX_PLACES
    ? values
    : values.map((value, index) => inRows(value, [{ of, at: [index] }]));
}

/** Alternatives of one value whose members can be read, each in a row of its own: members of two alternatives never meet. */
export function objectsRowByRow(values: readonly Value[]): readonly Value[] {
  const owners = values.filter(({ kind }) => kind === 'object' || kind === 'array' || kind === 'layered');
  return owners.length < 2 ? values : rowByRow(values);
}

/** The rows of a value that is no choice. */
export function rowsOf(value: Value): Rows {
  return value.kind === 'text' ? rowsOfText(value.parts) : (value.rows ?? []);
}

/** Of which rows the pieces of a text are. */
export function rowsOfText(parts: Parts): Rows {
  return parts.flatMap((part) => part.rows ?? []);
}

/** A value that may be of another round than what is read beside it. */
export function ofAnyRow(value: Value): Value {
  switch (value.kind) {
    case 'choice':
      return { ...value, options: value.options.map(ofAnyRow) };
    case 'text':
      return { ...value, parts: value.parts.map((part) => withRows(part, [])) };
    default:
      return withRows(value, []);
  }
}

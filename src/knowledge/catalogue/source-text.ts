import { memoByObject } from '../../core/lib/collections.js';
import { parseJson as parse } from '../../core/lib/json.js';
import { knownKeys } from '../../core/lib/validators.js';
import type { SchemaError, Validator } from '../../core/lib/validators.js';
import { didYouMean } from '../../core/lib/wording.js';
import { CatalogueError } from '../../core/model/errors.js';

/** A source file of a catalogue: its name in errors, and its text. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** A place in a source. */
export interface SourceAt {
  readonly file: string;
  readonly line?: number;
}

/** The line (from 1) of the first or, for `nth` above 1, a later occurrence of a text; undefined if there is none. */
export function lineOf(source: SourceText, needle: string, nth = 1): number | undefined {
  let at = -1;
  for (let occurrence = 0; occurrence < nth; occurrence += 1) {
    at = source.text.indexOf(needle, at + 1);
    if (at < 0) return undefined;
  }
  return source.text.slice(0, at).split('\n').length;
}

/** A part of a catalogue file that an error can be about. */
export interface EntryPlace {
  readonly source: SourceText;
  /** JSON path: `/deprecations/3`. */
  readonly at: string;
  /** Id of the entry. */
  readonly id?: string;
}

/** An error at a place, with the line of the entry. */
export function errorAt({ source, at, id }: EntryPlace, message: string): CatalogueError {
  return new CatalogueError(`at ${at}: ${message}`, source.file, id === undefined ? undefined : lineOfId(source, id));
}

/** The line (from 1) of the first object of a JSON text with this `id`. */
export function lineOfId(source: SourceText, id: string): number | undefined {
  return linesOfIds(source).get(id);
}

/** Lines of all ids; memoised, because a file may have thousands. */
const linesOfIds = memoByObject(({ text }: SourceText): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>();
  const value = /\s*:\s*"([^"\\]*)"/y;
  let line = 1;
  let end = endOfLine(text, 0);
  for (let at = text.indexOf(ID_KEY); at >= 0; at = text.indexOf(ID_KEY, at + ID_KEY.length)) {
    value.lastIndex = at + ID_KEY.length;
    const id = value.exec(text)?.[1];
    if (id === undefined) continue;
    for (; end < at; end = endOfLine(text, end + 1)) line += 1;
    if (!lines.has(id)) lines.set(id, line);
  }
  return lines;
});

const ID_KEY = '"id"';

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? Infinity : at;
}

/** Parses JSON. Throws a CatalogueError that names file, line and column, and quotes nothing of the text. */
export function parseJson({ file, text }: SourceText): unknown {
  const parsed = parse(text);
  if (parsed.kind === 'value') return parsed.value;
  const { line, column, what } = parsed.problem;
  throw new CatalogueError(`not JSON: line ${line}, column ${column}: ${what}.`, file);
}

/**
 * Checks a value against a schema, and returns it with the type that the schema describes. Throws a CatalogueError with
 * the file and the JSON path of the first error.
 */
export function validateJson<T>(value: unknown, validate: Validator, file: string): T {
  const errors = validate(value);
  if (errors.length === 0) return value as T;
  const { at, what } = describeErrors(errors);
  throw new CatalogueError(`at ${at === '' ? 'the top' : at}: ${what}`, file);
}

/** JSON path and message of the most informative error. */
export function describeErrors(errors: readonly SchemaError[]): { readonly at: string; readonly what: string } {
  // An error of a wrapper only repeats that a part of the value has an error.
  const first = errors.find(({ keyword }) => !WRAPPER_KEYWORDS.has(keyword)) ?? errors[0];
  // A mistyped property is more informative than a missing one, or one that does not belong to the kind.
  const unknownKeyError = errors.find(
    ({ keyword, instancePath }) => keyword === 'additionalProperties' && instancePath === first?.instancePath,
  );
  const error = unknownKeyError ?? first;
  if (error === undefined) return { at: '', what: 'the file does not match its schema' };
  return { at: error.instancePath, what: describeError(error) };
}

const WRAPPER_KEYWORDS = new Set(['if', 'propertyNames', 'anyOf']);

function describeError(error: SchemaError): string {
  const { additionalProperty, allowedValues } = error.params;
  if (typeof additionalProperty === 'string')
    return `unknown property '${additionalProperty}'${didYouMean(additionalProperty, knownKeys(error))}`;
  if (error.propertyName !== undefined) return `the property '${error.propertyName}' is not allowed for this kind`;
  if (Array.isArray(allowedValues)) return `must be one of ${allowedValues.join(', ')}`;
  const { title, examples } = error.parentSchema ?? {};
  if (typeof title === 'string' && FORM_KEYWORDS.has(error.keyword) && error.instancePath !== '') {
    const example = Array.isArray(examples) ? `; write it like ${JSON.stringify(examples[0])}` : '';
    return `${shownValue(error.data)} is not ${title}${example}`;
  }
  return error.message ?? 'wrong';
}

/** Keywords for which the title in the schema explains an error better than the message of ajv. */
const FORM_KEYWORDS = new Set(['pattern', 'type', 'maxLength']);
const MAX_SHOWN = 60;

function shownValue(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value}'`;
  return typeof value === 'object' && value !== null ? 'the value' : String(value);
}

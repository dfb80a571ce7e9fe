import { didYouMean } from '../lib/wording.js';
import { knownKeys } from '../lib/validators.js';
import type { SchemaError, Validator } from '../lib/validators.js';
import { CatalogueError } from '../model/errors.js';

/**
 * Checks a value against a schema and gives it its type. Throws a CatalogueError with the file and the JSON path of the
 * first error.
 */
export function validateJson<T>(value: unknown, validate: Validator, file: string): T {
  const errors = validate(value);
  if (errors.length === 0) return value as T;
  const { at, what } = describeErrors(errors);
  throw new CatalogueError(`at ${at === '' ? 'the top' : at}: ${what}`, file);
}

/** Most informative of the errors: JSON path and words. */
export function describeErrors(errors: readonly SchemaError[]): { readonly at: string; readonly what: string } {
  // These report that a part failed, in addition to the error in it.
  const first = errors.find(({ keyword }) => !PARTS.has(keyword)) ?? errors[0];
  // A mistyped property is more informative than another missing one, or one that does not go with the kind.
  const mistyped = errors.find(
    ({ keyword, instancePath }) => keyword === 'additionalProperties' && instancePath === first?.instancePath,
  );
  const error = mistyped ?? first;
  if (error === undefined) return { at: '', what: 'the file has another shape than its schema' };
  return { at: error.instancePath, what: describeError(error) };
}

const PARTS = new Set(['if', 'propertyNames', 'anyOf']);

function describeError(error: SchemaError): string {
  const { additionalProperty, allowedValues } = error.params;
  if (typeof additionalProperty === 'string')
    return `unknown property '${additionalProperty}'${didYouMean(additionalProperty, knownKeys(error))}`;
  if (error.propertyName !== undefined) return `the property '${error.propertyName}' does not go with this kind`;
  if (Array.isArray(allowedValues)) return `must be one of ${allowedValues.join(', ')}`;
  const { title, examples } = error.parentSchema ?? {};
  if (typeof title === 'string' && FORM.has(error.keyword) && error.instancePath !== '') {
    const example = Array.isArray(examples) ? `; write it like ${JSON.stringify(examples[0])}` : '';
    return `${shown(error.data)} is not ${title}${example}`;
  }
  return error.message ?? 'wrong';
}

/** Keywords for which the schema's title explains an error better than ajv does. */
const FORM = new Set(['pattern', 'type', 'maxLength']);
const MAX_SHOWN = 60;

function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value}'`;
  return typeof value === 'object' && value !== null ? 'what stands there' : String(value);
}

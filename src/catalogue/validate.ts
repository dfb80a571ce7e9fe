import { didYouMean } from '../lib/did-you-mean.js';
import { knownKeys } from '../lib/validators.js';
import type { SchemaError, Validator } from '../lib/validators.js';
import { CatalogueError } from '../model/errors.js';

/**
 * Checks a value against a schema and gives it its type. Throws a CatalogueError with the file and the JSON path of the
 * first thing that is wrong.
 */
export function validateJson<T>(value: unknown, validate: Validator, file: string): T {
  const errors = validate(value);
  if (errors.length === 0) return value as T;
  throw new CatalogueError(describeErrors(errors), file);
}

function describeErrors(errors: readonly SchemaError[]): string {
  // An `if` reports that its branch failed, beside what failed in it.
  const first = errors.find(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames') ?? errors[0];
  // A mistyped property says more than that another one is missing, or does not go with the kind.
  const mistyped = errors.find(
    ({ keyword, instancePath }) => keyword === 'additionalProperties' && instancePath === first?.instancePath,
  );
  const error = mistyped ?? first;
  if (error === undefined) return 'the file has another shape than its schema';
  const at = error.instancePath === '' ? 'at the top' : `at ${error.instancePath}`;
  return `${at}: ${describeError(error)}`;
}

function describeError(error: SchemaError): string {
  const { additionalProperty, allowedValues } = error.params;
  if (typeof additionalProperty === 'string')
    return `unknown property '${additionalProperty}'${didYouMean(additionalProperty, knownKeys(error))}`;
  if (error.propertyName !== undefined && Array.isArray(allowedValues)) {
    return `the property '${error.propertyName}' does not go with this kind (known: ${allowedValues.join(', ')})`;
  }
  if (Array.isArray(allowedValues)) return `must be one of ${allowedValues.join(', ')}`;
  return error.message ?? 'wrong';
}

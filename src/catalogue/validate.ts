import { createRequire } from 'node:module';
import type { Ajv, ErrorObject } from 'ajv';
import { didYouMean } from '../lib/did-you-mean.js';
import { CatalogueError } from '../model/errors.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Checks a value against a draft-07 schema and gives it its type. Throws a CatalogueError with the
 * file and the JSON path of the first thing that is wrong.
 */
export function validateJson<T>(value: unknown, schema: JsonSchema, file: string): T {
  const validate = loadAjv().compile<T>(schema);
  if (validate(value)) return value;
  throw new CatalogueError(describeErrors(validate.errors ?? []), file);
}

let ajv: Ajv | undefined;

/** Loaded on first use: the packaged catalogue was checked when it was made, and most runs have no other. */
function loadAjv(): Ajv {
  if (ajv === undefined) {
    const module = createRequire(import.meta.url)('ajv') as { readonly Ajv: typeof Ajv };
    ajv = new module.Ajv({ strict: false, verbose: true, allErrors: true });
  }
  return ajv;
}

function describeErrors(errors: readonly ErrorObject[]): string {
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

function describeError(error: ErrorObject): string {
  const params: Readonly<Record<string, unknown>> = error.params;
  if (typeof params.additionalProperty === 'string') {
    const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
    return `unknown property '${params.additionalProperty}'${didYouMean(params.additionalProperty, known)}`;
  }
  if (error.propertyName !== undefined && Array.isArray(params.allowedValues)) {
    return `the property '${error.propertyName}' does not go with this kind (known: ${params.allowedValues.join(', ')})`;
  }
  if (Array.isArray(params.allowedValues)) return `must be one of ${params.allowedValues.join(', ')}`;
  return error.message ?? 'wrong';
}

import { Ajv } from 'ajv';
import type { SchemaError } from '../../src/core/lib/validators.js';
import { parseJson, validateJson } from '../../src/knowledge/catalogue/source-text.js';
import type { SourceText } from '../../src/knowledge/catalogue/source-text.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

const ajv = new Ajv({ strict: false, verbose: true, allErrors: true });

/**
 * Parses a hand-written table of the `rules` folder and validates it against a draft-07 schema. Only generators can do
 * so: the published program has no validator. Throws a CatalogueError with the place of the fault.
 */
export function parseInput<T>(source: SourceText, schema: JsonSchema): T {
  const validate = ajv.compile(schema);
  const errorsOf = (value: unknown): readonly SchemaError[] => (validate(value) ? [] : (validate.errors ?? []));
  return validateJson<T>(parseJson(source), errorsOf, source.file);
}

/** Schema of an object with these properties and no others. */
export function closedObject(required: readonly string[], properties: Readonly<Record<string, object>>): JsonSchema {
  return { type: 'object', required, additionalProperties: false, properties };
}

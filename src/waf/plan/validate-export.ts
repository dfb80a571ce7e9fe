import { didYouMean } from '../../lib/did-you-mean.js';
import { knownKeys, stepsOf, validatorOf } from '../../lib/validators.js';
import type { SchemaError, Validator } from '../../lib/validators.js';
import { errorAt } from './input-error.js';
import type { InputText } from './input-error.js';
import type { InputKind } from './input-kinds.js';
import type { ZoneExport } from './zone-export.js';

/** Checks a zone configuration. Throws a ConfigError with the place of the first thing that is wrong. */
export function validateZone(value: unknown, input: InputText): Partial<ZoneExport> {
  check(value, validatorOf('waf-export'), input, []);
  return value as Partial<ZoneExport>;
}

/** Checks what the API answered for one kind; `path` is where that is in the file. Throws as above. */
export function validateKind(
  value: unknown,
  kind: InputKind,
  input: InputText,
  path: readonly string[],
): Partial<ZoneExport> {
  check(value, validatorOf('waf-export', kind), input, path);
  return { [kind]: value };
}

function check(value: unknown, validate: Validator, input: InputText, path: readonly string[]): void {
  const [error] = validate(value);
  if (error !== undefined) throw errorAt(input, [...path, ...stepsOf(error.instancePath)], describeError(error));
}

function describeError(error: SchemaError): string {
  const { additionalProperty, allowedValues, type } = error.params;
  if (typeof additionalProperty === 'string')
    return `unknown property '${additionalProperty}'${didYouMean(additionalProperty, knownKeys(error))}`;
  if (Array.isArray(allowedValues))
    return `must be one of ${allowedValues.filter((value) => value !== null).join(', ')}`;
  if (error.keyword === 'minProperties') return 'holds nothing';
  if (Array.isArray(type)) return `must be ${type.join(' or ')}`;
  return error.message ?? 'has another shape than its schema';
}

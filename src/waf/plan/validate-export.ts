import { didYouMean } from '../../lib/did-you-mean.js';
import { knownKeys, stepsOf, validatorOf } from '../../lib/validators.js';
import type { SchemaError, Validator } from '../../lib/validators.js';
import { errorAt } from './input-error.js';
import type { InputText } from './input-error.js';
import { isRecord } from '../../lib/is-record.js';
import type { InputKind } from './input-kinds.js';
import { planIn } from './plan-name.js';
import type { ZoneExport } from './zone-export.js';

/** Checks a zone configuration. Throws a ConfigError with the place of the first thing that is wrong. */
export function validateZone(value: unknown, input: InputText): Partial<ZoneExport> {
  const zone = withPlan(value);
  check(zone, validatorOf('waf-export'), input, []);
  return zone as Partial<ZoneExport>;
}

/** Checks what the API answered for one kind; `path` is where that is in the file. Throws as above. */
export function validateKind(
  value: unknown,
  kind: InputKind,
  input: InputText,
  path: readonly string[],
): Partial<ZoneExport> {
  if (kind === 'waf' || kind === 'zone') return readSetting(value, kind, input, path);
  check(value, validatorOf('waf-export', kind), input, path);
  return { [kind]: value };
}

/** The plan of a configuration in the words of its schema, where the API's name for it stands there. */
function withPlan(value: unknown): unknown {
  const plan = isRecord(value) ? planIn(value.plan) : undefined;
  return plan === undefined || !isRecord(value) ? value : { ...value, plan };
}

/** Reads the answers that are not lists: the switch of the previous WAF, the id and plan of the zone. */
function readSetting(
  value: unknown,
  kind: 'waf' | 'zone',
  input: InputText,
  path: readonly string[],
): Partial<ZoneExport> {
  if (!isRecord(value)) throw errorAt(input, path, 'must be an object');
  if (kind === 'waf') {
    if (value.value !== 'on' && value.value !== 'off')
      throw errorAt(input, [...path, 'value'], 'must be one of on, off');
    return { waf: value.value };
  }
  const plan = planIn(value.plan);
  return {
    ...(typeof value.id === 'string' ? { zone_id: value.id } : {}),
    ...(plan === undefined ? {} : { plan }),
  };
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

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv, ErrorObject } from 'ajv';
import { rulesFile } from '../lib/package-files.js';
import { didYouMean } from '../lib/did-you-mean.js';
import { ConfigError } from '../model/errors.js';
import type { Catalogue } from '../model/deprecation.js';
import type { LoadedConfig, SunsetConfig } from './config.js';

/**
 * Gives a value its type.
 *
 * @throws ConfigError with the file, the JSON path and, for a mistyped word, the one that was meant.
 */
export function checkConfig(value: unknown, file: string, at: string): SunsetConfig {
  // Loaded late: most runs have no configuration.
  const module = createRequire(import.meta.url)('ajv') as { readonly Ajv: typeof Ajv };
  const schema = JSON.parse(readFileSync(rulesFile('config.schema.json'), 'utf8')) as object;
  const validate = new module.Ajv({ strict: false, verbose: true, allErrors: true }).compile<SunsetConfig>(schema);
  if (validate(value)) return value;
  const errors = validate.errors ?? [];
  // A mistyped key says more than that another one is missing.
  const error =
    errors.find(({ keyword }) => keyword === 'additionalProperties') ??
    errors.find(({ keyword }) => keyword !== 'required' && keyword !== 'not') ??
    errors[0];
  throw new ConfigError(
    `${file}: ${error === undefined ? `${at} has another shape than the schema` : describe(error, at)}.`.replace(
      /\?\.$/,
      '?',
    ),
  );
}

/** @throws ConfigError for an id in `ignore` that no deprecation has. */
export function checkIgnoredIds({ file, at, config }: LoadedConfig, catalogue: Catalogue): void {
  const known = new Set(catalogue.deprecations.map((deprecation) => deprecation.id));
  for (const [index, id] of (config.ignore ?? []).entries()) {
    if (known.has(id)) continue;
    const advice = /[*/.]/.test(id)
      ? '; globs of files belong into ignoreFiles.'
      : didYouMean(id, known) || "; 'sunset-lint catalogue' lists the ids.";
    throw new ConfigError(`${file}: ${at}.ignore[${index}] is '${id}', which is no deprecation${advice}`);
  }
}

function describe(error: ErrorObject, at: string): string {
  const where = at + jsonPath(error.instancePath);
  const params: Readonly<Record<string, unknown>> = error.params;
  const { additionalProperty, allowedValues, type, missingProperty } = params;
  if (typeof additionalProperty === 'string') {
    const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {}).filter(
      (key) => key !== '$schema',
    );
    return `${where} has an unknown key '${additionalProperty}'${didYouMean(additionalProperty, known)}`;
  }
  if (Array.isArray(allowedValues)) {
    const guess = typeof error.data === 'string' ? didYouMean(error.data, allowedValues.map(String)) : '';
    return `${where} is ${JSON.stringify(error.data)}, not one of ${allowedValues.join(', ')}${guess}`;
  }
  if (typeof missingProperty === 'string') return `${where} lacks '${missingProperty}'`;
  if (typeof type === 'string') return `${where} is ${nameOf(error.data)}, not ${NAMES[type] ?? type}`;
  if (error.keyword === 'oneOf') return `${where} must have 'module' and 'export', or 'global', or 'type' and 'module'`;
  return `${where} ${error.message ?? 'is wrong'}`;
}

const NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
};

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** `/clients/0/name` as `.clients[0].name`. */
function jsonPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('');
}

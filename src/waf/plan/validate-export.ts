import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv, ErrorObject } from 'ajv';
import { didYouMean } from '../../lib/did-you-mean.js';
import { rulesFile } from '../../lib/package-files.js';
import { expectDefined } from '../../lib/expect-defined.js';
import { errorAt } from './input-error.js';
import type { InputText } from './input-error.js';
import type { InputKind } from './input-kinds.js';
import type { ZoneExport } from './zone-export.js';

const SCHEMA = 'waf-export.schema.json';

/** Checks a zone configuration. Throws a ConfigError with the place of the first thing that is wrong. */
export function validateZone(value: unknown, input: InputText): Partial<ZoneExport> {
  check(value, SCHEMA, input, []);
  return value as Partial<ZoneExport>;
}

/** Checks what the API answered for one kind; `path` is where that is in the file. Throws as above. */
export function validateKind(
  value: unknown,
  kind: InputKind,
  input: InputText,
  path: readonly string[],
): Partial<ZoneExport> {
  check(value, `${SCHEMA}#/definitions/${kind}`, input, path);
  return { [kind]: value };
}

function check(value: unknown, schema: string, input: InputText, path: readonly string[]): void {
  const validate = expectDefined(loadAjv().getSchema(schema), `no schema ${schema}`);
  if (validate(value) === true) return;
  const error = validate.errors?.[0];
  const inner = (error?.instancePath ?? '')
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  throw errorAt(input, [...path, ...inner], describeError(error));
}

let ajv: Ajv | undefined;

/** Loaded on first use, as `catalogue/validate.ts` does: most runs of the program plan nothing. */
function loadAjv(): Ajv {
  if (ajv === undefined) {
    const module = createRequire(import.meta.url)('ajv') as { readonly Ajv: typeof Ajv };
    // One error is enough, and the rest of a large file costs nothing then.
    ajv = new module.Ajv({ strict: false, verbose: true });
    ajv.addSchema(JSON.parse(readFileSync(rulesFile(SCHEMA), 'utf8')) as object, SCHEMA);
  }
  return ajv;
}

function describeError(error: ErrorObject | undefined): string {
  const params: Readonly<Record<string, unknown>> = error?.params ?? {};
  if (typeof params.additionalProperty === 'string') {
    const known = Object.keys((error?.parentSchema?.properties as object | undefined) ?? {});
    return `unknown property '${params.additionalProperty}'${didYouMean(params.additionalProperty, known)}`;
  }
  if (Array.isArray(params.allowedValues))
    return `must be one of ${params.allowedValues.filter((value) => value !== null).join(', ')}`;
  if (error?.keyword === 'minProperties') return 'holds nothing';
  if (Array.isArray(params.type)) return `must be ${params.type.join(' or ')}`;
  return error?.message ?? 'has another shape than its schema';
}

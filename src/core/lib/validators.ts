import { builtModule } from '../built-module.js';

/** Schemas of the `rules` folder that are checked at run time. */
export type SchemaName = 'config' | 'eslint-settings' | 'catalogue' | 'baseline' | 'report';

/** Error of a schema, as reported by ajv. */
export interface SchemaError {
  readonly keyword: string;
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** The invalid value. */
  readonly data?: unknown;
  /** The violated part of the schema. */
  readonly parentSchema?: Readonly<Record<string, unknown>>;
  /** The invalid name, where names of properties are checked. */
  readonly propertyName?: string;
}

/** A compiled schema. */
export type Validator = (value: unknown) => readonly SchemaError[];

/** Functions of a compiled schema: `whole`, and those of its definitions by their names. */
export type CompiledSchema = Readonly<Record<string, CompiledValidator>>;

interface CompiledValidator {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/**
 * The validator of a schema, or of one of its definitions; compiled when the project is built, and loaded on first use:
 * most runs check nothing. It returns the errors, none for a valid value.
 */
export function validatorOf(schema: SchemaName, definition?: string): Validator {
  return validatorIn(builtModule(`validators/${schema}.cjs`) as CompiledSchema, schema, definition);
}

/** The validator of a compiled schema, or of one of its definitions. */
export function validatorIn(compiled: CompiledSchema, schema: string, definition = 'whole'): Validator {
  const validate = compiled[definition];
  if (validate === undefined) throw new Error(`the schema '${schema}' has no '${definition}'`);
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

/** Names of the properties that the violated part of the schema allows, without `$schema`. */
export function knownKeys({ parentSchema }: SchemaError): readonly string[] {
  const properties = parentSchema?.['properties'];
  return typeof properties === 'object' && properties !== null
    ? Object.keys(properties).filter((key) => key !== '$schema')
    : [];
}

/** The steps of a JSON pointer: `/clients/0` as `['clients', '0']`. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Steps as a path: `['clients', '0']` as `.clients[0]`. */
export function pathOf(steps: readonly string[]): string {
  return steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
}

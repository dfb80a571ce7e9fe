import { builtModule } from './built-module.js';

/** Schemas of the `rules` folder that something is checked against at run time. */
export type SchemaName = 'config' | 'eslint-settings' | 'catalogue' | 'baseline' | 'waf-export' | 'report';

/** Error of a schema, as reported by ajv. */
export interface SchemaError {
  readonly keyword: string;
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** The value that does not fit. */
  readonly data?: unknown;
  /** The part of the schema that it does not fit. */
  readonly parentSchema?: Readonly<Record<string, unknown>>;
  /** The name that does not fit, where names of properties are looked at. */
  readonly propertyName?: string;
}

/** A compiled schema. */
export type Validator = (value: unknown) => readonly SchemaError[];

interface Compiled {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/**
 * The validator of a schema, or of one of its definitions; compiled when the project is built, and loaded when it is
 * asked for: most runs check nothing. It gives what does not fit: nothing, where all does.
 */
export function validatorOf(schema: SchemaName, definition = 'whole'): Validator {
  const compiled = builtModule(`validators/${schema}.cjs`) as Readonly<Record<string, Compiled>>;
  const validate = compiled[definition];
  if (validate === undefined) throw new Error(`the schema '${schema}' has no '${definition}'`);
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

/** Names of the properties that a value may have there, without `$schema`. */
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

/** Steps as a path below something: `['clients', '0']` as `.clients[0]`. */
export function pathOf(steps: readonly string[]): string {
  return steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
}

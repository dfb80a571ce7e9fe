import { readFileSync } from 'node:fs';
import type { SettingKind, SettingRow } from '../../src/config/setting-row.js';
import { CONFIG_KEYS, SETTINGS } from '../../src/config/setting-table.js';
import type { ConfigKey } from '../../src/config/setting-table.js';
import { OPTIONAL_PARTS } from '../../src/config/setting-row.js';
import { LANGUAGE_IDS } from '../../src/core/model/language.js';

type Schema = Readonly<Record<string, unknown>>;

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Schema>>;
}

const CONFIG_SCHEMA = 'rules/config.schema.json';
const ESLINT_SCHEMA = 'rules/eslint-settings.schema.json';

const TEXT: Schema = { type: 'string', minLength: 1 };
const TEXTS: Schema = { type: 'array', items: TEXT };
const TOGGLE: Schema = { type: 'boolean' };

/** Schema of each kind, except lists with items described in the schema file. */
const KIND_SCHEMAS: Readonly<Partial<Record<SettingKind, Schema>>> = {
  toggle: TOGGLE,
  negated: TOGGLE,
  text: TEXT,
  path: TEXT,
  paths: TEXTS,
  globs: TEXTS,
  ids: TEXTS,
  languages: { type: 'array', items: { enum: LANGUAGE_IDS }, uniqueItems: true },
  extras: { type: 'array', items: { enum: OPTIONAL_PARTS }, uniqueItems: true },
  formats: TEXTS,
  size: TEXT,
  memory: TEXT,
  duration: TEXT,
  days: { type: 'string', pattern: '^\\d{1,5}d?$', title: 'a number of days', examples: ['90d'] },
  horizon: {
    type: 'string',
    pattern: '^(?:\\d{1,5}d?|all)$',
    title: 'a number of days, or all',
    examples: ['90d', 'all'],
  },
  count: { type: 'integer', minimum: 0 },
};

/** Schemas of configurations, by path below the root. Schemas of items in lists of objects stay as in the files. */
export function configSchemas(root: string): ReadonlyMap<string, string> {
  const config = readSchema(`${root}/${CONFIG_SCHEMA}`);
  const eslint = readSchema(`${root}/${ESLINT_SCHEMA}`);
  const properties = Object.fromEntries(CONFIG_KEYS.map((key) => [key, schemaOf(key, config)]));
  const { $schema = {} } = config.properties;
  const sharedProperties = Object.fromEntries(
    CONFIG_KEYS.filter((key) => 'eslint' in SETTINGS[key]).map((key) => [
      key,
      { $ref: `config.schema.json#/properties/${key}` },
    ]),
  );
  const { followImports = {}, asOf = {}, baseline = {} } = eslint.properties;
  return new Map([
    [CONFIG_SCHEMA, schemaText({ ...config, properties: { $schema, ...properties } })],
    [ESLINT_SCHEMA, schemaText({ ...eslint, properties: { ...sharedProperties, followImports, asOf, baseline } })],
  ]);
}

function schemaOf(key: ConfigKey, { properties }: ObjectSchema): Schema {
  const { kind, choices, about, atLeastOne }: SettingRow = SETTINGS[key];
  // Drops links, which point to other parts of the page.
  const plainText = about.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const description = `${plainText.charAt(0).toUpperCase()}${plainText.slice(1)}.`;
  if (choices !== undefined) return { enum: choices, description };
  const kindSchema = KIND_SCHEMAS[kind] ?? { type: 'array', items: properties[key]?.['items'] };
  return { ...kindSchema, ...(atLeastOne === true ? { minItems: 1 } : {}), description };
}

/** Rows of the table of keys in `docs/configuration.md`. */
export function configTable(): string {
  const rows = CONFIG_KEYS.map((key) => {
    const { flag, about }: SettingRow = SETTINGS[key];
    const names = [...(flag ?? '').matchAll(/--[a-z-]+/g)].map(([name]) => `\`${name}\``).join(', ');
    const label = key === 'paths' ? ' arguments ' : names === '' ? ' ' : ` ${names} `;
    return `| \`${key}\` |${label}| ${about.replaceAll('|', '\\|')} |`;
  });
  return ['| Key | Flag | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function readSchema(path: string): ObjectSchema {
  return JSON.parse(readFileSync(path, 'utf8')) as ObjectSchema;
}

function schemaText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

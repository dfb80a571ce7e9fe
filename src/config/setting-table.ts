import type { Override } from '../knowledge/catalogue/load.js';
import type { ClientModel } from '../core/model/client-model.js';
import type { Place } from './checked-json.js';
import { CATALOGUE, FILES } from './rows-input.js';
import { GATE, REPORT, RUN } from './rows-output.js';
import type { AffectedPart, PlainKinds, SettingRow } from './setting-row.js';

/**
 * Every setting of a scan, in the order of the help. Flags and their help, completion, the configuration with its type,
 * its schema and its page, ESLint's settings, `--print-config`, the treatment of a change's own settings, and cache
 * keys are all derived from these rows.
 */
export const SETTINGS = { ...FILES, ...REPORT, ...GATE, ...CATALOGUE, ...RUN } as const;

type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;

/** The settings that configurations have. */
export type ConfigKey = {
  [K in SettingName]: Settings[K] extends { readonly combine: string } ? K : never;
}[SettingName];

/** Keys that the settings of ESLint have as well. */
export type SharedWithEslint = {
  [K in SettingName]: Settings[K] extends { readonly eslint: true } ? K : never;
}[SettingName];

/** Settings of the catalogue and of clients. */
export type CatalogueKey = {
  [K in ConfigKey]: Settings[K] extends { readonly affects: 'catalogue' } ? K : never;
}[ConfigKey];

/** A value of a choice, or the type of its kind. */
export type ValueOf<K extends SettingName, Kinds> = Settings[K] extends {
  readonly choices: readonly (infer Choice)[];
}
  ? Choice
  : Settings[K]['kind'] extends keyof Kinds
    ? Kinds[Settings[K]['kind']]
    : never;

/** All rows, with their names. */
export const SETTING_ROWS: readonly (readonly [name: SettingName, row: SettingRow])[] = Object.entries(
  SETTINGS,
) as readonly (readonly [SettingName, SettingRow])[];

/** The keys of a configuration. */
export const CONFIG_KEYS: readonly ConfigKey[] = SETTING_ROWS.filter(([, row]) => row.combine !== undefined).map(
  ([name]) => name as ConfigKey,
);

/** Names of the settings that affect one of these parts. */
export function settingsThatAffect(...effects: readonly AffectedPart[]): readonly SettingName[] {
  return SETTING_ROWS.filter(([, { affects }]) => effects.includes(affects)).map(([name]) => name);
}

/** Type of each kind of value in a configuration. */
interface ConfigKinds extends PlainKinds {
  readonly paths: readonly string[];
  readonly formats: readonly string[];
  readonly size: string;
  readonly memory: string;
  readonly duration: string;
  readonly days: string;
  readonly horizon: string;
  readonly catalogues: readonly (string | { readonly file: string; readonly sha256?: string })[];
  readonly overrides: readonly Override[];
  readonly baseUrls: readonly (string | { readonly url: string; readonly api?: string })[];
  readonly clients: readonly ClientModel[];
}

/** Keys of a configuration file, from the table of settings; `rules/config.schema.json` is their schema. */
export type SunsetConfig = { readonly [K in ConfigKey]?: ValueOf<K, ConfigKinds> } & { readonly $schema?: string };

/** A configuration and its place. */
export interface LoadedConfig {
  /** Absolute path; that of package.json if the configuration is a key in it. */
  readonly file: string;
  readonly config: SunsetConfig;
  /** Place of a value, with line and column if the file is JSON. */
  readonly place: Place;
}

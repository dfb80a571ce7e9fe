import type { Override } from '../catalogue/load.js';
import type { ClientModel } from '../model/client-model.js';
import type { Place } from './place.js';
import type { PlainKinds } from './setting-row.js';
import type { ConfigKey, ValueOf } from './setting-table.js';

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
  /** Absolute path; of package.json where it is a key of it. */
  readonly file: string;
  readonly config: SunsetConfig;
  /** Place of a value, with line and column where the file is JSON. */
  readonly place: Place;
}

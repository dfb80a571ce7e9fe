import type { EditionId, Override } from '../catalogue/load.js';
import type { ClientModel } from '../model/client-model.js';
import type { LanguageId } from '../model/language.js';
import type { Confidence } from '../model/evidence.js';
import type { Place } from './place.js';

/** What a configuration file can say; `rules/config.schema.json` describes it. */
export interface SunsetConfig {
  readonly $schema?: string;
  /** Files, folders and patterns, relative to the file. */
  readonly paths?: readonly string[];
  /** Globs of files. */
  readonly include?: readonly string[];
  /** Globs of files. */
  readonly ignoreFiles?: readonly string[];
  /** Ids of deprecations that are not reported. */
  readonly ignore?: readonly string[];
  readonly languages?: readonly LanguageId[];
  readonly documents?: boolean;
  readonly excludeTests?: boolean;
  readonly resources?: boolean;
  readonly testDoubles?: boolean;
  readonly tsconfig?: string;
  readonly maxFileSize?: string;
  readonly maxMemory?: string;
  readonly timeout?: string;
  /** State of the built-in catalogue. */
  readonly edition?: EditionId;
  /** False leaves the built-in catalogue out. */
  readonly builtin?: boolean;
  /** Other APIs that are packaged. */
  readonly apis?: readonly string[];
  /** Installed packages with catalogues. */
  readonly packages?: readonly string[];
  readonly catalogues?: readonly (string | { readonly file: string; readonly sha256?: string })[];
  readonly overrides?: readonly Override[];
  readonly baseUrls?: readonly (string | { readonly url: string; readonly api?: string })[];
  readonly clients?: readonly ClientModel[];
  readonly minConfidence?: Confidence;
  readonly failOn?: 'sunset' | 'deprecated' | 'never';
  readonly onlyChanged?: readonly LanguageId[];
  readonly warnWithin?: string;
  readonly maxFindings?: number;
  readonly baseline?: string;
  readonly strictClock?: boolean;
  readonly format?: readonly string[];
  readonly category?: string;
  readonly omitSuppressed?: boolean;
  readonly evidence?: boolean;
  readonly unresolved?: boolean;
}

/** A configuration and where it was found. */
export interface LoadedConfig {
  /** Absolute path; of package.json where it is a key of it. */
  readonly file: string;
  readonly config: SunsetConfig;
  /** Where a value of it stands, with line and column where the file is JSON. */
  readonly place: Place;
}

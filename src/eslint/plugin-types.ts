import type { RuleName } from '../model/finding.js';

/**
 * The plugin in types of its own, which all versions of ESLint accept: the types of ESLint differ from version to version,
 * version 8 has none, and users of the scanner alone have no ESLint.
 */
export interface SunsetPlugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Readonly<Record<RuleName, SunsetRule>>;
  readonly configs: {
    /** Findings that are probable or certain. */
    readonly recommended: FlatConfig;
    /** Every finding. */
    readonly strict: FlatConfig;
    /** The same two for `.eslintrc`. */
    readonly 'legacy-recommended': LegacyConfig;
    readonly 'legacy-strict': LegacyConfig;
  };
}

/** A rule as ESLint takes it. */
export interface SunsetRule {
  readonly meta: {
    readonly type: 'problem';
    /** `url` is there where the package has a public repository. */
    readonly docs: { readonly description: string; readonly recommended: boolean; readonly url?: string };
    readonly messages: Record<string, string>;
    readonly hasSuggestions: boolean;
    /** JSON Schemas of the options. */
    readonly schema: Record<string, unknown>[];
    readonly defaultOptions: Record<string, unknown>[];
  };
  /** What ESLint calls with its context for each file; nothing is returned for a file that has nothing to do with the API. */
  create(context: object): { Program?: () => void; 'Program:exit'?: () => void };
}

/** A configuration for `eslint.config.js`. */
export interface FlatConfig {
  readonly name: string;
  readonly plugins: { readonly sunset: SunsetPlugin };
  readonly rules: AllRules;
  readonly settings?: Record<string, unknown>;
}

/** A configuration for `.eslintrc`, where the plugin is called `sunset`, that is `eslint-plugin-sunset`. */
export interface LegacyConfig {
  readonly plugins: string[];
  readonly rules: AllRules;
  readonly settings?: Record<string, unknown>;
}

export type AllRules = Record<`sunset/${RuleName}`, 'error'>;

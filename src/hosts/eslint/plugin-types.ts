import type { RuleName } from '../../core/model/rules.js';

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
    /** Mistakes in requests of the migration to WAF Managed Rules, and nothing else. */
    readonly 'waf-migration': FlatConfig;
    /** The recommended rules for `.eslintrc`. */
    readonly 'legacy-recommended': LegacyConfig;
    readonly 'legacy-strict': LegacyConfig;
    readonly 'legacy-waf-migration': LegacyConfig;
  };
}

/** A rule as ESLint takes it. */
export interface SunsetRule {
  readonly meta: {
    readonly type: 'problem';
    readonly docs: { readonly description: string; readonly recommended: boolean; readonly url: string };
    /**
     * Any: a file of another language than JavaScript has no findings, and ESLint refuses a rule that is not for it.
     */
    readonly languages: string[];
    readonly messages: Record<string, string>;
    readonly hasSuggestions?: boolean;
    /** JSON Schemas of the options. */
    readonly schema: Record<string, unknown>[];
    readonly defaultOptions: Record<string, unknown>[];
  };
  /** Called by ESLint with its context for each file; returns no listeners for a file unrelated to the API. */
  create(context: object): { Program?: () => void; 'Program:exit'?: () => void };
}

/** A configuration for `eslint.config.js`. */
export interface FlatConfig {
  readonly name: string;
  readonly plugins: { readonly sunset: SunsetPlugin };
  readonly rules: RulesOn;
  readonly settings?: Record<string, unknown>;
}

/** A configuration for `.eslintrc`, where the plugin is called `sunset`, that is `eslint-plugin-sunset`. */
export interface LegacyConfig {
  readonly plugins: string[];
  readonly rules: RulesOn;
  readonly settings?: Record<string, unknown>;
}

/** All rules, or one. */
export type RulesOn = Partial<Record<`sunset/${RuleName}`, 'error'>>;

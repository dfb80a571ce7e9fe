import type { RuleName } from '../../core/model/rules.js';

/**
 * The plugin. Its types do not use the types of ESLint, which differ between versions, are absent from version 8, and
 * are not installed by users of the scanner alone.
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

/** A rule in the form that ESLint expects. */
export interface SunsetRule {
  readonly meta: {
    readonly type: 'problem';
    readonly docs: { readonly description: string; readonly recommended: boolean; readonly url: string };
    /** Always `*`: files of other languages have no findings, but ESLint would reject a rule for JavaScript alone. */
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
  readonly rules: EnabledRules;
  readonly settings?: Record<string, unknown>;
}

/** A configuration for `.eslintrc`, where the plugin name `sunset` means the package `eslint-plugin-sunset`. */
export interface LegacyConfig {
  readonly plugins: string[];
  readonly rules: EnabledRules;
  readonly settings?: Record<string, unknown>;
}

/** Rules with their severities. */
export type EnabledRules = Partial<Record<`sunset/${RuleName}`, 'error'>>;

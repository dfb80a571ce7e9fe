import type { ESLint, Linter } from 'eslint';
import { readTool } from '../lib/package-files.js';
import { RULES } from '../model/finding.js';
import { rules } from './rules.js';

/** A configuration for `.eslintrc`, where the plugin is called `sunset`, that is `eslint-plugin-sunset`. */
export interface LegacyConfig {
  readonly plugins: string[];
  readonly rules: Linter.RulesRecord;
  readonly settings?: Record<string, unknown>;
}

/** The ESLint plugin; its configurations name it `sunset`. */
export interface SunsetPlugin extends ESLint.Plugin {
  readonly rules: typeof rules;
  readonly configs: {
    /** Findings that are probable or certain. */
    readonly recommended: Linter.Config;
    /** Every finding. */
    readonly strict: Linter.Config;
    /** The same two for `.eslintrc`. */
    readonly 'legacy-recommended': LegacyConfig;
    readonly 'legacy-strict': LegacyConfig;
  };
}

const all: Linter.RulesRecord = Object.fromEntries(RULES.map((name) => [`sunset/${name}`, 'error']));
const recommended = { rules: all };
const strict = { rules: all, settings: { sunset: { minConfidence: 'possible', resources: true } } };
const configs: { -readonly [name in keyof SunsetPlugin['configs']]: SunsetPlugin['configs'][name] } = {
  recommended: {},
  strict: {},
  'legacy-recommended': { plugins: ['sunset'], ...recommended },
  'legacy-strict': { plugins: ['sunset'], ...strict },
};
const plugin: SunsetPlugin = {
  meta: { name: 'sunset-lint', version: readTool().version, namespace: 'sunset' },
  rules,
  configs,
};

// These hold the plugin itself, not its name.
configs.recommended = { name: 'sunset/recommended', plugins: { sunset: plugin }, ...recommended };
configs.strict = { name: 'sunset/strict', plugins: { sunset: plugin }, ...strict };

export default plugin;

import type { ESLint, Linter } from 'eslint';
import noDeprecatedEndpoint from './rules/no-deprecated-endpoint.js';
import noDeprecatedField from './rules/no-deprecated-field.js';
import noDeprecatedResource from './rules/no-deprecated-resource.js';
import noDeprecatedTransport from './rules/no-deprecated-transport.js';
import validWafMigration from './rules/valid-waf-migration.js';
import { readTool } from '../lib/package-files.js';

const rules = {
  'no-deprecated-endpoint': noDeprecatedEndpoint,
  'no-deprecated-field': noDeprecatedField,
  'no-deprecated-resource': noDeprecatedResource,
  'no-deprecated-transport': noDeprecatedTransport,
  'valid-waf-migration': validWafMigration,
};

/** The ESLint plugin; its configurations name it `sunset`. */
export interface SunsetPlugin extends ESLint.Plugin {
  readonly rules: typeof rules;
  readonly configs: {
    /** The rules about requests, findings that are probable or certain. */
    readonly recommended: Linter.Config;
    /** All rules, every finding. */
    readonly strict: Linter.Config;
  };
}

const configs: { recommended: Linter.Config; strict: Linter.Config } = { recommended: {}, strict: {} };
const plugin: SunsetPlugin = {
  meta: { name: 'sunset-lint', version: readTool().version, namespace: 'sunset' },
  rules,
  configs,
};

const errors = Object.fromEntries(Object.keys(rules).map((name) => [`sunset/${name}`, 'error' as const]));
const recommended = Object.fromEntries(
  Object.entries(errors).filter(([name]) => name !== 'sunset/no-deprecated-resource'),
);
configs.recommended = { name: 'sunset/recommended', plugins: { sunset: plugin }, rules: recommended };
configs.strict = {
  name: 'sunset/strict',
  plugins: { sunset: plugin },
  rules: errors,
  settings: { sunset: { minConfidence: 'possible' } },
};

export default plugin;

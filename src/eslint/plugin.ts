import type { ESLint, Linter } from 'eslint';
import { readTool } from '../lib/package-files.js';
import { RULES } from '../model/finding.js';
import type { RuleName } from '../model/finding.js';
import { RECOMMENDED } from './rule-table.js';
import { rules } from './rules.js';

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

configs.recommended = { name: 'sunset/recommended', plugins: { sunset: plugin }, rules: errors(RECOMMENDED) };
configs.strict = {
  name: 'sunset/strict',
  plugins: { sunset: plugin },
  rules: errors(RULES),
  settings: { sunset: { minConfidence: 'possible' } },
};

export default plugin;

function errors(names: readonly RuleName[]): Linter.RulesRecord {
  return Object.fromEntries(names.map((name) => [`sunset/${name}`, 'error']));
}

import { versionWithCatalogues } from '../catalogue/catalogue-files.js';
import { RULES } from '../model/finding.js';
import type { AllRules, SunsetPlugin } from './plugin-types.js';
import { rules } from './rules.js';

const all = Object.fromEntries(RULES.map((name) => [`sunset/${name}`, 'error'])) as AllRules;
const recommended = { rules: all };
const strict = { rules: all, settings: { sunset: { minConfidence: 'possible', alsoReport: ['resources'] } } };

/** The ESLint plugin; its configurations name it `sunset`. */
const plugin = {
  meta: {
    name: 'sunset-lint',
    // Whatever ESLint keeps between runs, it keeps for this version.
    get version() {
      return versionWithCatalogues();
    },
    namespace: 'sunset',
  },
  rules,
} as { -readonly [part in keyof SunsetPlugin]: SunsetPlugin[part] };

// The first two hold the plugin itself, not its name.
plugin.configs = {
  recommended: { name: 'sunset/recommended', plugins: { sunset: plugin }, ...recommended },
  strict: { name: 'sunset/strict', plugins: { sunset: plugin }, ...strict },
  'legacy-recommended': { plugins: ['sunset'], ...recommended },
  'legacy-strict': { plugins: ['sunset'], ...strict },
};

export default plugin as SunsetPlugin;

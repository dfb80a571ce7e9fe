import { versionWithCatalogues } from '../../knowledge/catalogue/catalogue-files.js';
import { RULES } from '../../core/model/rules.js';
import type { EnabledRules, SunsetPlugin } from './plugin-types.js';
import { rules } from './rules/index.js';

const allRules: EnabledRules = Object.fromEntries(RULES.map((name) => [`sunset/${name}`, 'error']));
const recommended = { rules: allRules };
const strict = { rules: allRules, settings: { sunset: { minConfidence: 'possible', alsoReport: ['resources'] } } };
const wafMigration: { readonly rules: EnabledRules } = { rules: { 'sunset/valid-waf-migration': 'error' } };

/** The ESLint plugin; its configurations name it `sunset`. */
const plugin = {
  meta: {
    name: 'sunset-lint',
    // ESLint's cache key includes the version.
    get version() {
      return versionWithCatalogues();
    },
    namespace: 'sunset',
  },
  // The type is asserted, because a new row of the table of rules has no file until `npm run generate`.
  rules,
} as { -readonly [part in keyof SunsetPlugin]: SunsetPlugin[part] };

// Flat configurations contain the plugin itself; legacy configurations contain its name.
plugin.configs = {
  recommended: { name: 'sunset/recommended', plugins: { sunset: plugin }, ...recommended },
  strict: { name: 'sunset/strict', plugins: { sunset: plugin }, ...strict },
  'waf-migration': { name: 'sunset/waf-migration', plugins: { sunset: plugin }, ...wafMigration },
  'legacy-recommended': { plugins: ['sunset'], ...recommended },
  'legacy-strict': { plugins: ['sunset'], ...strict },
  'legacy-waf-migration': { plugins: ['sunset'], ...wafMigration },
};

export default plugin as SunsetPlugin;

import plugin from './hosts/eslint/plugin.js';

export type { FlatConfig, LegacyConfig, SunsetPlugin, SunsetRule } from './hosts/eslint/plugin-types.js';
export default plugin;

/** Parts of the plugin, for `import { configs } from 'sunset-lint'`. */
export const { meta, rules, configs } = plugin;

import plugin from './eslint/plugin.js';

export type { LegacyConfig, SunsetPlugin } from './eslint/plugin.js';
export default plugin;

/** The parts of the plugin for hosts that load it with `require`, which gives all exports: ESLint 8 with an `.eslintrc`. */
export const { meta, rules, configs } = plugin;

import type { SunsetConfig } from './setting-table.js';

/** Type of the export of `sunset-lint.config.js` or `.ts`. */
export type { SunsetConfig as Config, SunsetConfig as SunsetLintConfig } from './setting-table.js';

/**
 * Returns a configuration unchanged: editors then know its keys and values.
 *
 * @example
 * // sunset-lint.config.ts
 * export default defineConfig({ paths: ['src'], failOn: 'sunset' });
 */
export function defineConfig(config: SunsetConfig): SunsetConfig {
  return config;
}

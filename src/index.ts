export { default } from './eslint/plugin.js';
export type { SunsetPlugin } from './eslint/plugin.js';

/** Configurations of bundlers, frameworks and test runners that can have aliases; most are programs. */
const BUNDLER_CONFIG =
  /^(?:(?:vite|vitest|electron\.vite|rollup|rolldown|rspack|rsbuild|farm|craco|quasar|vue|next|nuxt|svelte|astro|docusaurus|wxt|metro|babel|jest)\.config(?:\.[\w-]+)?\.[cm]?[jt]s|webpack(?:[.-][\w.-]+)?\.[cm]?[jt]s|vite\.[\w-]+\.config\.[cm]?[jt]s|\.?babelrc(?:\.c?js|\.json)?|(?:babel|jest)\.config\.json|\.umirc\.[jt]s)$/;

/** Other files that affect the resolution of package names and aliases, and entries that end the search for one. */
const OTHER_DECIDERS: ReadonlySet<string> = new Set([
  'package.json',
  'tsconfig.json',
  'jsconfig.json',
  'deno.json',
  'deno.jsonc',
  'lerna.json',
  'pnpm-workspace.yaml',
  'rush.json',
  '.git',
]);

/** Whether an entry of a folder affects the resolution of imports by name in that folder and below. */
export function isDecider(name: string): boolean {
  return OTHER_DECIDERS.has(name) || BUNDLER_CONFIG.test(name);
}

/** Whether a file is a configuration of a bundler, by its name. */
export function isBundlerConfig(name: string): boolean {
  return BUNDLER_CONFIG.test(name);
}

/** Folders beside a manifest that may contain configurations of bundlers as well. */
export const CONFIG_FOLDERS = ['build', 'config', 'webpack'] as const;

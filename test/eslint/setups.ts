import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folder } from './support.js';
import type { Files } from './support.js';

const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** Project as its framework creates it, with one linter. Lines that end with `// found` have a finding. */
export interface Setup {
  readonly linter: 'eslint' | 'eslint-8' | 'oxlint';
  /** Packages that the configuration loads. */
  readonly packages: readonly string[];
  readonly files: Files;
}

const API = 'https://api.cloudflare.com/client/v4';

const CLIENT_JS = `export const base = '${API}';
export const cf = (path, init) => fetch(base + path, init);
`;
const CLIENT_TS = `export const base: string = '${API}';
export const cf = (path: string, init?: RequestInit) => fetch(base + path, init);
`;
const OWN_JS = `export const base = 'https://api.example.com/client/v4';
export const cf = (path) => fetch(base + path);
`;

/** Writes calls by names of modules, and near misses: a live operation, and the same path of another API. */
function script(client: string, own: string, type = ''): string {
  return `import { base, cf } from '${client}';
import * as other from '${own}';

async function load(zone${type}) {
  await fetch(base + '/zones/' + zone + '/pagerules'); // found
  await cf(\`/zones/\${zone}/rate_limits\`, { method: 'POST' }); // found
  await fetch(\`${API}/zones/\${zone}/filters\`); // found
  await cf(\`/zones/\${zone}/dns_records\`);
  await fetch(other.base + '/zones/' + zone + '/pagerules');
  await other.cf(\`/zones/\${zone}/rate_limits\`);
}
load('1');
`;
}

const VITE = `import { fileURLToPath, URL } from 'node:url';
import { defineConfig } from 'vite';
import vue from '@vitejs/plugin-vue';

export default defineConfig({
  plugins: [vue()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
});
`;

const vue = (attributes: string, code: string): string =>
  `<template>\n  <p>{{ load }}</p>\n</template>\n\n<script setup${attributes}>\n${code}</script>\n`;
const svelte = (attributes: string, code: string): string =>
  `<script${attributes}>\n${code}</script>\n\n<p>{load}</p>\n`;
const astro = (code: string): string => `---\n${code}---\n<p>{load}</p>\n`;

const flat = (imports: string, items: string): string =>
  `${imports}import sunset from 'sunset-lint';\n\nexport default [\n${items}  sunset.configs.recommended,\n];\n`;

export const SETUPS: Readonly<Record<string, Setup>> = {
  'JavaScript, flat': {
    linter: 'eslint',
    packages: [],
    files: {
      'eslint.config.js': flat('', ''),
      'src/client.js': CLIENT_JS,
      'src/own.js': OWN_JS,
      'src/zone.js': script('./client.js', './own.js'),
    },
  },
  'JavaScript that imports TypeScript, without a parser for it': {
    linter: 'eslint',
    packages: [],
    files: {
      'eslint.config.js': flat('', ''),
      'src/client.ts': CLIENT_TS,
      'src/own.js': OWN_JS,
      'src/zone.js': script('./client', './own.js'),
    },
  },
  'TypeScript, flat': {
    linter: 'eslint',
    packages: ['typescript-eslint'],
    files: {
      'eslint.config.js': flat(
        "import tseslint from 'typescript-eslint';\n",
        '  ...tseslint.configs.recommended,\n  { rules: { "@typescript-eslint/no-unused-vars": "off" } },\n',
      ),
      'src/client.ts': CLIENT_TS,
      'src/own.js': OWN_JS,
      'src/zone.ts': script('./client', './own.js', ': string'),
    },
  },
  'Vue, JavaScript': {
    linter: 'eslint',
    packages: ['eslint-plugin-vue'],
    files: {
      'eslint.config.js': flat("import vue from 'eslint-plugin-vue';\n", "  ...vue.configs['flat/essential'],\n"),
      'vite.config.js': VITE,
      'src/client.js': CLIENT_JS,
      'src/own.js': OWN_JS,
      'src/ZoneRules.vue': vue('', script('@/client', './own.js')),
    },
  },
  'Vue, TypeScript': {
    linter: 'eslint',
    packages: ['eslint-plugin-vue', '@vue/eslint-config-typescript'],
    files: {
      'eslint.config.js': `import { defineConfigWithVueTs, vueTsConfigs } from '@vue/eslint-config-typescript';
import vue from 'eslint-plugin-vue';
import sunset from 'sunset-lint';

export default defineConfigWithVueTs(
  { name: 'app/files-to-lint', files: ['**/*.{vue,ts,mts,tsx}'] },
  vue.configs['flat/essential'],
  vueTsConfigs.recommended,
  sunset.configs.recommended,
);
`,
      'vite.config.ts': VITE,
      'src/client.ts': CLIENT_TS,
      'src/older.js': CLIENT_JS,
      'src/own.js': OWN_JS,
      'src/ZoneRules.vue': vue(' lang="ts"', script('@/client', './own.js', ': string')),
      'src/OlderRules.vue': vue(' lang="ts"', script('@/older', './own.js', ': string')),
      'src/PlainRules.vue': vue('', script('@/client', './own.js')),
    },
  },
  'Vue, .eslintrc with a script parser as a package name': {
    linter: 'eslint-8',
    packages: ['eslint-plugin-vue', '@typescript-eslint/parser'],
    files: {
      '.eslintrc.json': JSON.stringify({
        root: true,
        extends: ['plugin:vue/vue3-essential', 'plugin:sunset/legacy-recommended'],
        parserOptions: { parser: '@typescript-eslint/parser', ecmaVersion: 2022, sourceType: 'module' },
      }),
      'src/client.ts': CLIENT_TS,
      'src/older.js': CLIENT_JS,
      'src/own.js': OWN_JS,
      'src/ZoneRules.vue': vue(' lang="ts"', script('./client', './own.js', ': string')),
      'src/OlderRules.vue': vue('', script('./older', './own.js')),
    },
  },
  'Vue, .eslintrc without another parser': {
    linter: 'eslint-8',
    packages: ['eslint-plugin-vue'],
    files: {
      '.eslintrc.json': JSON.stringify({
        root: true,
        env: { node: true },
        extends: ['plugin:vue/vue3-essential', 'plugin:sunset/legacy-recommended'],
      }),
      'src/client.js': CLIENT_JS,
      'src/own.js': OWN_JS,
      'src/ZoneRules.vue': vue('', script('./client.js', './own.js')),
    },
  },
  'SvelteKit, JavaScript': {
    linter: 'eslint',
    packages: ['@eslint/js', 'eslint-plugin-svelte', 'svelte'],
    files: {
      'eslint.config.js': flat(
        "import svelte from 'eslint-plugin-svelte';\nimport svelteConfig from './svelte.config.js';\n",
        "  ...svelte.configs.recommended,\n  { files: ['**/*.svelte', '**/*.svelte.js'], languageOptions: { parserOptions: { svelteConfig } } },\n",
      ),
      'svelte.config.js': 'export default { kit: { alias: {} } };\n',
      'src/lib/client.js': CLIENT_JS,
      'src/lib/own.js': OWN_JS,
      'src/routes/+page.svelte': svelte('', script('$lib/client', '$lib/own.js')),
    },
  },
  'SvelteKit, TypeScript': {
    linter: 'eslint',
    packages: ['eslint-plugin-svelte', 'svelte', 'typescript-eslint'],
    files: {
      'eslint.config.js': flat(
        "import svelte from 'eslint-plugin-svelte';\nimport ts from 'typescript-eslint';\nimport svelteConfig from './svelte.config.js';\n",
        `  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts', '**/*.svelte.js'],
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig },
    },
  },
`,
      ),
      'svelte.config.js': 'export default { kit: {} };\n',
      'tsconfig.json': '{ "compilerOptions": { "allowJs": true, "strict": true }, "include": ["src"] }\n',
      'src/lib/client.ts': CLIENT_TS,
      'src/lib/own.js': OWN_JS,
      'src/routes/+page.svelte': svelte(' lang="ts"', script('$lib/client', '$lib/own.js', ': string')),
    },
  },
  Astro: {
    linter: 'eslint',
    packages: ['eslint-plugin-astro', '@typescript-eslint/parser'],
    files: {
      'eslint.config.js': flat("import astro from 'eslint-plugin-astro';\n", '  ...astro.configs.recommended,\n'),
      'src/client.js': CLIENT_JS,
      'src/client-typed.ts': CLIENT_TS,
      'src/own.js': OWN_JS,
      'src/pages/index.astro': astro(script('../client.js', '../own.js')),
      'src/pages/typed.astro': astro(script('../client-typed', '../own.js', ': string')),
    },
  },
  'Astro without a parser for TypeScript': {
    linter: 'eslint',
    packages: ['astro-eslint-parser'],
    files: {
      'eslint.config.js': flat(
        "import * as parser from 'astro-eslint-parser';\n",
        "  { files: ['**/*.astro'], languageOptions: { parser } },\n",
      ),
      'src/client.js': CLIENT_JS,
      'src/own.js': OWN_JS,
      'src/client-typed.ts': CLIENT_TS,
      'src/pages/index.astro': astro(script('../client.js', '../own.js')),
      'src/pages/typed.astro': astro(script('../client-typed', '../own.js')),
    },
  },
};

const OXLINTRC = JSON.stringify({
  jsPlugins: [{ name: 'sunset', specifier: 'sunset-lint' }],
  categories: { correctness: 'off' },
  rules: { 'sunset/no-deprecated-endpoint': 'error' },
});

const oxlint = (files: Files): Setup => ({
  linter: 'oxlint',
  packages: [],
  files: { '.oxlintrc.json': OXLINTRC, ...files },
});

export const OXLINT_SETUPS: Readonly<Record<string, Setup>> = {
  JavaScript: oxlint({
    'src/client.js': CLIENT_JS,
    'src/own.js': OWN_JS,
    'src/zone.js': script('./client.js', './own.js'),
  }),
  'TypeScript, with JavaScript beside it': oxlint({
    'src/client.ts': CLIENT_TS,
    'src/older.js': CLIENT_JS,
    'src/own.js': OWN_JS,
    'src/zone.ts': script('./client', './own.js', ': string'),
    'src/older-zone.ts': script('./older.js', './own.js', ': string'),
    'src/plain.js': script('./client.js', './own.js'),
  }),
  'TypeScript, with paths of a tsconfig.json': oxlint({
    'tsconfig.json': '{ "compilerOptions": { "paths": { "#app/*": ["./src/*"] } } }\n',
    'src/client.ts': CLIENT_TS,
    'src/own.ts': OWN_JS.replace('(path)', '(path: string)'),
    'src/zones/zone.ts': script('#app/client', '#app/own', ': string'),
  }),
  Vue: oxlint({
    'vite.config.ts': VITE,
    'src/client.ts': CLIENT_TS,
    'src/own.js': OWN_JS,
    'src/ZoneRules.vue': vue(' lang="ts"', script('@/client', './own.js', ': string')),
    'src/PlainRules.vue': vue('', script('@/client', './own.js')),
  }),
  SvelteKit: oxlint({
    'svelte.config.js': 'export default { kit: {} };\n',
    'src/lib/client.ts': CLIENT_TS,
    'src/lib/own.js': OWN_JS,
    'src/routes/+page.svelte': svelte(' lang="ts"', script('$lib/client', '$lib/own.js', ': string')),
  }),
  Astro: oxlint({
    'src/client.ts': CLIENT_TS,
    'src/own.js': OWN_JS,
    'src/pages/index.astro': astro(script('../client', '../own.js', ': string')),
  }),
};

/** Writes the project to disk and links its packages. */
export function make({ linter, packages, files }: Setup): string {
  const root = folder({ 'package.json': '{ "private": true, "type": "module" }\n', ...files });
  const link = (target: string, name: string): void => {
    const at = join(root, 'node_modules', name);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(target, at);
  };
  link(HERE, 'sunset-lint');
  link(HERE, 'eslint-plugin-sunset');
  if (linter === 'oxlint') link(join(HERE, '.cache/oxlint/node_modules/oxlint'), 'oxlint');
  const own = join(HERE, 'test/eslint/hosts/eslint-8/node_modules');
  for (const name of linter === 'oxlint' ? packages : ['eslint', ...packages]) {
    const older = join(own, name);
    link(linter === 'eslint-8' && existsSync(older) ? older : join(HERE, 'node_modules', name), name);
  }
  return root;
}

/** Lists the lines marked as findings, as `file:line`. */
export function marked(root: string): readonly string[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.endsWith('// found') ? [`${path.slice(root.length + 1)}:${String(index + 1)}`] : [],
        );
    })
    .sort();
}

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { thirdPartyLicenses } from './build/third-party.mjs';
import { compiledSearch } from './build/compiled-search.mjs';
import { typescriptParser } from './build/typescript-parser.mjs';
import { schemaValidators, validatorInput } from './build/validators.mjs';
import manifest from './package.json' with { type: 'json' };

const licences = thirdPartyLicenses();

const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

const common = {
  platform: 'node',
  external: installed.map((name) => new RegExp(`^${name}(?:/|$)`)),
  // Built-in modules of Node take precedence over packages of the same name.
  resolve: { alias: { fs: 'node:fs' } },
  plugins: [licences.collect],
};

/** Halves the size. Names of functions are kept for the stack traces in bug reports. */
const MINIFIED = {
  comments: false,
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
};

/**
 * Modules that others import, bundled into few files, because Node takes longer to find and open 300 small modules than
 * to run them. Modules that only some runs need are chunks. Dependencies stay external; all other packages are bundled.
 * Each file looks up `rules` two folders above itself.
 */
const modules = defineConfig({
  ...common,
  plugins: [licences.collect, licences.publish],
  input: { index: './dist/published.js', scanner: './dist/scan/index.js', config: './dist/config/index.js' },
  output: {
    dir: 'dist/bundle',
    cleanDir: true,
    ...MINIFIED,
    // Shared chunks may import each other; each module must still run after its imports.
    strictExecutionOrder: true,
    chunkFileNames: ({ name }) => (name.startsWith('shared~') ? 'shared-[hash].js' : '[name].js'),
    codeSplitting: {
      groups: [
        {
          name: 'shared',
          test: /dist.(?!report)/,
          minShareCount: 2,
          entriesAware: true,
          entriesAwareMergeThreshold: 100000,
        },
      ],
    },
  },
});

/** Whether `start.js` imports a module statically, so that every run loads it. */
function isLoadedAtStart(id, context) {
  if (startModules.size === 0) {
    startModules.add(fileURLToPath(new URL('dist/hosts/cli/start.js', import.meta.url)));
    // The loop also visits the modules that it adds.
    for (const file of startModules)
      for (const imported of context.getModuleInfo(file)?.importedIds ?? []) startModules.add(imported);
  }
  return startModules.has(id);
}

const startModules = new Set();

const programOutput = {
  dir: 'dist/program',
  ...MINIFIED,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
};

/**
 * Command line as CommonJS, which Node starts faster than ES modules. Modules that every run loads are one file, which is
 * all that a run on a change without calls of an API loads.
 */
const program = defineConfig({
  ...common,
  input: { start: './dist/hosts/cli/start.js' },
  output: {
    ...programOutput,
    cleanDir: true,
    codeSplitting: { groups: [{ name: (id, context) => (isLoadedAtStart(id, context) ? 'program' : null) }] },
  },
});

/** Entry that loads the command line: one file, which Node compiles in each run. */
const loader = defineConfig({
  ...common,
  input: { main: './dist/hosts/main.js' },
  output: programOutput,
});

/** Validators as CommonJS, because only `require` loads modules synchronously on demand, as rules of ESLint need. */
const validators = defineConfig({
  input: validatorInput(['config', 'eslint-settings', 'catalogue', 'baseline', 'report']),
  platform: 'node',
  plugins: [licences.collect, schemaValidators()],
  output: {
    dir: 'dist/validators',
    cleanDir: true,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
  },
});

/** Removes the validator of user input from the MCP SDK, half of its size, because our server never asks for input. */
const noValidator = {
  name: 'no-validator',
  resolveId: (id) => (id.endsWith('/validation/ajv-provider.js') ? '\0no-validator' : undefined),
  load: (id) => (id === '\0no-validator' ? 'export class AjvJsonSchemaValidator {}' : undefined),
};

/** Libraries of the language server and of MCP; missing in a build for hooks, which does not install them. */
const servers =
  manifest.devDependencies['vscode-languageserver'] === undefined
    ? {}
    : {
        '@modelcontextprotocol/sdk': './build/mcp-sdk.mjs',
        'vscode-languageserver': 'vscode-languageserver/node',
      };

/** Libraries that only some runs need, loaded synchronously: see `src/core/lib/late-library.ts`. */
const libraries = defineConfig({
  input: {
    '@lezer/javascript': '@lezer/javascript',
    '@lezer/python': '@lezer/python',
    'brace-expansion': 'brace-expansion',
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    'typescript-parser': 'typescript-parser',
    unbash: 'unbash',
    yaml: 'yaml',
    ...servers,
  },
  platform: 'node',
  plugins: [licences.collect, typescriptParser(), noValidator, compiledSearch()],
  // Allows unused messages and tables to be removed.
  treeshake: { manualPureFunctions: ['createTextChangeRange', 'flatten'] },
  output: {
    dir: 'dist/libraries',
    cleanDir: true,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'shared-[hash].cjs',
  },
});

// In this order, because the last one writes the licences of all bundled packages.
export default [validators, libraries, program, loader, modules];

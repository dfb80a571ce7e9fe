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
  // What Node has is never looked for in a package of that name.
  resolve: { alias: { fs: 'node:fs' } },
  plugins: [licences.collect],
};

/** Half the size; names of functions stay, for the stacks of faults that people report. */
const NO_BLANKS = {
  comments: false,
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
};

/**
 * What others import: each entry with the modules it needs in few files, because Node takes longer to find and open 300
 * small modules than to run them. What only some runs need is in files of its own, and dependencies stay outside; the
 * parts that are used of all other packages are inside. Files of `rules` are looked up two folders above each file.
 */
const modules = defineConfig({
  ...common,
  plugins: [licences.collect, licences.publish],
  input: { index: './dist/published.js', scanner: './dist/scan/index.js', config: './dist/config/index.js' },
  output: {
    dir: 'dist/bundle',
    cleanDir: true,
    ...NO_BLANKS,
    // Shared files may need each other: a module still runs after those that it needs.
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

/** Whether a module is needed before it is known what a run is about. */
function isOfStart(id, context) {
  if (ofStart.size === 0) {
    ofStart.add(fileURLToPath(new URL('dist/hosts/cli/start.js', import.meta.url)));
    // Grows while it is walked.
    for (const file of ofStart)
      for (const imported of context.getModuleInfo(file)?.importedIds ?? []) ofStart.add(imported);
  }
  return ofStart.has(id);
}

const ofStart = new Set();

const programOutput = {
  dir: 'dist/program',
  ...NO_BLANKS,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
};

/**
 * The command line: CommonJS, which Node starts faster than modules. What every run needs is one file; a change that has
 * nothing to do with the API needs no other.
 */
const program = defineConfig({
  ...common,
  input: { start: './dist/hosts/cli/start.js' },
  output: {
    ...programOutput,
    cleanDir: true,
    codeSplitting: { groups: [{ name: (id, context) => (isOfStart(id, context) ? 'program' : null) }] },
  },
});

/** What loads it: one file, which is compiled in each run. */
const loader = defineConfig({
  ...common,
  input: { main: './dist/hosts/main.js' },
  output: programOutput,
});

/** CommonJS, because `require` is the only way to load late without waiting, which rules of ESLint cannot. */
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

/** The SDK for assistants brings a validator of answers that people give a server. Ours asks nobody: half the size. */
const noValidator = {
  name: 'no-validator',
  resolveId: (id) => (id.endsWith('/validation/ajv-provider.js') ? '\0no-validator' : undefined),
  load: (id) => (id === '\0no-validator' ? 'export class AjvJsonSchemaValidator {}' : undefined),
};

/** What serves editors and assistants; a build for hooks alone, which installs none of it, goes without. */
const servers =
  manifest.devDependencies['vscode-languageserver'] === undefined
    ? {}
    : {
        '@modelcontextprotocol/sdk': './build/mcp-sdk.mjs',
        'vscode-languageserver': 'vscode-languageserver/node',
      };

/** What only some runs need of others' packages, and without waiting: see `src/core/lib/late-library.ts`. */
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
  // Of messages and tables no more stays than something asks for.
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

// One after the other: the last one writes the licences of all.
export default [validators, libraries, program, loader, modules];

import eslintPlugin from 'eslint-plugin-eslint-plugin';
import regexpPlugin from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import sunset from './dist/bundle/index.js';

export default defineConfig([
  { ignores: ['**/dist/', 'fixtures/', 'coverage/', 'site/out/'] },
  {
    files: ['{src,packages,tools,test}/**/*.ts', 'site/{playground,data,test}/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Destructuring that omits a property has to name it.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // Node types are compared as strings, because the enum of node types is not imported at run time.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Functions that read JSON return the type of the schema that they validate.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    // Trees come from several parsers and versions: some lack properties that the types require, or use their older names.
    files: ['src/languages/facts/**/*.ts'],
    rules: { '@typescript-eslint/no-unnecessary-condition': 'off', '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    files: ['src/hosts/eslint/rules/*.ts'],
    extends: [eslintPlugin.configs.rules],
    rules: {
      'eslint-plugin/require-meta-docs-description': ['error', { pattern: '^(?:Disallow|Require) ' }],
      // All rules report in `report-findings.ts`, which this rule cannot see.
      'eslint-plugin/require-meta-has-suggestions': 'off',
    },
  },
  {
    files: ['test/eslint/*.test.ts'],
    extends: [eslintPlugin.configs.tests],
    rules: {
      'eslint-plugin/test-case-property-ordering': [
        'error',
        ['name', 'filename', 'code', 'options', 'settings', 'languageOptions', 'errors'],
      ],
    },
  },
  {
    // A regular expression cannot be interrupted, and scanned texts are long, so each must run in linear time.
    files: ['src/**/*.ts', 'packages/*/src/**/*.ts'],
    plugins: { regexp: regexpPlugin },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain' }],
    },
  },
  sunset.configs.recommended,
  // The tests name deprecated operations on purpose.
  {
    files: ['{test,site/test}/**'],
    rules: Object.fromEntries(Object.keys(sunset.rules).map((name) => [`sunset/${name}`, 'off'])),
  },
]);

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
      // What is left out of an object by taking it apart is named and not used.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // Node types are read as texts: the enum of the tree's types does not exist at run time here.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Readers of JSON give the type that its schema was checked against.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    // Trees come from several parsers and versions: some lack what the types promise, or still have its older name.
    files: ['src/languages/facts/**/*.ts'],
    rules: { '@typescript-eslint/no-unnecessary-condition': 'off', '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    files: ['src/hosts/eslint/rules/*.ts'],
    extends: [eslintPlugin.configs.rules],
    rules: {
      'eslint-plugin/require-meta-docs-description': ['error', { pattern: '^(?:Disallow|Require) ' }],
      // What is reported, with its suggestions, is for all rules in `report-findings.ts`: a test asks for what it needs.
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
    // An expression cannot be interrupted, and foreign texts are long: each takes time in proportion to its text.
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

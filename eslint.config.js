import eslintPlugin from 'eslint-plugin-eslint-plugin';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import sunset from './dist/index.js';

export default defineConfig([
  { ignores: ['dist/', 'fixtures/', 'coverage/'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  { files: ['src/eslint/**/*.ts'], extends: [eslintPlugin.configs.recommended] },
  { files: ['src/eslint/rules/*.ts'], rules: { 'eslint-plugin/require-meta-docs-url': 'error', 'eslint-plugin/require-meta-docs-recommended': 'error', 'eslint-plugin/require-meta-default-options': 'error' } },
  sunset.configs.recommended,
  // The tests name deprecated operations on purpose.
  { files: ['test/**'], rules: Object.fromEntries(Object.keys(sunset.rules).map((name) => [`sunset/${name}`, 'off'])) },
]);
